import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '@mcp/runtime/testing';
import { server } from '../../src/server.ts';

test('lists the guide and reads it', async () => {
  await using client = await connect(server);
  const { resources } = await client.request('resources/list');
  assert.match(JSON.stringify(resources), /guide:\/\/\/greetings/);
  const { contents } = await client.request('resources/read', { uri: 'guide:///greetings' });
  assert.match(JSON.stringify(contents), /Say the name of the person/);
});
