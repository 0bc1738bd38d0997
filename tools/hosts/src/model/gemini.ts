// Gemini generateContent, for Gemini CLI.
import { isObject, namesOf, objectsIn, textOf, type Wire } from './wire.ts';

/** `POST /v1beta/models/<model>:generateContent` and `:streamGenerateContent`. */
export const gemini: Wire = {
  path: /:(?:streamG|g)enerateContent$/,
  read: ({ tools, contents }) => ({
    tools: objectsIn(tools).flatMap(({ functionDeclarations }) => namesOf(functionDeclarations)),
    results: objectsIn(contents)
      .flatMap(({ parts }) => objectsIn(parts))
      .map(({ functionResponse }) => functionResponse)
      .filter(isObject)
      .map(({ response }) => response)
      .map((response) => (isObject(response) ? textOf(response['output'] ?? response['error']) : '')),
  }),
  write: (reply, model) => {
    const part =
      'text' in reply ? { text: reply.text } : { functionCall: { name: reply.tool, args: reply.args } };
    const candidate = { content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 };
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
    const whole = { candidates: [candidate], usageMetadata, modelVersion: model, responseId: '1' };
    return { whole, events: [whole] };
  },
};
