// Calls that may outlast their answer, and the skill, as seen by a client of 2026-07-28.
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { repository, serve } from './setup.ts';

const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

test('the skill is available, and tasks are declared', async () => {
  using repo = repository();
  await using client = await connect(serve([repo.path]), { capabilities });
  const uri = 'skill://commit-well/SKILL.md';
  expect(client.server['capabilities']).toMatchObject({ extensions: capabilities.extensions });
  expect(await client.request('skills/list')).toMatchObject({ skills: [{ uri }] });
  expect(await client.request('resources/read', { uri })).toMatchObject({ contents: [{ uri }] });
});
