import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '@mcp/runtime/testing';
import { server } from '../../src/server.ts';

test('greets in the language that was asked for', async () => {
  await using client = await connect(server);
  const result = await client.request('tools/call', {
    name: 'greet',
    arguments: { name: 'Ada', language: 'fr' },
  });
  assert.deepEqual(result['content'], [{ type: 'text', text: 'Bonjour, Ada !' }]);
});

test('tells the model that the name is missing', async () => {
  await using client = await connect(server);
  const result = await client.request('tools/call', { name: 'greet', arguments: {} });
  assert.equal(result['isError'], true);
});
