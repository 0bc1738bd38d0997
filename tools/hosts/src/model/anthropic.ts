// Anthropic Messages, for Claude Code.
import { namesOf, objectsIn, textOf, type Wire } from './wire.ts';

/** `POST /v1/messages`. */
export const anthropic: Wire = {
  path: /\/messages$/,
  read: ({ tools, messages }) => ({
    tools: namesOf(tools),
    results: objectsIn(messages)
      .flatMap(({ content }) => objectsIn(content))
      .filter(({ type }) => type === 'tool_result')
      .map(({ content }) => textOf(content)),
  }),
  write: (reply, model) => {
    const isText = 'text' in reply;
    const block = isText
      ? { type: 'text', text: reply.text }
      : { type: 'tool_use', id: reply.id, name: reply.tool, input: reply.args };
    const end = { stop_reason: isText ? 'end_turn' : 'tool_use', stop_sequence: null };
    const usage = { input_tokens: 1, output_tokens: 1 };
    const whole = { id: 'msg_1', type: 'message', role: 'assistant', model, content: [block], ...end, usage };
    const start = isText ? { ...block, text: '' } : { ...block, input: {} };
    const delta = isText
      ? { type: 'text_delta', text: reply.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(reply.args) };
    return {
      whole,
      events: [
        { type: 'message_start', message: { ...whole, content: [], stop_reason: null } },
        { type: 'content_block_start', index: 0, content_block: start },
        { type: 'content_block_delta', index: 0, delta },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: end, usage },
        { type: 'message_stop' },
      ],
    };
  },
};
