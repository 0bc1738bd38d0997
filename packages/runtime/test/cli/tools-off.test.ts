// What a client reads that calls a tool which the command line has left out.
import { expect, test } from 'vitest';
import { selectTools } from '../../src/cli/tool-selection.ts';
import { defineServer, defineTool } from '../../src/index.ts';
import { connect } from '../../src/testing/connect.ts';

const tools = [
  defineTool({ name: 'look', annotations: { readOnlyHint: true }, run: () => 'looked' }),
  defineTool({ name: 'write', run: () => 'written' }),
  defineTool({ name: 'erase', toolset: 'delete', run: () => 'erased' }),
];
const ALL = { readOnly: false, only: [], exclude: [], toolsets: [] };

test.each([
  ['erase', {}, 'tool "erase" is off; the user can start this server with --toolsets delete'],
  ['erase', { readOnly: true }, 'tool "erase" is off; this server was started with --read-only'],
  [
    'write',
    { exclude: ['write'] },
    'tool "write" is off; the user has chosen other tools with --tools or --exclude-tools',
  ],
  ['rite', {}, 'unknown tool "rite"; did you mean "write"?'],
])('%s with %j: %s', async (name, selection, message) => {
  const options = selectTools({ name: 'server', version: '1.0.0', tools }, { ...ALL, ...selection });
  await using client = await connect(defineServer(options));
  await expect(client.request('tools/call', { name })).rejects.toMatchObject({
    code: -32602,
    message: `Invalid params: ${message}`,
  });
});
