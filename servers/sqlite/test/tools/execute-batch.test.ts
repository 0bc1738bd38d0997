import { expect, test } from 'vitest';
import { serveNew, SHOP } from '../setup.ts';

const ORDERS = { query: 'SELECT count(*) n FROM orders' };

test('is all or nothing, in order, with reads in between', async () => {
  await using server = await serveNew();
  const statements = [
    { query: 'INSERT INTO customers (name) VALUES (:name)', params: { name: 'Joan' } },
    { query: 'SELECT count(*) AS n FROM customers' },
    { query: 'DELETE FROM customers WHERE id = ?', params: [3] },
  ];
  expect(await server.data('execute_batch', { statements })).toEqual({
    affected_rows: 2,
    results: [
      { affected_rows: 1, last_insert_rowid: 3 },
      { affected_rows: 0, returning: { columns: ['n'], rows: [[3]] } },
      { affected_rows: 1 },
    ],
    undo: 'undo_last_write',
  });
  const failing = [
    { query: 'DELETE FROM orders' },
    { query: 'INSERT INTO customers (name) VALUES (NULL)' },
    { query: 'DELETE FROM customers' },
  ];
  expect(await server.failure('execute_batch', { statements: failing })).toBe(
    'Database error: statement 1: NOT NULL constraint failed: customers.name. Nothing was changed.',
  );
  expect(await server.rows(ORDERS.query)).toEqual([[3]]);
  expect(await server.data('execute_batch', { statements: failing, atomic: false })).toEqual({
    affected_rows: 3,
    results: [{ affected_rows: 3, all_affected_rows: 9 }],
    failed_index: 1,
    error:
      'Database error: statement 1: NOT NULL constraint failed: customers.name. The 1 before it were kept.',
    undo: 'undo_last_write',
  });
  expect(await server.rows(ORDERS.query)).toEqual([[0]]);
  const unknown = [{ query: 'WITH a AS (SELECT 1 AS x) SELECT x FROM a' }, { query: 'DELETE FROM order_s' }];
  expect(await server.failure('execute_batch', { statements: unknown })).toBe(
    'Database error: statement 1: no such table: order_s. Nothing was changed. Tables: orders, customers, names.',
  );
  expect(await server.data('execute_batch', { statements: [unknown[0], ORDERS] })).toMatchObject({
    results: [{ returning: { rows: [[1]] } }, { returning: { rows: [[0]] } }],
  });
});

test('ten thousand rows are imported at once, with a limit for concurrent reads', async () => {
  await using server = await serveNew(SHOP, { 'max-output-bytes': 2000 });
  const query = 'INSERT INTO customers (name) VALUES (?)';
  const inserts = Array.from({ length: 10_000 }, (_, index) => ({ query, params: [`customer ${index}`] }));
  const literal = inserts.map((_, at) => ({ query: `INSERT INTO customers (name) VALUES ('c ${at}')` }));
  for (const [statements, affected_rows] of [
    [inserts, 10_000],
    [[...literal.slice(1), { query: 'DELETE FROM orders' }], 10_002],
  ] as const) {
    const done = { affected_rows, results: [], undo: 'undo_last_write' };
    expect(await server.data('execute_batch', { statements })).toEqual(done);
  }
  const read = { query: 'SELECT * FROM customers' };
  const many = await server.call('execute_batch', { statements: [read, read, read] });
  expect(JSON.stringify(many.content).length).toBeLessThan(5000);
});

test('a schema change counts no rows, whatever it deletes', async () => {
  await using server = await serveNew();
  const statements = [
    { query: 'DROP TRIGGER gone' },
    { query: "INSERT INTO orders (item) VALUES ('x')" },
    { query: 'DROP TABLE orders' },
    { query: 'CREATE TABLE copies AS SELECT * FROM customers' },
  ];
  expect(await server.data('execute_batch', { statements })).toMatchObject({
    results: [0, 1, 0, 0].map((affected_rows) => ({ affected_rows })),
    schema_changes: [
      'drop trigger gone',
      'drop table orders',
      'drop index orders_by_customer',
      'create table copies',
    ],
  });
});

test.each([
  [
    ['ALTER TABLE orders RENAME TO old', 'CREATE TABLE orders (x)'],
    [
      'rename table orders to old',
      'alter index orders_by_customer',
      'alter trigger gone',
      'create table orders',
    ],
  ],
  [
    ['DROP VIEW names', 'CREATE VIEW names AS SELECT name FROM customers'],
    ['drop view names', 'create view names'],
  ],
  [
    ['CREATE TABLE a (x)', 'ALTER TABLE a RENAME TO b', 'ALTER TABLE b ADD COLUMN y'],
    ['create table a', 'rename table a to b', 'alter table b'],
  ],
  [['ALTER TABLE customers RENAME COLUMN credit TO score'], ['alter table customers', 'alter trigger gone']],
])('reports the schema changes of each statement: %j', async (queries, changes) => {
  await using server = await serveNew();
  const statements = queries.map((query) => ({ query }));
  expect((await server.data('execute_batch', { statements }))?.['schema_changes']).toEqual(changes);
});

test('explains how to pass parameters', async () => {
  await using server = await serveNew();
  const statements = [
    { query: 'DELETE FROM orders' },
    { query: 'INSERT INTO orders (item) VALUES (:item)', params: {} },
  ];
  expect(await server.failure('execute_batch', { statements })).toBe(
    'statement 1: Missing named parameters. Nothing was changed. Pass params as a list with one value for each ?, or as an ' +
      'object with one for each :name.',
  );
});

test('runs nothing when one statement is not allowed', async () => {
  await using server = await serveNew();
  const statements = [{ query: 'DELETE FROM orders' }, { query: 'PRAGMA writable_schema = 1' }];
  expect(await server.failure('execute_batch', { statements, atomic: false })).toBe(
    'Statement 1: This PRAGMA is not allowed here.',
  );
  expect(await server.rows(ORDERS.query)).toEqual([[3]]);
});
