// undo_last_write: restores the database, or does nothing and says why.
import { expect, test } from 'vitest';
import { connectUser, host, rowsIn, serve, serveNew, SHOP, temporary } from './setup.ts';

/** Returns the whole content of a database. */
const contentOf = (path: string): unknown => {
  const tables = rowsIn(path, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name");
  return [
    tables.map(([name]) => [name, rowsIn(path, `SELECT * FROM "${String(name)}"`)]),
    rowsIn(path, 'SELECT type, name, sql FROM sqlite_schema ORDER BY name'),
    rowsIn(path, 'PRAGMA user_version'),
    rowsIn(path, 'PRAGMA integrity_check'),
  ];
};

const THINGS = `${SHOP}
  CREATE VIRTUAL TABLE words USING fts5 (word); INSERT INTO words VALUES ('one'), ('two');
  CREATE TABLE parts (a, b, PRIMARY KEY (a, b)) WITHOUT ROWID; INSERT INTO parts VALUES (1, 2);`;

test.each(['DELETE', 'WAL'])('any write is undone, journal mode %s', async (mode) => {
  await using server = await serveNew(`PRAGMA journal_mode = ${mode}; ${THINGS}`);
  const { path } = server;
  const before = contentOf(path);
  const written = [
    ['write_query', { query: 'DELETE FROM orders' }],
    ['write_query', { query: "REPLACE INTO customers (id, name) VALUES (1, 'x'), (9, 'y')" }],
    ['write_query', { query: 'DROP TABLE orders' }],
    ['write_query', { query: 'DELETE FROM words' }],
    ['write_query', { query: 'DROP TABLE words' }],
    ['write_query', { query: 'UPDATE parts SET a = 3' }],
    ['create_table', { query: 'CREATE TABLE made (x)' }],
    ['execute_batch', { statements: [{ query: 'DROP VIEW names' }, { query: 'DELETE FROM customers' }] }],
    [
      'execute_batch',
      { statements: [{ query: 'DELETE FROM parts' }, { query: 'DELETE FROM nope' }], atomic: false },
    ],
  ] as const;
  for (const [name, args] of written) {
    const answer = await server.call(name, args);
    expect([args, answer.isError]).toEqual([args, undefined]);
    expect(contentOf(path)).not.toEqual(before);
    const undone = await server.call('undo_last_write');
    const [sql] = 'query' in args ? [args.query] : args.statements.map(({ query }) => query);
    expect(undone.structuredContent).toEqual({ undone: sql });
    expect(contentOf(path)).toEqual(before);
    expect(await server.failure('undo_last_write')).toMatch(/^There is no write that can be undone\./);
  }
  expect(rowsIn(path, 'PRAGMA journal_mode')).toEqual([[mode.toLowerCase()]]);
});

test('a write that fails, changes nothing or is a dry run leaves the previous restore point', async () => {
  await using server = await serveNew();
  const { path } = server;
  const before = contentOf(path);
  await server.call('write_query', { query: 'DELETE FROM orders WHERE id = 1' });
  await server.call('write_query', { query: 'DELETE FROM orders', dry_run: true });
  await server.call('write_query', { query: 'INSERT INTO customers (id, name) VALUES (1, 1)' });
  expect(await server.data('write_query', { query: 'DELETE FROM orders WHERE id = 99' })).not.toHaveProperty(
    'undo',
  );
  expect(await server.data('undo_last_write')).toHaveProperty('undone');
  expect(contentOf(path)).toEqual(before);
});

test.each(['DELETE', 'WAL'].flatMap((mode) => ['ANALYZE', 'REINDEX'].map((query) => [mode, query] as const)))(
  'journal mode %s: %s is a write that can be undone, but then not the one before it',
  async (mode, query) => {
    await using server = await serveNew(`PRAGMA journal_mode = ${mode}; ${SHOP}`);
    await server.call('write_query', { query: "INSERT INTO orders (item) VALUES ('stays')" });
    const before = contentOf(server.path);
    expect(await server.data('write_query', { query })).toEqual({
      affected_rows: 0,
      undo: 'undo_last_write',
    });
    expect(await server.data('undo_last_write')).toEqual({ undone: query });
    expect(contentOf(server.path)).toEqual(before);
  },
);

test('the first table of an empty database can be undone', async () => {
  using dir = temporary();
  await using server = await serve([dir.at('new.db')]);
  await server.call('create_table', { query: 'CREATE TABLE made (x)' });
  expect((await server.call('undo_last_write')).isError).toBeUndefined();
  expect(await server.data('list_tables')).toEqual({ tables: [] });
});

test.each(['DELETE', 'WAL'])('nothing is undone if another program has written since: %s', async (mode) => {
  await using server = await serveNew(`PRAGMA journal_mode = ${mode}; ${SHOP}`);
  const { path } = server;
  await server.call('write_query', { query: 'DELETE FROM orders' });
  server.dir.database('shop.db', "INSERT INTO orders (item) VALUES ('of another')");
  const after = contentOf(path);
  expect(await server.failure('undo_last_write')).toMatch(
    /^Nothing was undone: another program has changed the database/,
  );
  expect(contentOf(path)).toEqual(after);
});

test('each answer to a write says whether it can be undone', async () => {
  using dir = temporary();
  const filled = `${SHOP} CREATE TABLE big (x); INSERT INTO big VALUES (zeroblob(1100000));`;
  const path = dir.database('shop.db', filled);
  const query = "UPDATE orders SET item = 'x' WHERE id = 1";
  for (const [flag, undo] of [
    [1, 'not available: the database is larger than 1 MB (--max-undo)'],
    [0, 'not available: off (--max-undo)'],
    [2, 'undo_last_write'],
  ] as const) {
    await using server = await serve([path], { 'max-undo': flag });
    expect(await server.data('write_query', { query })).toMatchObject({ undo });
    expect((await server.call('undo_last_write')).isError).toBe(
      undo === 'undo_last_write' ? undefined : true,
    );
    expect(await server.data('write_query', { query: 'VACUUM' })).toMatchObject({
      undo: 'not available for this statement',
    });
  }
});

test('a client undoes only its own writes', async () => {
  await using server = host();
  const first = await server.connect({ transport: 'http', revision: '2025-11-25' });
  const second = await server.connect({ transport: 'http', revision: '2025-11-25' });
  const undo = { name: 'undo_last_write', arguments: {} };
  await first.request('tools/call', { name: 'write_query', arguments: { query: 'DELETE FROM orders' } });
  expect(await second.request('tools/call', undo)).toMatchObject({
    isError: true,
    content: [{ text: 'The last write was by another client.' }],
  });
  expect(await first.request('tools/call', undo)).toMatchObject({
    structuredContent: { undone: 'DELETE FROM orders' },
  });
});

test.each([
  ['accept', undefined],
  ['decline', true],
] as const)('with --confirm the user is asked before a write is undone: %s', async (action, isError) => {
  await using server = host(SHOP, { confirm: 'destructive' });
  const { client, asked } = await connectUser(server, () => ({ action }), '2026-07-28');
  const query = "INSERT INTO orders (item) VALUES ('x')";
  await client.request('tools/call', { name: 'write_query', arguments: { query } });
  const undone = await client.request('tools/call', { name: 'undo_last_write', arguments: {} });
  expect(undone['isError']).toBe(isError);
  expect(asked).toEqual([`In the database shop, undo: ${query}`]);
});
