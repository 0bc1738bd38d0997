// Anthropic Messages, for Claude Code.
import type { JsonObject } from '@mcp/runtime';
import { namesOf, objectsIn, OUR_CALL, textOf, USAGE, type Wire } from './wire.ts';

/** `POST /v1/messages`. */
export const anthropic: Wire = {
  path: /\/messages$/,
  read: ({ tools, messages }) => ({
    tools: namesOf(tools),
    results: objectsIn(messages)
      .flatMap(({ content }) => objectsIn(content))
      .filter(({ tool_use_id: id }) => typeof id === 'string' && id.startsWith(OUR_CALL))
      .map(({ content }) => textOf(content)),
  }),
  write: (reply) => {
    if ('text' in reply)
      return stream({ type: 'text', text: '' }, { type: 'text_delta', text: reply.text }, 'end_turn');
    const delta = { type: 'input_json_delta', partial_json: JSON.stringify(reply.args) };
    return stream({ type: 'tool_use', id: reply.id, name: reply.tool, input: {} }, delta, 'tool_use');
  },
};

const message = { id: 'msg_1', type: 'message', role: 'assistant', content: [], usage: USAGE };

const stream = (block: JsonObject, delta: JsonObject, reason: string): JsonObject[] => [
  { type: 'message_start', message },
  { type: 'content_block_start', index: 0, content_block: block },
  { type: 'content_block_delta', index: 0, delta },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: reason }, usage: USAGE },
  { type: 'message_stop' },
];
