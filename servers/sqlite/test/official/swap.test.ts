// Replaces the official SQLite server in a host's configuration: the same calls work. Answers are JSON instead of
// Python text; the README lists the other intended differences.
import { afterAll, expect, test } from 'vitest';
import { serve, temporary } from '../setup.ts';

/** The database tools of the official server, with their arguments, all of them required. */
const OFFICIAL: { readonly [tool: string]: readonly string[] } = {
  read_query: ['query'],
  write_query: ['query'],
  create_table: ['query'],
  list_tables: [],
  describe_table: ['table_name'],
};

const dir = temporary();
// `--db-path` of a missing file, as in its README. The revision is the one of its time.
const server = await serve([dir.at('new.db')], {}, '2024-11-05');
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  dir[Symbol.dispose]();
});

/** Calls like hosts of the official server. The answer is one text. */
const ask = async (tool: string, args: object = {}): Promise<string> => {
  const { content, isError } = await server.call(tool, args);
  expect([tool, isError, content.length]).toEqual([tool, undefined, 1]);
  return content[0]?.text ?? '';
};

/** Returns the parsed JSON of an answer's text. */
const data = async (tool: string, args: object = {}): Promise<unknown> => JSON.parse(await ask(tool, args));

const rows = async (query: string): Promise<unknown> =>
  ((await data('read_query', { query })) as { readonly rows: unknown }).rows;

const failure = (tool: string, args: object) => server.failure(tool, args);

test('every tool is available, with its arguments, and requires no others', async () => {
  const { tools } = await server.client.request('tools/list');
  const listed = tools as readonly {
    readonly name: string;
    readonly inputSchema: { readonly properties: object; readonly required?: readonly string[] };
  }[];
  for (const [name, required] of Object.entries(OFFICIAL)) {
    const schema = listed.find((tool) => tool.name === name)?.inputSchema;
    expect([name, schema?.required ?? []]).toEqual([name, required]);
    expect(Object.keys(schema?.properties ?? {})).toEqual(expect.arrayContaining([...required]));
  }
});

test('the same calls create, fill and query a database', async () => {
  expect(await data('list_tables')).toEqual({ tables: [] });
  expect(
    await data('create_table', {
      query:
        'CREATE TABLE users (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, score REAL DEFAULT 1.5)',
    }),
  ).toEqual({ created: true, table: 'users' });
  expect(await data('list_tables')).toEqual({
    tables: [{ name: 'users', type: 'table' }],
  });
  expect(await data('describe_table', { table_name: 'users' })).toMatchObject({
    columns: [
      { cid: 0, name: 'id', type: 'INTEGER', notnull: 0, dflt_value: null, pk: 1 },
      { cid: 1, name: 'name', type: 'TEXT', notnull: 1, dflt_value: null, pk: 0 },
      { cid: 2, name: 'score', type: 'REAL', notnull: 0, dflt_value: '1.5', pk: 0 },
    ],
  });
  const insert = "INSERT INTO users (name, score) VALUES ('O''Hara', 2), ('Zoë \"Z\"', NULL), ('x', 1e100)";
  expect(await data('write_query', { query: insert })).toMatchObject({ affected_rows: 3 });
  expect(await rows('SELECT * FROM users')).toEqual([
    [1, "O'Hara", 2],
    [2, 'Zoë "Z"', null],
    [3, 'x', 1e100],
  ]);
  expect(await rows('  select count(*) from users where id > 9 ')).toEqual([[0]]);
  expect(await rows("SELECT x'00ff41' AS b, 9223372036854775807 AS i")).toEqual([
    [{ blob: 'AP9B' }, { int64: '9223372036854775807' }],
  ]);
  expect(await rows('SELECT 1 WHERE 0')).toEqual([]);
  expect(await data('write_query', { query: 'UPDATE users SET score = 0 WHERE id < 3' })).toMatchObject({
    affected_rows: 2,
  });
  expect(await data('write_query', { query: 'DELETE FROM users WHERE id = 99' })).toMatchObject({
    affected_rows: 0,
  });
});

test('a failure states its reason', async () => {
  expect(await failure('read_query', { query: 'UPDATE users SET score = 1' })).toBe(
    'Only SELECT queries are allowed here. For UPDATE use write_query, if the server offers it.',
  );
  expect(await failure('write_query', { query: 'SELECT 1' })).toBe(
    'SELECT queries are not allowed for write_query. Use read_query.',
  );
  expect(await failure('create_table', { query: 'DROP TABLE users' })).toMatch(
    /^Only CREATE TABLE statements are allowed here\./,
  );
  expect(await failure('read_query', { query: 'SELECT * FROM nope' })).toBe(
    'Database error: no such table: nope. Tables: users.',
  );
  expect(await failure('write_query', { query: 'INSERT INTO users (name) VALUES (NULL)' })).toBe(
    'Database error: NOT NULL constraint failed: users.name.',
  );
});

test('the differences listed in the README are accurate', async () => {
  expect(await data('write_query', { query: 'CREATE INDEX by_name ON users (name)' })).toEqual({
    affected_rows: 0,
    schema_changes: ['create index by_name'],
    undo: 'undo_last_write',
  });
  expect(await rows('WITH a AS (SELECT 1 AS one) SELECT one FROM a')).toEqual([[1]]);
  expect(await failure('describe_table', { table_name: 'nope' })).toMatch(/no table or view "nope"/);
  expect(await failure('describe_table', { table_name: 'users); DROP TABLE users; --' })).toMatch(/no table/);
  expect(await failure('read_query', { query: 'SELECT 1 AS a, "text" AS b' })).toMatch(/no such column/);
  expect(await failure('write_query', { query: "ATTACH 'x.db' AS x" })).toMatch(/reaches other files/);
  expect(await failure('read_query', {})).toMatch(/query/);
});
