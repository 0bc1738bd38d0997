// A result that is longer than a string can be is an error that says so; the server goes on.
import { expect, test } from 'vitest';
import { defineServer, defineTool } from '../../src/index.ts';
import { connect } from '../../src/testing/connect.ts';

// Each character takes six in JSON.
const text = '\u0001'.repeat(100_000_000);
const server = defineServer({
  name: 'server',
  version: '1.0.0',
  tools: [
    defineTool({ name: 'at_once', run: () => text }),
    defineTool({ name: 'later', run: () => Promise.resolve(text) }),
  ],
});

// To find it out takes seconds, so each revision has one of them.
test.each([
  ['2025-11-25', 'at_once'],
  ['2026-07-28', 'later'],
] as const)('in %s, when it is there %s', async (revision, name) => {
  await using client = await connect(server, { revision });
  await expect(client.request('tools/call', { name })).rejects.toMatchObject({
    code: -32603,
    message: 'Internal error: the result is longer than a message can be; ask for less',
  });
  expect(await client.request('tools/list')).toMatchObject({ tools: [{}, {}] });
});
