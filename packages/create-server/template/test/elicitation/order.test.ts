import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '@mcp/runtime/testing';
import { server } from '../../src/server.ts';

test('orders as many portions as the user says', async () => {
  await using client = await connect(server, {
    capabilities: { elicitation: {} },
    answers: { 'elicitation/create': () => ({ action: 'accept', content: { portions: 2 } }) },
    repeat: true,
  });
  const result = await client.request('tools/call', { name: 'order', arguments: { dish: 'soup' } });
  assert.deepEqual(result['content'], [{ type: 'text', text: 'Ordered 2 portions of soup.' }]);
});
