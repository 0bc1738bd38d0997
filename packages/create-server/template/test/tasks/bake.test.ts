import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '@mcp/runtime/testing';
import { server } from '../../src/server.ts';

test('bakes as a task', async () => {
  await using client = await connect(server);
  const { status, result } = await client.task('bake');
  assert.equal(status, 'completed');
  assert.match(JSON.stringify(result), /A loaf of bread/);
});
