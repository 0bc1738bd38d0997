// Tools that write, and what they tell.
import { readdirSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { open, serve, SHOP, temporary, textsOf } from '../setup.ts';

test('write_query tells how many rows changed, with triggers and foreign keys apart', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('shop.db', SHOP)]);
  const inserted = await server.call('write_query', {
    query: 'INSERT INTO customers (name) VALUES (?)',
    params: ['Joan'],
  });
  expect(inserted).toEqual({
    content: [{ type: 'text', text: "[{'affected_rows': 1}]" }],
    structuredContent: { affectedRows: 1, lastInsertRowid: 3, dryRun: false },
  });
  const deleted = await server.call('write_query', { query: 'DELETE FROM orders WHERE id = 1' });
  expect(deleted.structuredContent).toEqual({ affectedRows: 1, allAffectedRows: 4, dryRun: false });
  const none = await server.call('write_query', { query: 'DELETE FROM orders WHERE id = 1' });
  expect(none.structuredContent).toEqual({ affectedRows: 0, dryRun: false });
});

test('RETURNING gives rows, and changes all rows even if not all fit', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('shop.db', SHOP)], { 'max-rows': 1 });
  const answer = await server.call('write_query', {
    query: 'UPDATE orders SET item = upper(item) RETURNING id, item',
  });
  expect(textsOf(answer)).toEqual(["[{'affected_rows': 3}]", "[{'id': 1, 'item': 'TEA'}]"]);
  const count = await server.call('read_query', {
    query: 'SELECT count(*) n FROM orders WHERE item = upper(item)',
  });
  expect(textsOf(count)).toEqual(["[{'n': 3}]"]);
});

test('a dry run tells the same and changes nothing', async () => {
  using dir = temporary();
  const path = dir.database('shop.db', SHOP);
  await using server = await serve([path], { 'backup-dir': dir.at('backups') });
  const answer = await server.call('write_query', { query: 'DELETE FROM orders', dryRun: true });
  expect(answer).toEqual({
    content: [
      { type: 'text', text: "[{'affected_rows': 3}]" },
      { type: 'text', text: '[Dry run: nothing was changed.]' },
    ],
    structuredContent: { affectedRows: 3, allAffectedRows: 9, dryRun: true },
  });
  const altered = await server.call('alter_schema', { query: 'DROP TABLE orders', dryRun: true });
  expect(altered.structuredContent).toEqual({
    object: 'orders',
    schemaChanges: ['drop table orders', 'drop index orders_by_customer', 'drop trigger gone'],
    dryRun: true,
  });
  const count = await server.call('read_query', { query: 'SELECT count(*) n FROM orders' });
  expect(textsOf(count)).toEqual(["[{'n': 3}]"]);
  expect(readdirSync(dir.path)).toEqual(['shop.db']);
});

test('statements that end their transaction leave none open', async () => {
  using dir = temporary();
  const rollback = "CREATE TRIGGER no BEFORE UPDATE ON orders BEGIN SELECT raise(ROLLBACK, 'never'); END;";
  await using server = await serve([dir.database('shop.db', SHOP + rollback)]);
  for (const dryRun of [false, true]) {
    const insert = await server.call('write_query', {
      query: "INSERT OR ROLLBACK INTO customers (id, name) VALUES (1, 'x')",
      dryRun,
    });
    expect(textsOf(insert)).toEqual(['Database error: UNIQUE constraint failed: customers.id']);
    const update = await server.call('write_query', { query: 'UPDATE orders SET item = 1', dryRun });
    expect(textsOf(update)).toEqual(['Database error: never']);
  }
  expect((await server.call('write_query', { query: 'DELETE FROM orders' })).isError).toBeUndefined();
});

