import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '@mcp/runtime/testing';
import { server } from '../../src/server.ts';

test('has a page beside the forecast', async () => {
  await using client = await connect(server);
  const { contents } = await client.request('resources/read', { uri: 'ui://my-server/chart' });
  assert.match(JSON.stringify(contents), /Sunny until Friday/);
});
