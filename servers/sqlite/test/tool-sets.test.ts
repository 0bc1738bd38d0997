// Tools that a client sees, and the messages about disabled ones, with the program as a host starts it.
import { mkdtempSync } from 'node:fs';
import { basename, join } from 'node:path';
import { connect } from '@mcp/runtime/testing';
import { afterAll, expect, test } from 'vitest';
import { serveNew, SHOP, temporary } from './setup.ts';

const main = join(import.meta.dirname, '..', 'src', 'main.ts');

const scratch = temporary();
afterAll(() => scratch[Symbol.dispose]());

/** Starts the program next to a new `shop.db`. */
const start = (...args: readonly string[]) => {
  const cwd = mkdtempSync(scratch.at('start-'));
  scratch.database(join(basename(cwd), 'shop.db'), SHOP);
  return connect({ command: process.execPath, args: [main, ...args], cwd }, { revision: '2025-11-25' });
};

type Client = Awaited<ReturnType<typeof start>>;

const namesOf = async (client: Client): Promise<unknown[]> => {
  const { tools } = await client.request('tools/list');
  return (tools as readonly { readonly name: string }[]).map(({ name }) => name);
};

const callAll = async (client: Client, names: readonly string[]): Promise<string[]> => {
  const told: string[] = [];
  for (const name of names) {
    const call = client.request('tools/call', { name, arguments: {} });
    told.push(await call.then(() => 'done', String));
  }
  return told;
};

const READS = ['read_query', 'list_tables', 'describe_table', 'search_schema', 'explain_query'];
const WRITES = ['write_query', 'execute_batch', 'create_table', 'import_rows', 'undo_last_write'];

test('disabled writing is reported with its flag, in the instructions and when called', async () => {
  await using client = await start('shop.db');
  expect(client.server['instructions']).toContain(
    ' Off without a flag: export_query (--export-dir); write_query, execute_batch, create_table, import_rows, undo_last_write (--write).',
  );
  expect(client.server['instructions']).not.toContain('go through execute_batch');
  const listed = await namesOf(client);
  expect(listed).toEqual(READS);
  for (const name of WRITES) expect(listed).not.toContain(name);
  for (const told of await callAll(client, WRITES))
    expect(told).toMatch(/tool "\w+" is off; the user can start this server with --write$/);
});

test('an argument with one possible value, or that would be refused, is accepted but not listed', async () => {
  await using one = await start('--write', 'shop.db');
  const { tools } = await one.request('tools/list');
  expect(JSON.stringify(tools)).not.toMatch(/"(?:database|file)":/);
  const described = await one.request('tools/call', {
    name: 'describe_table',
    arguments: { table: 'orders', database: 'shop' },
  });
  expect(described).toHaveProperty('structuredContent.name', 'orders');
  await using two = await start('--write', 'shop.db', ':memory:', '--import-dir', '.');
  const listed = (await two.request('tools/list'))['tools'] as readonly { readonly inputSchema: object }[];
  for (const { inputSchema } of listed) expect(inputSchema).toHaveProperty('properties.database');
  expect(JSON.stringify(listed)).toContain('"file":');
});

test('with --read-only that flag is given as the reason', async () => {
  await using client = await start('--db-path', 'shop.db', '--read-only');
  expect(client.server['instructions']).toContain(
    ' all that changes something (this server was started with --read-only)',
  );
  for (const told of await callAll(client, WRITES))
    expect(told).toMatch(/is off; this server was started with --read-only$/);
});

test('a server that may write does not report writing as off', async () => {
  await using client = await start('--write', 'shop.db');
  expect(client.server['instructions']).not.toMatch(/--write|write_query/);
  expect(client.server['instructions']).toContain(' Use execute_batch for several writes.');
  expect(await namesOf(client)).toEqual(expect.arrayContaining(WRITES));
});

test('with --export-dir query results can be saved, unless --read-only is given', async () => {
  await using client = await start('shop.db', '--export-dir', '.');
  expect(await namesOf(client)).toContain('export_query');
  await using closed = await start('shop.db', '--export-dir', '.', '--read-only');
  expect(await callAll(closed, ['export_query'])).toEqual([
    expect.stringMatching(/is off; this server was started with --read-only$/),
  ]);
});

test('argument names of other servers are accepted', async () => {
  await using server = await serveNew();
  for (const [name, args] of [
    ['read_query', { sql: 'SELECT 1', max_rows: 1 }],
    ['write_query', { sql: 'DELETE FROM orders WHERE id = 1' }],
    ['execute_batch', { statements: [{ sql: 'DELETE FROM orders' }] }],
    ['describe_table', { table: 'orders' }],
  ] as const)
    expect([name, (await server.call(name, args)).isError]).toEqual([name, undefined]);
});
