// Disabled tools: what a client that calls one is told.
import { defineServer, defineTool, toolRegistry } from '@mcp/runtime';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { selectTools } from '../src/tool-selection.ts';

const tools = [
  defineTool({ name: 'look', annotations: { readOnlyHint: true }, run: () => 'looked' }),
  defineTool({ name: 'write', run: () => 'written' }),
  defineTool({ name: 'erase', tags: ['delete'], run: () => 'erased' }),
  defineTool({ name: 'send', tags: ['--allow-remote'], run: () => 'sent' }),
  defineTool({ name: 'write_old', tags: ['delete'], listed: false, run: () => 'written' }),
];
const ALL = { 'read-only': false, tools: [], 'exclude-tools': [], toolsets: [] };

test.each([
  ['erase', {}, 'tool "erase" is off; the user can start this server with --toolsets delete'],
  ['erase', { 'read-only': true }, 'tool "erase" is off; this server was started with --read-only'],
  [
    'write',
    { 'exclude-tools': ['write'] },
    'tool "write" is off; the user has chosen other tools with --tools or --exclude-tools',
  ],
  ['send', {}, 'tool "send" is off; the user can start this server with --allow-remote'],
  ['send', { tools: ['send'] }, 'tool "send" is off; the user can start this server with --allow-remote'],
  ['send', { toolsets: ['all'] }, 'tool "send" is off; the user can start this server with --allow-remote'],
  ['rite', {}, 'unknown tool "rite"; did you mean "write"?'],
])('%s with %j: %s', async (name, selection, message) => {
  const { options } = selectTools({ name: 'server', version: '1.0.0', tools }, { ...ALL, ...selection });
  await using client = await connect(defineServer(options));
  await expect(client.request('tools/call', { name })).rejects.toMatchObject({
    code: -32602,
    message: `Invalid params: ${message}`,
  });
});

test.each([
  [{}, 'Off without a flag: erase (--toolsets delete); send (--allow-remote).'],
  [{ toolsets: ['all'] }, 'Off without a flag: send (--allow-remote).'],
  [
    { 'read-only': true },
    'Off without a flag: all that changes something (this server was started with --read-only).',
  ],
  [{ 'exclude-tools': ['send'], toolsets: ['delete'] }, undefined],
  [{ tools: ['look'] }, undefined],
])('with %j the instructions end with: %s', (selection, sentence) => {
  const info = { name: 'server', version: '1.0.0', tools };
  expect(selectTools(info, { ...ALL, ...selection }).options.instructions).toBe(sentence);
  const { options } = selectTools({ ...info, instructions: 'Look first.' }, { ...ALL, ...selection });
  expect(options.instructions).toBe(sentence === undefined ? 'Look first.' : `Look first. ${sentence}`);
});

test('--toolsets all enables every toolset, and an unlisted tool can be called', async () => {
  const { options } = selectTools({ name: 'server', version: '1.0.0', tools }, { ...ALL, toolsets: ['all'] });
  await using client = await connect(defineServer(options));
  const { tools: listed } = await client.request('tools/list', {});
  expect((listed as { name: string }[]).map(({ name }) => name)).toEqual(['look', 'write', 'erase']);
  const called = { content: [{ type: 'text', text: 'written' }] };
  expect(await client.request('tools/call', { name: 'write_old' })).toMatchObject(called);
});

test('a registry offers only enabled tools, even if added or updated later', async () => {
  const registry = toolRegistry(tools);
  const { look, later, former } = {
    look: defineTool({ name: 'look2', annotations: { readOnlyHint: true }, run: () => 'looked' }),
    later: defineTool({ name: 'later', run: () => 'done' }),
    former: defineTool({ name: 'look', run: () => 'writes now' }),
  };
  const info = { name: 'server', version: '1.0.0', pageSize: 1 };
  const { options } = selectTools({ ...info, tools: registry }, { ...ALL, 'read-only': true });
  await using client = await connect(defineServer(options));
  const listed = async (): Promise<unknown[]> => {
    const names: unknown[] = [];
    let cursor: unknown;
    do {
      const page = await client.request('tools/list', cursor === undefined ? {} : { cursor });
      names.push(...(page['tools'] as { name: string }[]).map(({ name }) => name));
      cursor = page['nextCursor'];
    } while (cursor !== undefined);
    return names;
  };
  registry.add(later);
  registry.add(look);
  expect(await listed()).toEqual(['look', 'look2']);
  await expect(client.request('tools/call', { name: 'later' })).rejects.toMatchObject({
    message: 'Invalid params: tool "later" is off; this server was started with --read-only',
  });
  registry.update(former);
  expect(await listed()).toEqual(['look2']);
  const names = [...registry].map(({ name }) => name);
  expect(names.join(' ')).toBe('look write erase send write_old later look2');
});

test('--read-only applies to tools added later', async () => {
  const tool = (name: string, readOnlyHint: boolean) =>
    defineTool({ name, annotations: { readOnlyHint }, run: () => name });
  const registry = toolRegistry([tool('read', true), tool('write', false)]);
  const info = { name: 'server', version: '1.0.0', tools: registry };
  await using client = await connect(defineServer(selectTools(info, { ...ALL, 'read-only': true }).options));
  registry.add(tool('write-later', false));
  registry.add(tool('read-later', true));
  const { tools: listed } = await client.request('tools/list');
  expect(listed).toMatchObject([{ name: 'read' }, { name: 'read-later' }]);
});

test('--exclude-tools also disables the aliases of a tool', async () => {
  const put = defineTool({ name: 'put', aliasOf: 'write', listed: false, run: () => 'written' });
  const server = { name: 'server', version: '1.0.0', tools: [...tools, put] };
  const call = async (excluded: string, name: string): Promise<unknown> => {
    const { options } = selectTools(server, { ...ALL, 'exclude-tools': [excluded] });
    await using client = await connect(defineServer(options));
    return await client.request('tools/call', { name });
  };
  await expect(call('write', 'put')).rejects.toMatchObject({
    message:
      'Invalid params: tool "put" is off; the user has chosen other tools with --tools or --exclude-tools',
  });
  await expect(call('put', 'write')).resolves.toMatchObject({ content: [{ type: 'text', text: 'written' }] });
});
