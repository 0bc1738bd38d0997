import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSchemas, connect } from '@mcp/runtime/testing';
import { defineServer } from '@mcp/runtime';
import { describe, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { Databases } from '../src/databases.ts';
import { toServer } from '../src/server.ts';
import { optionsFor, SHOP, temporary } from './setup.ts';
import type { Input } from '../src/options.ts';

const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;

type Listed = { readonly [member: string]: unknown };

const ICONS = [{ src: expect.stringMatching(/^data:image\/svg/), mimeType: 'image/svg+xml', sizes: ['any'] }];

const READS = [
  'read_query',
  'list_tables',
  'describe_table',
  'search_schema',
  'explain_query',
  'profile_table',
  'export_query',
];
const WRITES = ['write_query', 'execute_batch', 'create_table', 'import_rows', 'undo_last_write'];

const listTools = async (
  positionals: readonly string[],
  given: Partial<Input['flags']>,
  revision: (typeof REVISIONS)[number] = '2025-11-25',
): Promise<Listed[]> => {
  const options = optionsFor(positionals, given);
  await using client = await connect(defineServer(toServer(new Databases(options))), { revision });
  const { tools } = await client.request('tools/list');
  return tools as Listed[];
};

const names = (tools: readonly Listed[]): unknown[] => tools.map(({ name }) => name);

test('which tools there are follows from what may be written', async () => {
  using dir = temporary();
  const path = dir.database('shop.db', SHOP);
  expect(names(await listTools([], { 'db-path': [path] }))).toEqual([...READS, ...WRITES, 'append_insight']);
  const { tools = [] } = toServer(new Databases(optionsFor([path])));
  expect([...tools].flatMap(({ name, offWithout }) => (offWithout === '--write' ? [name] : []))).toEqual(
    WRITES,
  );
  expect(names(await listTools([path], { write: true }))).toContain('write_query');
});

describe('every tool', () => {
  test('has true hints', async () => {
    using dir = temporary();
    const path = dir.database('shop.db', SHOP);
    const tools = await listTools([], { 'db-path': [path] });
    for (const tool of tools) {
      const name = String(tool['name']);
      const reads = READS.includes(name);
      const adds = ['create_table', 'import_rows', 'append_insight'].includes(name);
      expect(tool['annotations']).toEqual({
        readOnlyHint: reads,
        destructiveHint: !reads && !adds,
        idempotentHint: reads,
        openWorldHint: false,
      });
    }
  });
});

test('the server says who it is', async () => {
  using dir = temporary();
  const options = optionsFor([dir.database('shop.db', SHOP)]);
  await using client = await connect(defineServer(toServer(new Databases(options))), {
    revision: '2025-11-25',
  });
  expect(client.server['serverInfo']).toEqual({
    name: 'sqlite',
    title: 'SQLite',
    version: manifest.version,
    description: manifest.description,
    icons: [
      ...ICONS,
      { src: expect.stringMatching(/^data:image\/png/), mimeType: 'image/png', sizes: ['48x48'] },
    ],
  });
  expect(String(client.server['instructions'])).toMatch(/: shop\.$/);
});

test('the README names every tool, prompt and template', async () => {
  using dir = temporary();
  const options = optionsFor([], { 'db-path': [dir.database('shop.db', SHOP)] });
  await using client = await connect(defineServer(toServer(new Databases(options))), {
    revision: '2025-11-25',
  });
  const { tools } = await client.request('tools/list');
  const { prompts } = await client.request('prompts/list');
  const { resourceTemplates } = await client.request('resources/templates/list');
  const named = [
    ...[...(tools as Listed[]), ...(prompts as Listed[])].map(({ name }) => name),
    ...(resourceTemplates as Listed[]).map(({ uriTemplate }) => uriTemplate),
  ];
  const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8');
  expect(named.filter((name) => !readme.includes(`\`${String(name)}`))).toEqual([]);
});

test('the schemas of all tools are legal', async () => {
  using dir = temporary();
  const options = optionsFor([], { 'db-path': [dir.database('shop.db', SHOP)] });
  await expect(checkSchemas(toServer(new Databases(options)))).resolves.toBeUndefined();
});
