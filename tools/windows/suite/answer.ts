// The answer of a tool, as far as tests look at it.
import type { JsonObject } from '@mcp/runtime';
import type { TestClient } from '@mcp/runtime/testing';

export interface Answer {
  readonly isError: boolean;
  /** All text of the answer. */
  readonly text: string;
}

/** Calls a tool. A call that the protocol refuses is an error too. */
export const callTool = async (client: TestClient, name: string, args: JsonObject): Promise<Answer> => {
  const result = await client.request('tools/call', { name, arguments: args });
  const content = result['content'] as readonly { readonly text?: string }[];
  return { isError: result['isError'] === true, text: content.map(({ text }) => text ?? '').join('\n') };
};
