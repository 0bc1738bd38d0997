// The grid's rows: any part of a query's result, sorted and filtered, read with read_query.
import { expect, test } from 'vitest';
import { fetchRows, readRows, type Rows, type Wanted } from '../views/grid/rows.ts';
import { countTo, serveFile, SHOP } from './setup.ts';

const server = await serveFile(`${SHOP}
  CREATE TABLE many (id INTEGER PRIMARY KEY, word TEXT);
  INSERT INTO many ${countTo(2500)} SELECT i, 'Word ' || (i % 7) FROM c;`);

type Input = { readonly query: string; readonly params?: unknown };

/** Calls like the page, whose host forwards tool calls and throws their failures. */
const rowsOf = async (input: Input, wanted: Partial<Wanted>): Promise<Rows> => {
  const callTool = async (name: string, args: object) => {
    const result = await server.call(name, args);
    if (result.isError === true) throw new Error(result.content[0]?.text);
    return result;
  };
  const { columns } = readRows((await server.call('read_query', input)).structuredContent);
  return fetchRows({ callTool }, { input, columns }, { offset: 0, limit: 100, filters: {}, ...wanted });
};

test('any part of the rows can be read, together with the total', async () => {
  const query = 'SELECT id, word FROM many ORDER BY id DESC;';
  const { columns, rows, total } = await rowsOf({ query }, { offset: 2400, limit: 1000 });
  expect([columns, rows.length, total]).toEqual([['id', 'word'], 100, 2500]);
  expect([rows[0], rows.at(-1)]).toEqual([
    [100, 'Word 2'],
    [1, 'Word 1'],
  ]);
});

test('a page can be read without counting all rows', async () => {
  const wanted = { offset: 9, limit: 1, counts: false };
  expect(await rowsOf({ query: 'SELECT id FROM many' }, wanted)).toEqual({ columns: ['id'], rows: [[10]] });
});

test('rows are sorted by a column and filtered by column contents', async () => {
  const query = 'SELECT id, word, id AS id FROM many WHERE id <= ?2 -- a comment';
  const wanted = { sortColumn: 3, descending: true, filters: { 1: 'wORD 3', 0: '99' }, limit: 2 };
  expect(await rowsOf({ query, params: [0, 2000] }, wanted)).toEqual({
    columns: ['id', 'word', 'id'],
    rows: [
      [1998, 'Word 3', 1998],
      [1991, 'Word 3', 1991],
    ],
    total: 7,
  });
});

test('a filter is treated as text, whatever it contains', async () => {
  const values = ["it's", "') OR 1=1 --", '%', '🎵', '\u202eabc'];
  const input = { query: 'SELECT value FROM json_each(?)', params: [JSON.stringify(values)] };
  for (const contains of values)
    expect(await rowsOf(input, { filters: { 0: contains } })).toMatchObject({ rows: [[contains]], total: 1 });
});

test.each(["SELECT ';--' AS v ; -- that's all;", 'SELECT ";" AS v FROM (SELECT 1 AS ";") /* ; */;'])(
  'a comment after the semicolon is ignored: %s',
  async (query) => {
    expect(await rowsOf({ query }, { sortColumn: 1 })).toMatchObject({ columns: ['v'], total: 1 });
  },
);

test.each<[string, Partial<Wanted>]>([
  ['SELECT 1) UNION SELECT (2', {}],
  ['DELETE FROM customers', {}],
  ['SELECT 1) DELETE FROM customers --', { sortColumn: 1 }],
  ['SELECT id FROM customers', { sortColumn: 2 }],
  ['SELECT id FROM customers', { filters: { 8: 'a' } }],
  ['SELECT id FROM customers', { filters: { 0: '\0' } }],
])('%s with %j is refused', async (query, wanted) => {
  await expect(rowsOf({ query }, wanted)).rejects.toThrow(/./);
  expect(await server.rows('SELECT count(*) FROM customers')).toEqual([[2]]);
});
