// Closed paths: checks that every surface refuses them.
import type { TestClient } from '@mcp/runtime/testing';
import { expect } from 'vitest';
import { callBy } from '../setup.ts';

/** What a client may try with a path, and how it fails. */
export interface Closed {
  readonly path: string;
  readonly message: string;
  /** Returns spellings of the path as URIs. */
  readonly uris: readonly string[];
}

/** Fails unless all tools, prompts, completion and resources refuse the path. */
export const expectClosed = async (client: TestClient, { path, message, uris }: Closed): Promise<void> => {
  for (const [name, more] of [
    ['read_text_file', {}],
    ['list_directory', {}],
    ['search_files', { pattern: '**' }],
    ['write_file', { content: 'x' }],
    ['write_file', { content: 'x', mode: 'append' }],
    ['write_file', { content: 'x', createParents: true }],
  ] as const)
    expect(await callBy(client, name, { path, ...more })).toMatchObject({
      content: [{ type: 'text', text: message }],
      isError: true,
    });
  const prompt = client.request('prompts/get', { name: 'review-file', arguments: { path } });
  await expect(prompt).rejects.toMatchObject({ code: -32602, message });
  const completion = {
    ref: { type: 'ref/prompt', name: 'review-file' },
    argument: { name: 'path', value: `${path}/` },
  };
  expect(await client.request('completion/complete', completion)).toEqual({
    completion: { values: [], total: 0, hasMore: false },
  });
  for (const uri of uris)
    for (const method of ['resources/read', 'resources/subscribe'])
      await expect(client.request(method, { uri })).rejects.toMatchObject({
        code: -32002,
        message: `Resource not found: ${uri}`,
        data: { uri },
      });
};
