// The example of the page on stores does what the page says.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineResource, defineServer } from '@mcp/runtime';
import { connect } from '@mcp/runtime/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pay } from './examples/at-most-once.ts';
import { shareChanges, type Channels } from './examples/shared-changes.ts';
import { FolderNonceStore } from './examples/stores.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stores-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('nobody pays twice', async () => {
  const nonces = new FolderNonceStore(folder);
  const server = defineServer({ name: 'bank', version: '1.0.0', tools: [pay], nonces });
  await using client = await connect(server, { capabilities: { elicitation: {} } });
  const { requestState } = await client.request('tools/call', { name: 'pay' }, { answer: false });
  const inputResponses = { sure: { action: 'accept', content: { sure: true } } };
  const params = { name: 'pay', inputResponses, requestState };
  expect(await client.request('tools/call', params)).toMatchObject({ content: [{ text: 'paid' }] });
  await expect(client.request('tools/call', params)).rejects.toMatchObject({ code: -32602 });
});

test('a change that one process tells of reaches the subscribers of another', async () => {
  const listeners: ((message: string) => void)[] = [];
  const channels: Channels = {
    publish: async (_, message) => listeners.map((listener) => listener(message)),
    subscribe: async (_, listener) => listeners.push(listener),
  };
  const note = defineResource({ uri: 'note:a', name: 'a', read: () => 'a', watch: () => () => {} });
  const options = { name: 'notes', version: '1.0.0', resources: [note] };
  const [here, elsewhere] = [defineServer(options), defineServer(options)];
  const tell = await shareChanges(here, channels);
  await shareChanges(elsewhere, channels);
  await using client = await connect(elsewhere, { revision: '2025-11-25' });
  await client.request('resources/subscribe', { uri: 'note:a' });
  await tell('note:a');
  await vi.waitFor(
    () =>
      expect(client.received.at(-1)).toMatchObject({
        method: 'notifications/resources/updated',
        params: { uri: 'note:a' },
      }),
    20_000,
  );
});