test('execute_batch is all or nothing, in order, with reads between', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('shop.db', SHOP)]);
  const statements = [
    { query: 'INSERT INTO customers (name) VALUES (:name)', params: { name: 'Joan' } },
    { query: 'SELECT count(*) AS n FROM customers' },
    { query: 'DELETE FROM customers WHERE id = ?', params: [3] },
  ];
  const done = await server.call('execute_batch', { statements });
  expect(textsOf(done)).toEqual(["[{'affected_rows': 1}]\n[{'n': 3}]\n[{'affected_rows': 1}]"]);
  const failing = [
    { query: 'DELETE FROM orders' },
    { query: 'INSERT INTO customers (name) VALUES (NULL)' },
    { query: 'DELETE FROM customers' },
  ];
  const failed = await server.call('execute_batch', { statements: failing });
  expect(failed).toEqual({
    isError: true,
    content: [
      {
        type: 'text',
        text: 'Database error: statement 1: NOT NULL constraint failed: customers.name. Nothing was changed.',
      },
    ],
  });
  const orders = async () =>
    textsOf(await server.call('read_query', { query: 'SELECT count(*) n FROM orders' }));
  expect(await orders()).toEqual(["[{'n': 3}]"]);
  const parts = await server.call('execute_batch', { statements: failing, atomic: false });
  expect(textsOf(parts)).toEqual([
    "[{'affected_rows': 3}]",
    'Database error: statement 1: NOT NULL constraint failed: customers.name. The 1 before it stay.',
  ]);
  expect(parts.structuredContent).toEqual({
    results: [{ affectedRows: 3, allAffectedRows: 9 }],
    failedIndex: 1,
    dryRun: false,
  });
  expect(await orders()).toEqual(["[{'n': 0}]"]);
});

test('ten thousand rows go in at once, and what is read between is bounded as a whole', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('shop.db', SHOP)], { 'max-output-chars': 2000 });
  const query = 'INSERT INTO customers (name) VALUES (?)';
  const inserts = Array.from({ length: 10_000 }, (_, index) => ({ query, params: [`customer ${index}`] }));
  const done = await server.call('execute_batch', { statements: inserts });
  expect(done.structuredContent?.['results']).toHaveLength(10_000);
  expect(textsOf(done)).toEqual(["[{'affected_rows': 1}] × 10000"]);
  const read = { query: 'SELECT * FROM customers' };
  const many = await server.call('execute_batch', { statements: [read, read, read] });
  expect(JSON.stringify(many.content).length).toBeLessThan(5000);
});

test('a change of the schema counts no rows, whatever it deletes', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('shop.db', SHOP)]);
  const statements = [
    { query: 'DROP TRIGGER gone' },
    { query: "INSERT INTO orders (item) VALUES ('x')" },
    { query: 'DROP TABLE orders' },
    { query: 'CREATE TABLE copies AS SELECT * FROM customers' },
  ];
  const done = await server.call('execute_batch', { statements });
  const results = done.structuredContent?.['results'] as readonly { readonly affectedRows: number }[];
  expect(results.map(({ affectedRows }) => affectedRows)).toEqual([0, 1, 0, 0]);
  expect(textsOf(done).slice(1)).toEqual([
    'create table copies',
    'drop table orders',
    'drop index orders_by_customer',
    'drop trigger gone',
  ]);
});

test('execute_batch says how to give parameters', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('shop.db', SHOP)]);
  const statements = [
    { query: 'DELETE FROM orders' },
    { query: 'INSERT INTO orders (item) VALUES (:item)', params: {} },
  ];
  expect(textsOf(await server.call('execute_batch', { statements }))).toEqual([
    'Error: statement 1: Missing named parameters. Give as params a list with one value for each ?, or an object with one ' +
      'for each :name. Nothing was changed.',
  ]);
});

test('execute_batch runs nothing when one statement is not allowed', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('shop.db', SHOP)]);
  const statements = [{ query: 'DELETE FROM orders' }, { query: 'PRAGMA writable_schema = 1' }];
  const answer = await server.call('execute_batch', { statements, atomic: false });
  expect(textsOf(answer)).toEqual(['Error: Statement 1: This PRAGMA may not be used here.']);
  const count = await server.call('read_query', { query: 'SELECT count(*) n FROM orders' });
  expect(textsOf(count)).toEqual(["[{'n': 3}]"]);
});

