import { expect, test } from 'vitest';
import { serveNew } from '../setup.ts';

test('returns the plan and warns of full scans', async () => {
  await using server = await serveNew();
  const query = 'SELECT * FROM customers c JOIN orders o ON o.customer = c.id WHERE c.name = ?';
  expect(await server.data('explain_query', { query, params: ['Ada'] })).toEqual({
    plan: ['SCAN c', 'SEARCH o USING INDEX orders_by_customer (customer=?)'],
    full_scans: ['c'],
    indexes_used: ['orders_by_customer'],
    advice: 'It reads all rows of c; an index would help on customers(name).',
  });
  const search = await server.data('explain_query', { query: 'DELETE FROM customers WHERE id = 1' });
  expect(search).not.toHaveProperty('full_scans');
  expect(search).not.toHaveProperty('advice');
});

test('suggests the columns for which SQLite itself would use an index, and leaves the database alone', async () => {
  await using server = await serveNew(
    `CREATE TABLE "two words" (a, "b c", d); CREATE TABLE t (a, e); CREATE VIEW v AS SELECT * FROM t;
     CREATE VIRTUAL TABLE words USING fts5 (word);`,
  );
  for (const [query, hint] of [
    ['SELECT * FROM "two words" WHERE "b c" = ?', 'an index would help on two words(b c)'],
    [
      'SELECT * FROM t JOIN "two words" w ON w.d = t.a WHERE t.e > 5',
      'an index would help on two words(d), t(a), t(e)',
    ],
    ['SELECT * FROM t ORDER BY e', 'an index would help on t(e)'],
    ['SELECT * FROM t WHERE a + 1 = 2', 'no index on one column would help'],
    ["SELECT * FROM words, t WHERE word = 'x'", 'an index may help if the query wants few of them'],
  ] as const)
    expect(
      await server.data('explain_query', { query, params: query.includes('?') ? [1] : [] }),
    ).toMatchObject({
      advice: expect.stringMatching(new RegExp(`; ${hint.replaceAll(/[()]/g, String.raw`\$&`)}\\.$`)),
    });
  expect(
    await server.rows("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL"),
  ).toEqual([]);
});

test('the plan reflects the current schema, whoever changed it', async () => {
  await using server = await serveNew();
  const query = 'SELECT * FROM orders WHERE item = ?';
  const params = ['tea'];
  const planOf = async () => (await server.data('explain_query', { query, params }))?.['plan'];
  const byRead = async () =>
    ((await server.rows(`EXPLAIN QUERY PLAN ${query}`, params)) as unknown[][]).map((row) => row[3]);
  const scan = ['SCAN orders'];
  const search = ['SEARCH orders USING INDEX by_item (item=?)'];
  expect(await planOf()).toEqual(scan);
  await server.call('write_query', { query: 'CREATE INDEX by_item ON orders (item)' });
  expect(await planOf()).toEqual(search);
  expect(await byRead()).toEqual(search);
  await server.call('write_query', { query: 'DROP INDEX by_item' });
  expect(await byRead()).toEqual(scan);
  expect(await planOf()).toEqual(scan);
  server.dir.database('shop.db', 'CREATE INDEX by_item ON orders (item)');
  expect(await planOf()).toEqual(search);
});

test('names tables and indexes exactly, and warns where an index could help', async () => {
  const sql = 'CREATE TABLE "two words" (x, y); CREATE INDEX "by x" ON "two words" (x); CREATE TABLE t (a);';
  await using server = await serveNew(sql);
  for (const [query, full_scans, indexes_used] of [
    ['SELECT * FROM "two words"', ['two words'], []],
    ['SELECT * FROM t LEFT JOIN "two words" w ON w.x = 1', ['t'], ['by x']],
    ['SELECT x FROM "two words"', [], ['by x']],
    ['SELECT * FROM t, json_each(t.a)', ['t'], []],
    ['SELECT * FROM t JOIN "two words" w ON t.a = w.y', ['t'], []],
    ['WITH c AS MATERIALIZED (SELECT * FROM t) SELECT * FROM c', ['t'], []],
    ['SELECT * FROM (VALUES (1), (2)) v', [], []],
  ] as const) {
    const found = await server.data('explain_query', { query });
    expect([found?.['full_scans'] ?? [], found?.['indexes_used'] ?? []]).toEqual([full_scans, indexes_used]);
  }
});
