// The server's lists.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSchemas } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { Databases } from '../src/databases.ts';
import { toServer } from '../src/server.ts';
import { optionsFor, serveFile } from './setup.ts';

type Listed = { readonly [member: string]: unknown };

const { client, path } = await serveFile();

const ICONS = [{ src: expect.stringMatching(/^data:image\/svg/), mimeType: 'image/svg+xml' }];

const READS = ['read_query', 'list_tables', 'describe_table', 'search_schema', 'explain_query'];
const WRITES = ['write_query', 'execute_batch', 'create_table', 'import_rows', 'undo_last_write'];

const list = async (what: string): Promise<readonly Listed[]> =>
  Object.values(await client.request(`${what}/list`)).flat() as Listed[];

const namesOf = (listed: Iterable<{ readonly name?: unknown }>): unknown[] =>
  [...listed].map(({ name }) => name);

test('the tools depend on the permission to write', async () => {
  expect(namesOf(await list('tools'))).toEqual([...READS, 'export_query', ...WRITES]);
  const { tools: closed = [] } = toServer(new Databases(optionsFor([path])));
  expect(namesOf([...closed].filter(({ tags }) => tags?.includes('--write')))).toEqual(WRITES);
  const { tools: open = [] } = toServer(new Databases(optionsFor([path], { write: true })));
  expect([...open].find(({ name }) => name === 'write_query')?.tags).toBeUndefined();
});

test('the hints of every tool are accurate', async () => {
  for (const { name, annotations } of await list('tools')) {
    const reads = READS.includes(String(name));
    const adds = ['create_table', 'import_rows'].includes(String(name));
    expect(annotations).toEqual({
      readOnlyHint: reads,
      destructiveHint: !reads && !adds,
      idempotentHint: reads || name === 'export_query',
      openWorldHint: false,
    });
  }
});

test('the server describes itself', () => {
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
  const templates = await list('resources/templates');
  const named = [
    ...namesOf([...(await list('tools')), ...(await list('prompts'))]),
    ...templates.map(({ uriTemplate }) => uriTemplate),
  ];
  const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8');
  expect(named.filter((name) => !readme.includes(`\`${String(name)}`))).toEqual([]);
});

test('the schemas of all tools are valid', async () => {
  const options = optionsFor([], { 'db-path': [path] });
  await expect(checkSchemas(toServer(new Databases(options)))).resolves.toBeUndefined();
});
