// A tool's answer, reduced to what tests check.
import type { JsonObject } from '@mcp/runtime';
import type { TestClient } from '@mcp/runtime/testing';

export interface Answer {
  readonly isError: boolean;
  /** The text of all content blocks. */
  readonly text: string;
}

/** Calls a tool. A protocol error counts as an error, too. */
export const callTool = async (client: TestClient, name: string, args: JsonObject): Promise<Answer> => {
  const result = await client.request('tools/call', { name, arguments: args });
  const content = result['content'] as readonly { readonly text?: string }[];
  return { isError: result['isError'] === true, text: content.map(({ text }) => text ?? '').join('\n') };
};
