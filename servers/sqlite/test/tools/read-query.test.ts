import { expect, test } from 'vitest';
import { BROKEN_VIEW, serve, serveFile, serveNew, SHOP, temporary, textsOf } from '../setup.ts';

const shop = await serveFile(`${SHOP} ${BROKEN_VIEW} CREATE TABLE t (x);`);
const empty = await serveFile('');

test('rows are lists with column names, and types on request, the same as text and as structure', async () => {
  const columns = [
    { name: 'id', type: 'INTEGER', table: 'customers' },
    { name: 'name', type: 'TEXT', table: 'customers' },
    { name: 'credit', type: 'REAL', table: 'customers' },
  ];
  const rows = [
    [1, 'Ada', 0.5],
    [2, 'Grace', 0.5],
  ];
  for (const types of [undefined, false, true]) {
    const shown = types === true ? columns : columns.map(({ name }) => name);
    const answer = { row_count: 2, columns: shown, rows };
    const query = 'SELECT id, name, credit FROM customers';
    expect(await shop.call('read_query', { query, types })).toEqual({
      content: [{ type: 'text', text: JSON.stringify(answer) }],
      structuredContent: answer,
    });
  }
});

test('markdown and csv are for people; the structure is unchanged', async () => {
  const query = "SELECT id, 'a | b, ' || name AS name FROM customers";
  const markdown = await shop.call('read_query', { query, format: 'markdown', limit: 1 });
  expect(textsOf(markdown)).toEqual([
    expect.stringMatching(/^next_cursor: \w+$/),
    'note: There are more rows: call again with next_cursor as cursor, and ORDER BY in the query.',
    '| id | name |\n| --- | --- |\n| 1 | a \\| b, Ada |\n',
  ]);
  // Other servers call it a table.
  expect(await shop.call('read_query', { query, format: 'table', limit: 1 })).toEqual(markdown);
  expect(markdown.structuredContent).toMatchObject({ rows: [[1, 'a | b, Ada']], truncated: true });
  const csv = await shop.call('read_query', { query, format: 'csv' });
  expect(textsOf(csv)).toEqual(['id,name\n1,"a | b, Ada"\n2,"a | b, Grace"\n']);
});

