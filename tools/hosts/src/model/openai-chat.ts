// OpenAI Chat Completions, which most hosts speak to a provider that they do not know.
import { isObject, namesOf, objectsIn, textOf, type Wire } from './wire.ts';

/** `POST /v1/chat/completions`. */
export const openaiChat: Wire = {
  path: /\/chat\/completions$/,
  read: ({ tools, messages }) => ({
    tools: namesOf(
      objectsIn(tools)
        .map((tool) => tool['function'])
        .filter(isObject),
    ),
    results: objectsIn(messages)
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => textOf(content)),
  }),
  write: (reply, model) => {
    const isText = 'text' in reply;
    const call = isText
      ? []
      : [
          {
            index: 0,
            id: reply.id,
            type: 'function',
            function: { name: reply.tool, arguments: JSON.stringify(reply.args) },
          },
        ];
    const message = isText
      ? { role: 'assistant', content: reply.text }
      : { role: 'assistant', content: null, tool_calls: call };
    const reason = isText ? 'stop' : 'tool_calls';
    const common = { id: 'chatcmpl-1', created: 1, model };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const chunk = { ...common, object: 'chat.completion.chunk' };
    return {
      whole: {
        ...common,
        object: 'chat.completion',
        choices: [{ index: 0, message, finish_reason: reason }],
        usage,
      },
      events: [
        { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] },
        { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: reason }] },
        { ...chunk, choices: [], usage },
      ],
    };
  },
};
