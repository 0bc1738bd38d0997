import { expect, test } from 'vitest';
import { open, serve, SHOP, temporary } from '../setup.ts';

test('gives the plan and warns of full scans', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('shop.db', SHOP)]);
  const scan = await server.call('explain_query', {
    query: 'SELECT * FROM customers c JOIN orders o ON o.customer = c.id WHERE c.name = ?',
    params: ['Ada'],
  });
  expect(scan.structuredContent).toEqual({
    plan: ['SCAN c', 'SEARCH o USING INDEX orders_by_customer (customer=?)'],
    full_scans: ['c'],
    indexes_used: ['orders_by_customer'],
    advice: 'It reads all rows of c: an index may help if the query wants few of them.',
  });
  const search = await server.call('explain_query', { query: 'DELETE FROM customers WHERE id = 1' });
  expect(search.structuredContent).toMatchObject({ full_scans: [] });
  expect(search.structuredContent).not.toHaveProperty('advice');
});

test('the plan is that of the schema as it is now, whoever changed it', async () => {
  using dir = temporary();
  const path = dir.database('shop.db', SHOP);
  await using server = await serve([path]);
  const query = 'SELECT * FROM orders WHERE item = ?';
  const params = ['tea'];
  const planOf = async () =>
    (await server.call('explain_query', { query, params })).structuredContent?.['plan'];
  const byRead = async () => {
    const answer = await server.call('read_query', { query: `EXPLAIN QUERY PLAN ${query}`, params });
    const { rows } = answer.structuredContent as { readonly rows: readonly unknown[][] };
    return rows.map((row) => row[3]);
  };
  const scan = ['SCAN orders'];
  const search = ['SEARCH orders USING INDEX by_item (item=?)'];
  expect(await planOf()).toEqual(scan);
  await server.call('write_query', { query: 'CREATE INDEX by_item ON orders (item)' });
  expect(await planOf()).toEqual(search);
  expect(await byRead()).toEqual(search);
  await server.call('write_query', { query: 'DROP INDEX by_item' });
  expect(await byRead()).toEqual(scan);
  expect(await planOf()).toEqual(scan);
  const other = open(path);
  other.exec('CREATE INDEX by_item ON orders (item)');
  other.close();
  expect(await planOf()).toEqual(search);
});

test('names tables and indexes as they are, and warns of what an index could help', async () => {
  using dir = temporary();
  const sql = 'CREATE TABLE "two words" (x, y); CREATE INDEX "by x" ON "two words" (x); CREATE TABLE t (a);';
  await using server = await serve([dir.database('a.db', sql)]);
  const explained = async (query: string) => {
    const { structuredContent } = await server.call('explain_query', { query });
    return [structuredContent?.['full_scans'], structuredContent?.['indexes_used']];
  };
  expect(await explained('SELECT * FROM "two words"')).toEqual([['two words'], []]);
  expect(await explained('SELECT * FROM t LEFT JOIN "two words" w ON w.x = 1')).toEqual([['t'], ['by x']]);
  expect(await explained('SELECT x FROM "two words"')).toEqual([[], ['by x']]);
  expect(await explained('SELECT * FROM t, json_each(t.a)')).toEqual([['t'], []]);
  expect(await explained('SELECT * FROM t JOIN "two words" w ON t.a = w.y')).toEqual([['t'], []]);
  expect(await explained('WITH c AS MATERIALIZED (SELECT * FROM t) SELECT * FROM c')).toEqual([['t'], []]);
  expect(await explained('SELECT * FROM (VALUES (1), (2)) v')).toEqual([[], []]);
});
