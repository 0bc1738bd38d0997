import { expect, test } from 'vitest';
import { BROKEN_VIEW, serveFile, SHOP } from '../setup.ts';

const many = Array.from({ length: 30 }, (_, at) => `CREATE TABLE log_${at} (x);`).join('');
const odd = 'CREATE TABLE "odd "" name" (a INT, b AS (a + 1));';
const server = await serveFile(SHOP + many + odd + BROKEN_VIEW);

test('returns columns, indexes, foreign keys, triggers and SQL', async () => {
  expect(await server.data('describe_table', { table_name: 'ORDERS' })).toEqual({
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
  expect(await server.data('describe_table', { table_name: 'odd " name' })).toMatchObject({
    columns: [
      { name: 'a', hidden: 0 },
      { name: 'b', hidden: 2 },
    ],
  });
});

test('an unknown table is answered with similar names, and a short echo', async () => {
  expect(await server.call('describe_table', { table_name: 'costumer' })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/^There is no table or view "costumer"\. Tables: customers, /) }],
    _meta: { error: { code: 'no_such_table', retryable: false } },
  });
  const long = await server.failure('describe_table', { table_name: 'x'.repeat(1_000_000) });
  expect(long?.length).toBeLessThan(400);
  expect(await server.failure('read_query', { query: 'SELECT * FROM odrers' })).toMatch(
    /^Database error: no such table: odrers\. Tables: orders, /,
  );
});

test.each(['sqlite_master', 'sqlite_schema'])('describes %s, the table of the schema', async (table) => {
  expect(await server.data('describe_table', { table_name: table })).toMatchObject({
    name: 'sqlite_schema',
    columns: ['type', 'name', 'tbl_name', 'rootpage', 'sql'].map((name) => ({ name })),
  });
});

test('the view of a deleted table returns its SQL', async () => {
  expect(await server.failure('describe_table', { table_name: 'BROKEN' })).toBe(
    'Database error: no such table: main.gone. Its SQL is: CREATE VIEW broken AS SELECT * FROM gone',
  );
});
