import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { serve, serveNew, SHOP, temporary } from '../setup.ts';

test('reports the number of changed rows, with triggers and foreign keys apart', async () => {
  await using server = await serveNew();
  const insert = { query: 'INSERT INTO customers (name) VALUES (?)', params: ['Joan'] };
  const inserted = { affected_rows: 1, last_insert_rowid: 3, undo: 'undo_last_write' };
  expect(await server.call('write_query', insert)).toEqual({
    content: [{ type: 'text', text: JSON.stringify(inserted) }],
    structuredContent: inserted,
  });
  expect(await server.data('write_query', { query: 'DELETE FROM orders WHERE id = 1' })).toEqual({
    affected_rows: 1,
    all_affected_rows: 4,
    undo: 'undo_last_write',
  });
  expect(await server.data('write_query', { query: 'DELETE FROM orders WHERE id = 1' })).toEqual({
    affected_rows: 0,
  });
});

test('RETURNING returns rows, and changes all rows even if not all fit', async () => {
  await using server = await serveNew(SHOP, { 'max-rows': 1 });
  const update = 'UPDATE orders SET item = upper(item) RETURNING id, item';
  expect(await server.data('write_query', { query: update })).toMatchObject({
    affected_rows: 3,
    returning: { columns: ['id', 'item'], rows: [[1, 'TEA']], truncated: true },
  });
  const insert = "INSERT INTO orders (id, item) VALUES (9007199254740993, 'x') RETURNING id";
  const inserted = await server.data('write_query', { query: insert });
  expect(inserted).toMatchObject({
    last_insert_rowid: { int64: '9007199254740993' },
    returning: { rows: [[{ int64: '9007199254740993' }]] },
  });
  expect(inserted?.['returning']).not.toHaveProperty('truncated');
  const count = "SELECT count(*) FROM orders WHERE item = upper(item) AND item != 'x'";
  expect(await server.rows(count)).toEqual([[3]]);
});

test('a dry run reports the same and changes nothing', async () => {
  using dir = temporary();
  const path = dir.database('shop.db', SHOP);
  await using server = await serve([path]);
  expect(await server.data('write_query', { query: 'DELETE FROM orders', dry_run: true })).toEqual({
    affected_rows: 3,
    all_affected_rows: 9,
    dry_run: true,
  });
  expect(await server.data('write_query', { query: 'DROP TABLE orders', dry_run: true })).toEqual({
    affected_rows: 0,
    schema_changes: ['drop table orders', 'drop index orders_by_customer', 'drop trigger gone'],
    dry_run: true,
  });
  expect(await server.rows('SELECT count(*) FROM orders')).toEqual([[3]]);
  expect(readdirSync(dir.path)).toEqual(['shop.db']);
});

test('statements that end their transaction leave none open', async () => {
  const rollback = "CREATE TRIGGER no BEFORE UPDATE ON orders BEGIN SELECT raise(ROLLBACK, 'never'); END;";
  await using server = await serveNew(SHOP + rollback);
  for (const dry_run of [false, true]) {
    expect(
      await server.failure('write_query', {
        query: "INSERT OR ROLLBACK INTO customers (id, name) VALUES (1, 'x')",
        dry_run,
      }),
    ).toBe('Database error: UNIQUE constraint failed: customers.id.');
    expect(await server.failure('write_query', { query: 'UPDATE orders SET item = 1', dry_run })).toBe(
      'Database error: never.',
    );
  }
  expect((await server.call('write_query', { query: 'DELETE FROM orders' })).isError).toBeUndefined();
});

test('a read is refused with the name of the right tool', async () => {
  await using server = await serveNew();
  for (const query of ['SELECT 1', 'WITH a AS (SELECT 1) SELECT * FROM a'])
    expect(await server.failure('write_query', { query })).toBe(
      'SELECT queries are not allowed for write_query. Use read_query.',
    );
  expect(await server.failure('write_query', { query: 'PRAGMA journal_mode' })).toBe(
    'This PRAGMA is not allowed here. Use read_query.',
  );
  const two = { query: 'DELETE FROM orders; DELETE FROM customers' };
  expect(await server.call('write_query', two)).toMatchObject({
    content: [
      {
        text:
          'The supplied SQL string contains more than one statement. Send one statement per call. ' +
          'To write with several, use execute_batch, if the server offers it.',
      },
    ],
    _meta: { error: { code: 'several_statements' } },
  });
});

test.each([
  `SELECT * FROM ${'x'.repeat(300_000)}`,
  `SELECT ${'é'.repeat(300_000)}`,
  'SELECT * FROM bad',
  'SELECT * FROM nothing',
])('an error does not repeat long names: %.20s', async (query) => {
  const long = `CREATE TABLE ${'t'.repeat(100_000)} (x); CREATE VIEW bad AS SELECT ${'y'.repeat(100_000)};`;
  await using server = await serveNew(long);
  for (const [tool, args] of [
    ['read_query', { query }],
    ['explain_query', { query }],
    ['describe_table', { table_name: query.split(' ').at(-1) }],
  ] as const) {
    const answer = await server.call(tool, args);
    expect(answer.isError).toBe(true);
    expect(JSON.stringify(answer).length).toBeLessThan(4000);
  }
});

test('the dry run of an UPDATE shows some of its rows before and after', async () => {
  await using server = await serveNew();
  const dryRun = (query: string, params: unknown[] = []) =>
    server.data('write_query', { query, params, dry_run: true });
  expect(await dryRun('UPDATE orders SET item = upper(item) WHERE customer = ?; -- all', [1])).toEqual({
    affected_rows: 2,
    examples: {
      columns: ['id', 'customer', 'item'],
      pairs: [
        { before: [1, 1, 'tea'], after: [1, 1, 'TEA'] },
        { before: [2, 1, 'milk'], after: [2, 1, 'MILK'] },
      ],
    },
    dry_run: true,
  });
  const [from] = [await server.rows('SELECT * FROM orders')];
  expect(
    await dryRun(
      'UPDATE OR IGNORE main."orders" AS o SET item = c.name FROM customers c WHERE c.id = o.customer',
    ),
  ).toMatchObject({
    affected_rows: 3,
    examples: { pairs: [{ before: [1, 1, 'tea'], after: [1, 1, 'Ada'] }, {}, {}] },
  });
  // Other statements have none, and the answer is unchanged.
  expect(await dryRun('UPDATE orders SET item = 1 WHERE id = 9')).toEqual({
    affected_rows: 0,
    dry_run: true,
  });
  expect(await dryRun('UPDATE orders SET item = 1 WHERE id = 1 RETURNING id')).not.toHaveProperty('examples');
  expect(await server.rows('SELECT * FROM orders')).toEqual(from);
});
