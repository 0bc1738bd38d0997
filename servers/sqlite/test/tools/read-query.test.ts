import { expect, test } from 'vitest';
import { serve, SHOP, temporary, textsOf } from '../setup.ts';

test('rows come with the official text and as typed columns and lists', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('shop.db', SHOP)]);
  expect(await server.call('read_query', { query: 'SELECT id, name, credit FROM customers' })).toEqual({
    content: [
      {
        type: 'text',
        text: "[{'id': 1, 'name': 'Ada', 'credit': 0.5}, {'id': 2, 'name': 'Grace', 'credit': 0.5}]",
      },
    ],
    structuredContent: {
      columns: [
        { name: 'id', type: 'INTEGER', table: 'customers' },
        { name: 'name', type: 'TEXT', table: 'customers' },
        { name: 'credit', type: 'REAL', table: 'customers' },
      ],
      rows: [
        [1, 'Ada', 0.5],
        [2, 'Grace', 0.5],
      ],
      rowCount: 2,
      truncated: false,
      elapsedMs: expect.any(Number),
    },
  });
});

test('every value arrives as it is', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('a.db', '')]);
  const query =
    "SELECT 9223372036854775807 a, -9007199254740993 b, 9e999 c, x'00ff' d, '2026-01-31' e, NULL f, 'x' f, 1.0 g, 'nul' || char(0) h, 0.0 * 9e999 n";
  const answer = await server.call('read_query', { query });
  expect(answer.structuredContent?.['rows']).toEqual([
    [
      { int64: '9223372036854775807' },
      { int64: '-9007199254740993' },
      { float: 'Infinity' },
      { blob: 'AP8=' },
      '2026-01-31',
      null,
      'x',
      1,
      'nul\u0000',
      null,
    ],
  ]);
  expect(textsOf(answer)).toEqual([
    "[{'a': 9223372036854775807, 'b': -9007199254740993, 'c': inf, 'd': b'\\x00\\xff', 'e': '2026-01-31', 'f': None, 'f': 'x', 'g': 1.0, 'h': 'nul\\x00', 'n': None}]",
  ]);
});

test('parameters are bound, in a list and by name, and keep their types', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('a.db', '')]);
  const rows = async (query: string, params: unknown) =>
    (await server.call('read_query', { query, params })).structuredContent?.['rows'];
  const evil = "'; DROP TABLE x; --";
  expect(await rows('SELECT ?1, typeof(?2), typeof(?3), typeof(?4)', [evil, 1, 1.5, { blob: '' }])).toEqual([
    [evil, 'integer', 'real', 'blob'],
  ]);
  expect(await rows('SELECT :a, $b, @c', { a: { int64: '9007199254740993' }, ':b': true, c: null })).toEqual([
    [{ int64: '9007199254740993' }, 1, null],
  ]);
  for (const [query, params] of [
    ['SELECT ?', []],
    ['SELECT ?', [1, 2]],
    ['SELECT ?', { a: 1 }],
    ['SELECT :a', {}],
    ['SELECT :a, :b', { a: 1 }],
    ['SELECT :a, ?', { a: 1 }],
  ])
    expect(await server.call('read_query', { query, params })).toMatchObject({
      isError: true,
      content: [
        { text: expect.stringMatching(/^Error: .*\. Give as params a list with one value for each \?, or/) },
      ],
    });
});

test('pages lead through all rows, and a cursor is for its query only', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('a.db', '')], { 'max-rows': 4 });
  const query = 'SELECT value FROM json_each(?)';
  const params = ['[1,2,3,4,5,6,7,8,9,10]'];
  const first = await server.call('read_query', { query, params });
  expect(first.structuredContent).toMatchObject({ rows: [[1], [2], [3], [4]], truncated: true });
  expect(textsOf(first)[1]).toMatch(/^\[Only 4 rows\. .*nextCursor/);
  const cursor = first.structuredContent?.['nextCursor'];
  const second = await server.call('read_query', { query, params, cursor, max_rows: 100 });
  expect(second.structuredContent).toMatchObject({ rows: [[5], [6], [7], [8]], truncated: true });
  const last = await server.call('read_query', {
    query,
    params,
    cursor: second.structuredContent?.['nextCursor'],
  });
  expect(last.structuredContent).toMatchObject({ rows: [[9], [10]], truncated: false });
  expect(last.structuredContent).not.toHaveProperty('nextCursor');
  const wrong = await server.call('read_query', { query: 'SELECT 1', cursor });
  expect(wrong).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('cursor') }] });
});

test('the text of rows is bounded, and so is each value', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('a.db', '')], { 'max-output-chars': 1000 });
  const query = "SELECT printf('%.200c', 'x') FROM json_each('[1,2,3,4,5,6,7,8,9]')";
  const answer = await server.call('read_query', { query });
  expect(textsOf(answer)[0]?.length).toBeLessThanOrEqual(1000);
  expect(answer.structuredContent).toMatchObject({ truncated: true });
  const long = await server.call('read_query', { query: "SELECT printf('%.5000c', 'x'), zeroblob(5000)" });
  expect(long.structuredContent).toMatchObject({
    rows: [
      [
        { text: 'x'.repeat(125), length: 5000 },
        { blob: expect.stringMatching(/^A{166}/), length: 5000 },
      ],
    ],
  });
  expect(textsOf(long).at(-1)).toMatch(/substr/);
  const columns = Array.from({ length: 10 }, (_, index) => `zeroblob(200) c${index}`).join();
  const wide = await server.call('read_query', { query: `SELECT ${columns}` });
  expect(textsOf(wide)[0]?.length).toBeLessThanOrEqual(1250);
  expect(wide.structuredContent).toMatchObject({ rowCount: 1, truncated: false });
});

test('errors are those of SQLite, in the official words', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('a.db', '')]);
  const errors = async (query: string) => {
    const answer = await server.call('read_query', { query });
    return [answer.isError, ...textsOf(answer)];
  };
  expect(await errors('SELECT * FROM nope')).toEqual([true, 'Database error: no such table: nope']);
  expect(await errors('SELEC 1')).toEqual([true, 'Error: Only SELECT queries are allowed for read_query']);
  expect(await errors('')).toEqual([true, 'Error: The query is empty. Give one SQL statement.']);
  expect(await errors('SELECT 1; SELECT 2')).toEqual([
    true,
    'Error: The supplied SQL string contains more than one statement',
  ]);
});

test('a database is named when there are several', async () => {
  using dir = temporary();
  const paths = ['a.db', 'b.db'].map((name) => dir.database(name, `CREATE TABLE in_${name[0]} (x)`));
  await using server = await serve(paths);
  const tables = await server.call('list_tables', { database: 'b' });
  expect(textsOf(tables)).toEqual(["[{'name': 'in_b'}]"]);
  expect(await server.call('list_tables')).toMatchObject({
    isError: true,
    content: [{ text: 'There are several databases. Name one as database: a, b.' }],
  });
  expect(await server.call('list_tables', { database: '../a' })).toMatchObject({
    isError: true,
    content: [{ text: 'There is no database "../a". Databases: a, b.' }],
  });
});
