import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '@mcp/runtime/testing';
import { server } from '../../src/server.ts';

test('asks for a welcome to the person', async () => {
  await using client = await connect(server);
  const { messages } = await client.request('prompts/get', { name: 'welcome', arguments: { name: 'Ada' } });
  assert.deepEqual(messages, [
    { role: 'user', content: { type: 'text', text: 'Write a warm welcome to Ada, in two sentences.' } },
  ]);
});
