import { expect, test } from 'vitest';
import { serve, SHOP, temporary, textsOf } from '../setup.ts';

test('gives columns, indexes, foreign keys, triggers and SQL', async () => {
  using dir = temporary();
  const hidden = 'CREATE TABLE "odd "" name" (a INT, b AS (a + 1));';
  await using server = await serve([dir.database('shop.db', SHOP + hidden)]);
  const answer = await server.call('describe_table', { table_name: 'ORDERS' });
  expect(answer.structuredContent).toEqual({
    name: 'orders',
    type: 'table',
    columns: [
      { cid: 0, name: 'id', type: 'INTEGER', notnull: 0, dflt_value: null, pk: 1, hidden: 0 },
      { cid: 1, name: 'customer', type: 'INTEGER', notnull: 0, dflt_value: null, pk: 0, hidden: 0 },
      { cid: 2, name: 'item', type: 'TEXT', notnull: 0, dflt_value: null, pk: 0, hidden: 0 },
    ],
    indexes: [{ name: 'orders_by_customer', unique: 0, origin: 'c', partial: 0, columns: ['customer'] }],
    foreign_keys: [
      expect.objectContaining({ table: 'customers', from: 'customer', to: 'id', on_delete: 'CASCADE' }),
    ],
    triggers: [{ name: 'gone', sql: expect.stringContaining('AFTER DELETE') }],
    sql: expect.stringContaining('CREATE TABLE orders'),
  });
  const odd = await server.call('describe_table', { table_name: 'odd " name' });
  expect(odd.structuredContent?.['columns']).toMatchObject([
    { name: 'a', hidden: 0 },
    { name: 'b', hidden: 2 },
  ]);
});

test('a table that does not exist brings the names of similar ones, and a short echo', async () => {
  using dir = temporary();
  const many = Array.from({ length: 30 }, (_, at) => `CREATE TABLE log_${at} (x);`).join('');
  await using server = await serve([dir.database('shop.db', SHOP + many)]);
  const none = await server.call('describe_table', { table_name: 'costumer' });
  expect(none).toMatchObject({
    isError: true,
    _meta: { error: { code: 'no_such_table', retryable: false } },
  });
  expect(textsOf(none)[0]).toMatch(/^There is no table or view "costumer"\. Tables: customers, /);
  const long = await server.call('describe_table', { table_name: 'x'.repeat(1_000_000) });
  expect(textsOf(long)[0]?.length).toBeLessThan(400);
  const query = await server.call('read_query', { query: 'SELECT * FROM odrers' });
  expect(textsOf(query)[0]).toMatch(/^Database error: no such table: odrers\. Tables: orders, /);
});

test.each(['sqlite_master', 'sqlite_schema'])('describes %s, the table of the schema', async (table) => {
  using dir = temporary();
  await using server = await serve([dir.database('shop.db', SHOP)]);
  const answer = await server.call('describe_table', { table_name: table });
  expect(answer.structuredContent).toMatchObject({
    name: 'sqlite_schema',
    columns: [
      { name: 'type' },
      { name: 'name' },
      { name: 'tbl_name' },
      { name: 'rootpage' },
      { name: 'sql' },
    ],
  });
});

test('a view of a table that is gone gives its SQL', async () => {
  using dir = temporary();
  const broken = 'CREATE TABLE gone (x); CREATE VIEW broken AS SELECT * FROM gone; DROP TABLE gone;';
  await using server = await serve([dir.database('shop.db', SHOP + broken)]);
  expect(await server.call('describe_table', { table_name: 'BROKEN' })).toMatchObject({
    isError: true,
    content: [
      {
        text: 'Database error: no such table: main.gone. Its SQL is: CREATE VIEW broken AS SELECT * FROM gone',
      },
    ],
  });
});
