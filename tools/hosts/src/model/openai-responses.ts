// OpenAI Responses, for Codex. Its model searches for tools, which come in namespaces: `mcp__git` has `git_status`.
import type { JsonObject } from '@mcp/runtime';
import { namesOf, objectsIn, SEARCH, textOf, type Reply, type Wire } from './wire.ts';

const SEPARATOR = '__';

const fullNames = ({ type, name, tools }: JsonObject): string[] =>
  type === 'namespace'
    ? namesOf(tools).map((each) => `${String(name)}${SEPARATOR}${each}`)
    : [String(name ?? type)];

const itemOf = (reply: Reply): JsonObject => {
  if ('text' in reply) {
    const content = [{ type: 'output_text', text: reply.text, annotations: [] }];
    return { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content };
  }
  const { id, tool, args } = reply;
  const common = { id: `item_${id}`, call_id: id, status: 'completed' };
  if (tool === SEARCH) return { ...common, type: 'tool_search_call', execution: 'client', arguments: args };
  const [start, server, name] = tool.split(SEPARATOR);
  const words = name === undefined ? { name: tool } : { namespace: `${start}${SEPARATOR}${server}`, name };
  return { ...common, ...words, type: 'function_call', arguments: JSON.stringify(args) };
};

/** `POST /v1/responses`. */
export const openaiResponses: Wire = {
  path: /\/responses$/,
  read: ({ tools, input }) => ({
    tools: [...objectsIn(tools), ...objectsIn(input).flatMap((item) => objectsIn(item['tools']))].flatMap(
      fullNames,
    ),
    results: objectsIn(input)
      .filter(({ type }) => type === 'function_call_output')
      .map(({ output }) => textOf(output)),
  }),
  write: (reply, model) => {
    const item = itemOf(reply);
    const usage = {
      ...{ input_tokens: 1, output_tokens: 1, total_tokens: 2 },
      ...{ input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } },
    };
    const whole = {
      id: 'resp_1',
      object: 'response',
      created_at: 1,
      status: 'completed',
      model,
      output: [item],
      usage,
    };
    const begun = { ...whole, status: 'in_progress', output: [] };
    return {
      whole,
      events: [
        { type: 'response.created', sequence_number: 0, response: begun },
        { type: 'response.output_item.added', sequence_number: 1, output_index: 0, item },
        { type: 'response.output_item.done', sequence_number: 2, output_index: 0, item },
        { type: 'response.completed', sequence_number: 3, response: whole },
      ],
    };
  },
};
