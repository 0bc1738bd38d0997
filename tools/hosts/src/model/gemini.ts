// Gemini generateContent, for Gemini CLI.
import { isObject, namesOf, objectsIn, textOf, type Wire } from './wire.ts';

/** `POST /v1beta/models/<model>:streamGenerateContent`. */
export const gemini: Wire = {
  path: /:streamGenerateContent$/,
  read: ({ tools, contents }) => ({
    tools: objectsIn(tools).flatMap(({ functionDeclarations }) => namesOf(functionDeclarations)),
    results: objectsIn(contents)
      .flatMap(({ parts }) => objectsIn(parts))
      .flatMap(({ functionResponse }) => (isObject(functionResponse) ? [functionResponse['response']] : []))
      .map((response) => (isObject(response) ? textOf(response['output'] ?? response['error']) : '')),
  }),
  write: (reply) => {
    const part =
      'text' in reply ? { text: reply.text } : { functionCall: { name: reply.tool, args: reply.args } };
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
    const candidates = [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP' }];
    return [{ candidates, usageMetadata }];
  },
};
