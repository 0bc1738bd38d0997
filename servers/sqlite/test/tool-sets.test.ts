// Which tools a client sees, and what it reads of those that are off, with the program as a host starts it.
import { mkdtempSync } from 'node:fs';
import { basename, join } from 'node:path';
import { connect } from '@mcp/runtime/testing';
import { afterAll, expect, test } from 'vitest';
import { serveNew, SHOP, temporary } from './setup.ts';

const main = join(import.meta.dirname, '..', 'src', 'main.ts');

const scratch = temporary();
afterAll(() => scratch[Symbol.dispose]());

/** Starts the program beside a new `shop.db`. */
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

test('writing that is off is told with its flag, in the instructions and when it is called', async () => {
  await using client = await start('shop.db');
  expect(client.server['instructions']).toContain(
    ' Off without a flag: write_query, execute_batch, create_table, import_rows, undo_last_write (--write); append_insight (--toolsets demo).',
  );
  const listed = await namesOf(client);
  expect(listed).toEqual(expect.arrayContaining([...READS, 'export_query']));
  for (const name of WRITES) expect(listed).not.toContain(name);
  for (const told of await callAll(client, WRITES))
    expect(told).toMatch(/tool "\w+" is off; the user can start this server with --write$/);
});

test('with --read-only the reason is that flag', async () => {
  await using client = await start('--db-path', 'shop.db', '--read-only');
  expect(client.server['instructions']).toContain(
    ' all that changes something (this server was started with --read-only)',
  );
  for (const told of await callAll(client, WRITES))
    expect(told).toMatch(/is off; this server was started with --read-only$/);
});

test('a server that may write does not say that it is off', async () => {
  await using client = await start('--write', 'shop.db');
  expect(client.server['instructions']).not.toMatch(/--write|write_query/);
  expect(await namesOf(client)).toEqual(expect.arrayContaining(WRITES));
  expect(await namesOf(client)).not.toContain('append_insight');
  expect(await callAll(client, ['append_insight', 'query'])).toEqual([
    expect.stringMatching(/is off; the user can start this server with --toolsets demo$/),
    expect.stringMatching(/is off; the user can start this server with --toolsets minimal$/),
  ]);
});

test.each([
  [[], false],
  [['--write'], true],
  [['--write', '--read-only'], false],
])('--toolsets minimal has two tools; query reads and, with %j, writes: %j', async (flags, mayWrite) => {
  await using client = await start(...flags, 'shop.db', '--toolsets', 'minimal');
  const { tools } = await client.request('tools/list');
  expect(tools).toEqual([
    expect.objectContaining({ name: 'search_schema' }),
    expect.objectContaining({
      name: 'query',
      annotations: expect.objectContaining({ readOnlyHint: !mayWrite, destructiveHint: mayWrite }),
    }),
  ]);
  expect(client.server['instructions']).toContain('Look with search_schema before you query.');
  const run = (query: string) => client.request('tools/call', { name: 'query', arguments: { query } });
  expect(await run('SELECT count(*) FROM orders')).toMatchObject({ structuredContent: { rows: [[3]] } });
  const written = await run(
    'WITH one AS (SELECT 1 AS id) DELETE FROM orders WHERE id IN (SELECT id FROM one)',
  );
  expect(written).toMatchObject(mayWrite ? { structuredContent: { affected_rows: 1 } } : { isError: true });
  const rows = await run('SELECT count(*) FROM orders');
  expect(rows).toMatchObject({ structuredContent: { rows: [[mayWrite ? 2 : 3]] } });
  expect(await callAll(client, ['read_query'])).toEqual([
    expect.stringMatching(/is off; this server was started with --toolsets minimal; use query$/),
  ]);
});

test('what other servers call an argument is read, and told', async () => {
  await using server = await serveNew();
  for (const [name, args] of [
    ['read_query', { sql: 'SELECT 1', limit: 1 }],
    ['write_query', { sql: 'DELETE FROM orders WHERE id = 1' }],
    ['execute_batch', { statements: [{ sql: 'DELETE FROM orders' }] }],
    ['describe_table', { table: 'orders' }],
  ] as const)
    expect([name, (await server.call(name, args)).isError]).toEqual([name, undefined]);
});
