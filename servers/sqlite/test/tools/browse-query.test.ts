import { expect, test } from 'vitest';
import { countTo, serveFile, SHOP, textsOf } from '../setup.ts';

const server = await serveFile(`${SHOP}
  CREATE TABLE many (id INTEGER PRIMARY KEY, word TEXT);
  INSERT INTO many ${countTo(2500)} SELECT i, 'Word ' || (i % 7) FROM c;`);

test('any part of the rows can be read, with how many there are in all', async () => {
  const query = 'SELECT id, word FROM many ORDER BY id;';
  const page = await server.call('browse_query', { query, offset: 2400, limit: 1000 });
  expect(page.structuredContent).toMatchObject({ columns: ['id', 'word'], total: 2500 });
  const rows = page.structuredContent?.['rows'] as unknown[];
  expect(rows.length).toBe(100);
  expect(rows.at(-1)).toEqual([2500, 'Word 1']);
  expect(textsOf(page)).toEqual(['100 of 2500 rows, from row 2401: id, word']);
});

test('a page can be read without counting all rows', async () => {
  const args = { query: 'SELECT id FROM many', offset: 9, limit: 1, count: false };
  const page = await server.call('browse_query', args);
  expect(page.structuredContent).toEqual({ columns: ['id'], rows: [[10]] });
  expect(textsOf(page)).toEqual(['1 rows, from row 10: id']);
});

test('rows are sorted by a column and filtered by what columns contain', async () => {
  const query = 'SELECT id, word, id AS id FROM many WHERE id <= ?2 -- a comment';
  expect(
    await server.data('browse_query', {
      query,
      params: [0, 2000],
      sort_column: 3,
      descending: true,
      filters: [
        { column: 2, contains: 'wORD 3' },
        { column: 1, contains: '99' },
      ],
      limit: 2,
    }),
  ).toEqual({
    columns: ['id', 'word', 'id'],
    rows: [
      [1998, 'Word 3', 1998],
      [1991, 'Word 3', 1991],
    ],
    total: 7,
  });
});

test('a filter stays a text, whatever is in it', async () => {
  const values = ["it's", "') OR 1=1 --", '%', '🎵', '\u202eabc'];
  const query = 'SELECT value FROM json_each(?)';
  for (const contains of values) {
    const args = { query, params: [JSON.stringify(values)], filters: [{ column: 1, contains }] };
    const found = await server.data('browse_query', args);
    expect(found).toMatchObject({ rows: [[contains]], total: 1 });
  }
});

test.each(["SELECT ';--' AS v ; -- that's all;", 'SELECT ";" AS v FROM (SELECT 1 AS ";") /* ; */;'])(
  'a comment behind the semicolon is left out: %s',
  async (query) => {
    const found = await server.data('browse_query', { query, sort_column: 1 });
    expect(found).toMatchObject({ columns: ['v'], total: 1 });
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
  await server.failure('browse_query', { query, ...more });
  expect(await server.rows('SELECT count(*) FROM customers')).toEqual([[2]]);
});
