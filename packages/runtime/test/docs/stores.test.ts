// The example of the page on stores does what the page says.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineServer } from '@mcp/runtime';
import { connect } from '@mcp/runtime/testing';
import { nonceCases } from '@mcp/runtime/testing/stores';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pay, FolderNonceStore } from './examples/stores.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stores-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the store in a folder keeps the contract', () => {
  test.each(nonceCases)('$name', async ({ run }) => {
    const kept = run(new FolderNonceStore(folder), new FolderNonceStore(folder));
    await expect(kept).resolves.toBeUndefined();
  });
});

test('nobody pays twice', async () => {
  const nonces = new FolderNonceStore(folder);
  const server = defineServer({ name: 'bank', version: '1.0.0', tools: [pay], stores: { nonces } });
  await using client = await connect(server, { capabilities: { elicitation: {} } });
  const { requestState } = await client.request('tools/call', { name: 'pay' }, { answer: false });
  const inputResponses = { sure: { action: 'accept', content: { sure: true } } };
  const params = { name: 'pay', inputResponses, requestState };
  expect(await client.request('tools/call', params)).toMatchObject({ content: [{ text: 'paid' }] });
  await expect(client.request('tools/call', params)).rejects.toMatchObject({ code: -32602 });
});
