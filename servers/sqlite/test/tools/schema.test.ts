// Tools that tell what a database is made of, and how queries run.
import { expect, test } from 'vitest';
import { serve, SHOP, temporary, textsOf } from '../setup.ts';

test('list_tables lists tables as the official server does, and more when asked', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('shop.db', SHOP)]);
  expect(await server.call('list_tables')).toEqual({
    content: [{ type: 'text', text: "[{'name': 'customers'}, {'name': 'orders'}]" }],
    structuredContent: {
      tables: [
        { name: 'customers', type: 'table' },
        { name: 'orders', type: 'table' },
      ],
    },
  });
  const all = await server.call('list_tables', { type: 'all', pattern: '%NAMES%', detail: 'full' });
  expect(all.structuredContent).toEqual({ tables: [{ name: 'names', type: 'view', columns: 'name TEXT' }] });
  const counted = await server.call('list_tables', { detail: 'summary' });
  expect(counted).toEqual({
    content: [{ type: 'text', text: "[{'name': 'customers', 'rows': 2}, {'name': 'orders', 'rows': 3}]" }],
    structuredContent: {
      tables: [
        { name: 'customers', type: 'table', rows: 2 },
        { name: 'orders', type: 'table', rows: 3 },
      ],
    },
  });
  const full = await server.call('list_tables', { detail: 'full', pattern: 'o%' });
  expect(textsOf(full)).toEqual([
    "[{'name': 'orders', 'rows': 3, 'columns': 'id INTEGER, customer INTEGER, item TEXT'}]",
  ]);
});

test('a view of a table that is gone hides nothing else', async () => {
  using dir = temporary();
  const broken = 'CREATE TABLE gone (x); CREATE VIEW broken AS SELECT * FROM gone; DROP TABLE gone;';
  await using server = await serve([dir.database('shop.db', SHOP + broken)]);
  const listed = await server.call('list_tables', { type: 'view', detail: 'full' });
  expect(listed.structuredContent).toEqual({
    tables: [
      { name: 'names', type: 'view', columns: 'name TEXT' },
      { name: 'broken', type: 'view', problem: 'Database error: no such table: main.gone' },
    ],
  });
  expect(textsOf(listed)[0]).toContain(
    "{'name': 'broken', 'problem': 'Database error: no such table: main.gone'}",
  );
  expect(await server.call('describe_table', { table_name: 'BROKEN' })).toMatchObject({
    isError: true,
    content: [
      {
        text: 'Database error: no such table: main.gone. Its SQL is: CREATE VIEW broken AS SELECT * FROM gone',
      },
    ],
  });
});

test('list_tables comes in pages', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('shop.db', SHOP)], { 'max-rows': 1 });
  const first = await server.call('list_tables');
  expect(first.structuredContent).toMatchObject({ tables: [{ name: 'customers' }] });
  const cursor = first.structuredContent?.['nextCursor'];
  expect((await server.call('list_tables', { cursor })).structuredContent).toEqual({
    tables: [{ name: 'orders', type: 'table' }],
  });
});

test('describe_table tells columns in the official text, and the rest beside', async () => {
  using dir = temporary();
  const hidden = 'CREATE TABLE "odd "" name" (a INT, b AS (a + 1));';
  await using server = await serve([dir.database('shop.db', SHOP + hidden)]);
  const answer = await server.call('describe_table', { table_name: 'ORDERS' });
  expect(textsOf(answer)).toEqual([
    "[{'cid': 0, 'name': 'id', 'type': 'INTEGER', 'notnull': 0, 'dflt_value': None, 'pk': 1}, " +
      "{'cid': 1, 'name': 'customer', 'type': 'INTEGER', 'notnull': 0, 'dflt_value': None, 'pk': 0}, " +
      "{'cid': 2, 'name': 'item', 'type': 'TEXT', 'notnull': 0, 'dflt_value': None, 'pk': 0}]",
  ]);
  expect(answer.structuredContent).toMatchObject({
    name: 'orders',
    type: 'table',
    indexes: [{ name: 'orders_by_customer', unique: 0, origin: 'c', partial: 0, columns: ['customer'] }],
    foreignKeys: [{ table: 'customers', from: 'customer', to: 'id', on_delete: 'CASCADE' }],
    triggers: [{ name: 'gone', sql: expect.stringContaining('AFTER DELETE') }],
    sql: expect.stringContaining('CREATE TABLE orders'),
  });
  const odd = await server.call('describe_table', { table_name: 'odd " name' });
  expect(odd.structuredContent?.['columns']).toMatchObject([
    { name: 'a', hidden: 0 },
    { name: 'b', hidden: 2 },
  ]);
  const none = await server.call('describe_table', { table_name: 'nope' });
  expect(none).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('"nope"') }] });
});

test('explain_query tells the plan and warns of full scans', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('shop.db', SHOP)]);
  const scan = await server.call('explain_query', {
    query: 'SELECT * FROM customers c JOIN orders o ON o.customer = c.id WHERE c.name = ?',
    params: ['Ada'],
  });
  expect(scan.structuredContent).toEqual({
    plan: ['SCAN c', 'SEARCH o USING INDEX orders_by_customer (customer=?)'],
    fullScans: ['c'],
    indexesUsed: ['orders_by_customer'],
  });
  expect(textsOf(scan)[1]).toBe('[Reads all rows of c: an index may help.]');
  const search = await server.call('explain_query', { query: 'DELETE FROM customers WHERE id = 1' });
  expect(search.structuredContent).toMatchObject({ fullScans: [] });
});

test('explain_query names tables and indexes as they are, and warns of what an index could help', async () => {
  using dir = temporary();
  const sql = 'CREATE TABLE "two words" (x, y); CREATE INDEX "by x" ON "two words" (x); CREATE TABLE t (a);';
  await using server = await serve([dir.database('a.db', sql)]);
  const explained = async (query: string) => {
    const { structuredContent } = await server.call('explain_query', { query });
    return [structuredContent?.['fullScans'], structuredContent?.['indexesUsed']];
  };
  expect(await explained('SELECT * FROM "two words"')).toEqual([['two words'], []]);
  expect(await explained('SELECT * FROM t LEFT JOIN "two words" w ON w.x = 1')).toEqual([['t'], ['by x']]);
  expect(await explained('SELECT x FROM "two words"')).toEqual([[], ['by x']]);
  expect(await explained('SELECT * FROM t, json_each(t.a)')).toEqual([['t'], []]);
  expect(await explained('SELECT * FROM t JOIN "two words" w ON t.a = w.y')).toEqual([['t'], []]);
  expect(await explained('WITH c AS MATERIALIZED (SELECT * FROM t) SELECT * FROM c')).toEqual([['t'], []]);
  expect(await explained('SELECT * FROM (VALUES (1), (2)) v')).toEqual([[], []]);
});
