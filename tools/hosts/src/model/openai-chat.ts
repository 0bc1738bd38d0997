// OpenAI Chat Completions, which most hosts use for unknown providers.
import { namesOf, objectsIn, textOf, USAGE, type Wire } from './wire.ts';

/** `POST /v1/chat/completions`. */
export const openaiChat: Wire = {
  path: /\/chat\/completions$/,
  read: ({ tools, messages }) => ({
    tools: namesOf(objectsIn(tools).map((tool) => tool['function'])),
    results: objectsIn(messages)
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => textOf(content)),
  }),
  write: (reply) => {
    const common = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1 };
    const call = 'tool' in reply && { name: reply.tool, arguments: JSON.stringify(reply.args) };
    const [delta, reason] =
      'text' in reply
        ? [{ content: reply.text }, 'stop']
        : [{ tool_calls: [{ index: 0, id: reply.id, type: 'function', function: call }] }, 'tool_calls'];
    return [
      { ...common, choices: [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason: null }] },
      { ...common, choices: [{ index: 0, delta: {}, finish_reason: reason }] },
      { ...common, choices: [], usage: USAGE },
    ];
  },
};
