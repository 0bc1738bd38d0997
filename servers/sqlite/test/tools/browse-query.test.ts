import { expect, test } from 'vitest';
import { serve, SHOP, temporary, textsOf } from '../setup.ts';

const MANY = `
  CREATE TABLE many (id INTEGER PRIMARY KEY, word TEXT);
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
  INSERT INTO many SELECT i, 'Word ' || (i % 7) FROM n;
`;

test('any part of the rows can be read, with how many there are in all', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('many.db', MANY)]);
  const query = 'SELECT id, word FROM many ORDER BY id;';
  const page = await server.call('browse_query', { query, offset: 2400, limit: 1000 });
  expect(page.structuredContent).toMatchObject({ columns: ['id', 'word'], total: 2500 });
  const rows = page.structuredContent?.['rows'] as unknown[];
  expect(rows.length).toBe(100);
  expect(rows.at(-1)).toEqual([2500, 'Word 1']);
  expect(textsOf(page)).toEqual(['100 of 2500 rows, from row 2401: id, word']);
});

test('a page can be read without counting all rows', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('many.db', MANY)]);
  const page = await server.call('browse_query', {
    query: 'SELECT id FROM many',
    offset: 9,
    limit: 1,
    count: false,
  });
  expect(page.structuredContent).toEqual({ columns: ['id'], rows: [[10]] });
  expect(textsOf(page)).toEqual(['1 rows, from row 10: id']);
});

test('rows are sorted by a column and filtered by what columns contain', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('many.db', MANY)]);
  const query = 'SELECT id, word, id AS id FROM many WHERE id <= ?2 -- a comment';
  const page = await server.call('browse_query', {
    query,
    params: [0, 2000],
    sort_column: 3,
    descending: true,
    filters: [
      { column: 2, contains: 'wORD 3' },
      { column: 1, contains: '99' },
    ],
    limit: 2,
  });
  expect(page.structuredContent).toEqual({
    columns: ['id', 'word', 'id'],
    rows: [
      [1998, 'Word 3', 1998],
      [1991, 'Word 3', 1991],
    ],
    total: 7,
  });
});

test('a filter stays a text, whatever is in it', async () => {
  using dir = temporary();
  const values = ["it's", "') OR 1=1 --", '%', '🎵', '\u202eabc'];
  const inserts = values.map((value) => `INSERT INTO t VALUES ('${value.replaceAll("'", "''")}');`);
  await using server = await serve([dir.database('t.db', `CREATE TABLE t (v TEXT); ${inserts.join('')}`)]);
  for (const contains of values) {
    const filters = [{ column: 1, contains }];
    const page = await server.call('browse_query', { query: 'SELECT v FROM t', filters });
    expect(page.structuredContent).toMatchObject({ rows: [[contains]], total: 1 });
  }
});

test.each(["SELECT ';--' AS v ; -- that's all;", 'SELECT ";" AS v FROM (SELECT 1 AS ";") /* ; */;'])(
  'a comment behind the semicolon is left out: %s',
  async (query) => {
    using dir = temporary();
    await using server = await serve([dir.database('t.db', 'CREATE TABLE t (v TEXT);')]);
    const page = await server.call('browse_query', { query, sort_column: 1 });
    expect(page.structuredContent).toMatchObject({ columns: ['v'], total: 1 });
  },
);

test.each([
  ['SELECT 1) UNION SELECT (2', {}],
  ['DELETE FROM customers', {}],
  ['SELECT 1) DELETE FROM customers --', { sort_column: 1 }],
  ['SELECT id FROM customers', { sort_column: 2 }],
  ['SELECT id FROM customers', { filters: [{ column: 9, contains: 'a' }] }],
  ['SELECT id FROM customers', { filters: [{ column: 1, contains: '\0' }] }],
])('%s with %j is refused', async (query, more) => {
  using dir = temporary();
  await using server = await serve([dir.database('shop.db', SHOP)]);
  expect(await server.call('browse_query', { query, ...more })).toMatchObject({ isError: true });
  const left = await server.call('read_query', { query: 'SELECT count(*) FROM customers' });
  expect(left.structuredContent).toMatchObject({ rows: [[2]] });
});