test('every value arrives unchanged', async () => {
  const query =
    "SELECT 9223372036854775807 a, -9007199254740993 b, 9e999 c, x'00ff' d, '2026-01-31' e, NULL f, 'x' f, 1.0 g, 'nul' || char(0) h, 0.0 * 9e999 n";
  expect(await empty.rows(query)).toEqual([
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
});

test('parameters are bound, in a list and by name, and keep their types', async () => {
  const evil = "'; DROP TABLE x; --";
  expect(
    await empty.rows('SELECT ?1, typeof(?2), typeof(?3), typeof(?4)', [evil, 1, 1.5, { blob: '' }]),
  ).toEqual([[evil, 'integer', 'real', 'blob']]);
  expect(
    await empty.rows('SELECT :a, $b, @c', { a: { int64: '9007199254740993' }, ':b': true, c: null }),
  ).toEqual([[{ int64: '9007199254740993' }, 1, null]]);
  for (const [query, params] of [
    ['SELECT ?', []],
    ['SELECT ?', [1, 2]],
    ['SELECT ?', { a: 1 }],
    ['SELECT :a', {}],
    ['SELECT :a, :b', { a: 1 }],
    ['SELECT :a, ?', { a: 1 }],
  ])
    expect(await empty.failure('read_query', { query, params })).toMatch(
      /\. (?:Pass params as a list with one value for each \?, or|It has no named parameters)/,
    );
});

test('pages cover all rows, and a cursor works only for its query', async () => {
  await using server = await serveNew('', { 'max-rows': 4 });
  const query = 'SELECT value FROM json_each(?)';
  const params = ['[1,2,3,4,5,6,7,8,9,10]'];
  const first = await server.call('read_query', { query, params });
  expect(first.structuredContent).toMatchObject({ rows: [[1], [2], [3], [4]], truncated: true });
  expect(first.structuredContent?.['note']).toMatch(/^There are more rows: .*next_cursor/);
  const cursor = first.structuredContent?.['next_cursor'];
  const second = await server.call('read_query', { query, params, cursor, limit: 100 });
  expect(second.structuredContent).toMatchObject({ rows: [[5], [6], [7], [8]], truncated: true });
  const last = await server.call('read_query', {
    query,
    params,
    cursor: second.structuredContent?.['next_cursor'],
  });
  expect(last.structuredContent).toMatchObject({ rows: [[9], [10]] });
  expect(last.structuredContent).not.toHaveProperty('truncated');
  expect(last.structuredContent).not.toHaveProperty('next_cursor');
  expect(await server.failure('read_query', { query: 'SELECT 1', cursor })).toContain('cursor');
});

test('the text of rows is limited, and so is each value', async () => {
  await using server = await serveNew('', { 'max-output-bytes': 1000 });
  const query = "SELECT printf('%.200c', 'x') FROM json_each('[1,2,3,4,5,6,7,8,9]')";
  const answer = await server.call('read_query', { query });
  expect(textsOf(answer)[0]?.length).toBeLessThanOrEqual(1000);
  expect(answer.structuredContent).toMatchObject({ truncated: true });
  const long = await server.call('read_query', { query: "SELECT printf('%.5000c', 'x'), zeroblob(5000)" });
  expect(long.structuredContent).toMatchObject({
    rows: [
      [
        { text: expect.stringMatching(/^x{100,200}$/), length: 5000 },
        { blob: expect.stringMatching(/^A{150}/), length: 5000 },
      ],
    ],
  });
  expect(long.structuredContent?.['note']).toMatch(/substr/);
  const columns = Array.from({ length: 10 }, (_, index) => `zeroblob(200) c${index}`).join();
  const wide = await server.call('read_query', { query: `SELECT ${columns}` });
  expect(textsOf(wide)[0]?.length).toBeLessThanOrEqual(1250);
  expect(wide.structuredContent).toMatchObject({ row_count: 1 });
  expect(wide.structuredContent).not.toHaveProperty('truncated');
});

test('a row that is too long even with all values cut is returned, and the cursor continues after it', async () => {
  await using server = await serveNew('', { 'max-output-bytes': 1000 });
  const columns = Array.from({ length: 300 }, (_, at) => `hex(zeroblob(3000)) c${at}`).join();
  const query = `SELECT ${columns} UNION ALL SELECT ${columns}`;
  const first = await server.data('read_query', { query });
  expect(first).toMatchObject({ row_count: 1, truncated: true });
  const second = await server.data('read_query', { query, cursor: first?.['next_cursor'] });
  expect(second).toMatchObject({ row_count: 1, rows: first?.['rows'] });
});

test.each([
  ['SELECT * FROM nope', 'Database error: no such table: nope. The database has no tables.'],
  ['SELEC 1', 'Only SELECT queries are allowed here. Begin with SELECT, WITH, VALUES, EXPLAIN or PRAGMA.'],
  ['', 'The query is empty. Send one SQL statement.'],
  [
    'SELECT 1; SELECT 2',
    'The supplied SQL string contains more than one statement. Send one statement per call. To write with several, use execute_batch, if the server offers it.',
  ],
])('errors are those of SQLite, with a hint: %j', async (query, message) => {
  expect(await empty.failure('read_query', { query })).toBe(message);
});

test.each([
  ['SELECT nme FROM customers', /^no such column: nme\. Did you mean customers\.name\?$/],
  ['SELECT c.Credits FROM customers c', /^no such column: c\.Credits\. Did you mean customers\.credit\?$/],
  ['SELECT qqq FROM customers', /^no such column: qqq\. list_tables with detail full shows the columns\.$/],
  [
    'SELECT "text" FROM customers',
    /^no such column: "text" - should this be a string literal in single-quotes\?/,
  ],
])('%s: an unknown column is answered with the nearest names or a hint', async (query, message) => {
  const text = await shop.failure('read_query', { query });
  expect(text?.replace('Database error: ', '')).toMatch(message);
});

test('an unknown column of INSERT is answered with the nearest name too', async () => {
  expect(
    textsOf(await shop.call('write_query', { query: 'INSERT INTO customers (nmae) VALUES (1)' })),
  ).toEqual(['Database error: table customers has no column named nmae. Did you mean customers.name?']);
});

test('a database must be named if there are several, and may be omitted to list all', async () => {
  using dir = temporary();
  const paths = ['a.db', 'b.db'].map((name) => dir.database(name, `CREATE TABLE in_${name[0]} (x)`));
  await using server = await serve(paths);
  expect(await server.data('list_tables', { database: 'b' })).toEqual({
    tables: [{ name: 'in_b', type: 'table' }],
  });
  expect(await server.data('list_tables', { detail: 'full' })).toEqual({
    tables: [
      { database: 'a', name: 'in_a', type: 'table', rows: 0, columns: 'x' },
      { database: 'b', name: 'in_b', type: 'table', rows: 0, columns: 'x' },
    ],
  });
  expect(await server.failure('describe_table', { table_name: 'in_a' })).toBe(
    'There are several databases. Name one of these as database: a, b.',
  );
  expect(await server.failure('list_tables', { database: '../a' })).toBe(
    'There is no database "../a". Name one of these as database: a, b.',
  );
});

test.each([
  ['INSERT INTO t VALUES (1)', 'For INSERT use write_query, if the server offers it.'],
  ['WITH a AS (SELECT 1) DELETE FROM t', 'To change data use write_query, if the server offers it.'],
  ['CREATE TABLE u (x)', 'For CREATE TABLE use create_table, if the server offers it.'],
  ['VACUUM', 'For VACUUM use write_query, if the server offers it.'],
  ['BEGIN', 'For a transaction use execute_batch, if the server offers it.'],
  ['DROP TABLE t', 'For DROP use write_query, if the server offers it.'],
])('%s is refused with the name of the right tool', async (query, hint) => {
  expect(await shop.call('read_query', { query })).toMatchObject({
    isError: true,
    _meta: { error: { code: 'not_read_only', retryable: false, hint } },
  });
});

test('names that do not occur in the query, and numbers rounded by JSON, are refused', async () => {
  const refused = (query: string, params: unknown) => empty.failure('read_query', { query, params });
  expect(await refused('SELECT :a', { a: 1, b: 2 })).toBe(
    'The query has no parameter "b". Its named parameters are :a.',
  );
  expect(await refused('SELECT ?', [2 ** 60])).toMatch(
    /^Parameter 1 is an integer beyond 2\^53.*\{"int64": "<digits>"\}/,
  );
});

test('PRAGMA journal_mode can be read but not set', async () => {
  expect(await shop.rows('PRAGMA journal_mode')).toEqual([['delete']]);
  expect((await shop.call('read_query', { query: 'PRAGMA journal_mode = WAL' })).isError).toBe(true);
});

test('a string that equals a forbidden name is only a string', async () => {
  for (const query of [
    "SELECT 'pragma_database_list'",
    "SELECT 1 WHERE 'x' LIKE '%pragma_database_list%'",
    'SELECT 1 -- pragma_database_list',
    "SELECT 1 AS x WHERE x = 'pragma_database_list'",
  ])
    expect([query, (await shop.call('read_query', { query })).isError]).toEqual([query, undefined]);
});

test('TEXT that is not UTF-8 is marked as such', async () => {
  const query = "SELECT x, CAST(x AS BLOB) FROM (SELECT CAST(x'636166e9' AS TEXT) AS x)";
  expect(await shop.rows(query)).toEqual([[{ text: 'caf\uFFFD', replaced: true }, { blob: 'Y2Fm6Q==' }]]);
});

test('nothing reveals the location of the database file', async () => {
  for (const name of [
    'pragma_database_list',
    '"PRAGMA_Database_List"',
    "'pragma_database_list'",
    "t, 'pragma_database_list'",
    "main.'pragma_database_list'",
    "('pragma_database_list')",
    "t WHERE 'x' IN 'pragma_database_list'",
  ]) {
    const refused = 'pragma_database_list is not allowed. Use pragma_table_list.';
    const query = `SELECT file FROM ${name}`;
    expect(await shop.failure('read_query', { query })).toBe(refused);
    for (const begin of ['INSERT INTO t', 'CREATE VIEW v AS'])
      expect(await shop.failure('write_query', { query: `${begin} ${query}` })).toBe(refused);
  }
});

test.each([
  ['SHOW TABLES', /SQLite has no SHOW TABLES: use list_tables, or SELECT name FROM sqlite_schema\.$/],
  ['show columns from orders', /SQLite has no SHOW: use describe_table, or PRAGMA table_info\(name\)\.$/],
  ['DESCRIBE orders', /SQLite has no DESCRIBE: use describe_table, or PRAGMA table_info\(name\)\.$/],
  ['SELECT now()', /^Database error: no such function: now\. SQLite has datetime\('now'\) instead\.$/],
  ["SELECT DATE_TRUNC('month', '2026-01-02')", /SQLite has strftime\('%Y-%m-01', x\) for the month/],
  ['SELECT nonsense(1)', /^Database error: no such function: nonsense\.$/],
])('a feature of other databases is answered with its SQLite equivalent: %s', async (query, message) => {
  expect(await shop.failure('read_query', { query })).toMatch(message);
});

test('TRUNCATE is refused with the equivalent statement of SQLite', async () => {
  expect(await shop.failure('write_query', { query: 'TRUNCATE TABLE orders' })).toMatch(
    /SQLite has no TRUNCATE: use DELETE FROM name with write_query\.$/,
  );
});

test('params are a list of plain values, or an object alone, in a list, or as a string', async () => {
  const { tools } = await shop.client.request('tools/list');
  const [schema] = (tools as readonly { inputSchema: { properties: { params: object } } }[]).map(
    ({ inputSchema }) => inputSchema.properties.params,
  );
  expect(schema).toMatchObject({
    type: 'array',
    items: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'null' }] },
  });
  const named = 'SELECT :a, :b';
  for (const [query, params] of [
    ['SELECT ?, ?', ['x', 5]],
    ['SELECT ?, ?', '["x", 5]'],
    [named, { a: 'x', b: 5 }],
    [named, [{ a: 'x', b: 5 }]],
    [named, '{"a": "x", "b": 5}'],
  ] as const)
    expect([params, await shop.rows(query, params)]).toEqual([params, [['x', 5]]]);
  expect(await shop.rows('SELECT ?', [{ int64: '9007199254740993' }])).toEqual([
    [{ int64: '9007199254740993' }],
  ]);
  expect(await shop.rows('SELECT ?', { int64: '9007199254740993' })).toEqual([
    [{ int64: '9007199254740993' }],
  ]);
  expect(await shop.rows('SELECT ?', 'tea')).toEqual([['tea']]);
});
