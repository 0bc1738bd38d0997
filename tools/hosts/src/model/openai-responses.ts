// OpenAI Responses, for Codex. Its model searches for tools, which are in namespaces: `mcp__git` has `git_status`.
import type { JsonObject } from '@mcp/runtime';
import { namesOf, objectsIn, OUR_CALL, textOf, USAGE, type Reply, type Wire } from './wire.ts';

const SEPARATOR = '__';

const fullNames = ({ type, name, tools }: JsonObject): string[] =>
  type === 'namespace'
    ? namesOf(tools).map((each) => `${String(name)}${SEPARATOR}${each}`)
    : [String(name ?? type)];

const itemOf = (reply: Reply): JsonObject => {
  const content = 'text' in reply && [{ type: 'output_text', text: reply.text }];
  if ('text' in reply) return { type: 'message', id: 'msg_1', role: 'assistant', content };
  const { id, tool, args } = reply;
  const common = { id: `item_${id}`, call_id: id, status: 'completed' };
  if (!id.startsWith(OUR_CALL))
    return { ...common, type: 'tool_search_call', execution: 'client', arguments: args };
  const [start, server, name] = tool.split(SEPARATOR);
  const words = { namespace: `${start}${SEPARATOR}${server}`, name };
  return { ...common, ...words, type: 'function_call', arguments: JSON.stringify(args) };
};

/** `POST /v1/responses`. */
export const openaiResponses: Wire = {
  path: /\/responses$/,
  // The output of the search contains the found tools.
  read: ({ tools, input }) => ({
    tools: [{ tools }, ...objectsIn(input)].flatMap((each) => objectsIn(each['tools'])).flatMap(fullNames),
    results: objectsIn(input)
      .filter(({ type }) => type === 'function_call_output')
      .map(({ output }) => textOf(output)),
  }),
  write: (reply) => {
    const item = itemOf(reply);
    return [
      { type: 'response.created', response: { id: 'resp_1' } },
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { id: 'resp_1', output: [item], usage: USAGE } },
    ];
  },
};