test('create_table makes tables only', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('a.db', '')]);
  const create = async (query: string) => textsOf(await server.call('create_table', { query }));
  expect(await create('-- new\ncreate /**/ table t (x)')).toEqual(['Table created successfully']);
  expect(await create('CREATE VIRTUAL TABLE f USING fts5 (x)')).toEqual(['Table created successfully']);
  expect(await create('CREATE TABLE IF NOT EXISTS t (x)')).toEqual(['Table created successfully']);
  for (const query of [
    'CREATE TEMP TABLE u (x)',
    'DROP TABLE t',
    'CREATE INDEX i ON t (x)',
    'CREATE VIEW v AS SELECT 1',
  ])
    expect(await create(query)).toEqual(['Error: Only CREATE TABLE statements are allowed']);
  expect(await create('CREATE TABLE t (x)')).toEqual(['Database error: table t already exists']);
});

test('alter_schema copies the database before it destroys something', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('shop.db', SHOP)], { 'backup-dir': dir.at('backups') });
  const created = await server.call('alter_schema', { query: 'CREATE INDEX by_name ON customers (name)' });
  expect(created.structuredContent).toEqual({
    object: 'by_name',
    schemaChanges: ['create index by_name'],
    dryRun: false,
  });
  const dropped = await server.call('alter_schema', { query: 'DROP TABLE orders' });
  const backup = dropped.structuredContent?.['backup'];
  expect(readdirSync(dir.at('backups')).map((name) => dir.at('backups', name))).toEqual([backup]);
  expect(statSync(dir.at('backups')).mode & 0o077).toBe(0);
  const copy = open(String(backup));
  expect(copy.prepare('SELECT count(*) AS n FROM orders').get()).toEqual({ n: 3 });
  copy.close();
  const batch = await server.call('execute_batch', { statements: [{ query: 'DROP INDEX by_name' }] });
  expect(readdirSync(dir.at('backups')).map((name) => dir.at('backups', name))).toContain(
    batch.structuredContent?.['backup'],
  );
  const renamed = await server.call('alter_schema', { query: 'ALTER TABLE customers RENAME TO people' });
  expect(renamed.structuredContent?.['schemaChanges']).toContain('create table people');
  expect(textsOf(await server.call('alter_schema', { query: 'DELETE FROM people' }))).toEqual([
    'Error: Only statements that begin with CREATE, ALTER, DROP are allowed here.',
  ]);
});

test('append_insight adds to the memo', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('a.db', '')]);
  const memo = () => server.client.request('resources/read', { uri: 'memo://insights' });
  expect(await memo()).toMatchObject({
    contents: [
      {
        uri: 'memo://insights',
        mimeType: 'text/plain',
        text: 'No business insights have been discovered yet.',
      },
    ],
  });
  await server.client.request('resources/subscribe', { uri: 'memo://insights' });
  expect(await server.call('append_insight', { insight: 'Tea sells' })).toEqual({
    content: [{ type: 'text', text: 'Insight added to memo' }],
    structuredContent: { count: 1 },
  });
  await server.client.waitFor(
    ({ method, params }) =>
      method === 'notifications/resources/updated' && JSON.stringify(params) === '{"uri":"memo://insights"}',
    10_000,
  );
  await server.call('append_insight', { insight: 'So does rum' });
  expect(await memo()).toMatchObject({
    contents: [
      {
        text:
          '📊 Business Intelligence Memo 📊\n\nKey Insights Discovered:\n\n- Tea sells\n- So does rum\nSummary:\n' +
          'Analysis has revealed 2 key business insights that suggest opportunities for strategic optimization and growth.',
      },
    ],
  });
});
