// export_query: saves all rows of a query to a file, regardless of the limits of an answer.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { countTo, optionsFor, serve, temporary } from '../setup.ts';

const dir = temporary();
afterAll(() => dir[Symbol.dispose]());
mkdirSync(dir.at('out'));
const path = dir.database(
  'shop.db',
  `CREATE TABLE t (id INTEGER, note TEXT, data BLOB, price REAL);
   INSERT INTO t VALUES (9007199254740993, 'a "b", c', x'00ff', 1.5), (2, 'two' || char(10) || 'lines | x', NULL, 9e999);
   CREATE TABLE many (i);
   INSERT INTO many ${countTo(2500)} SELECT i FROM c;`,
);
const server = await serve([path], { timeout: 60, 'export-dir': dir.at('out') });
afterAll(() => server[Symbol.asyncDispose]());

const exported = async (args: object): Promise<{ readonly text: string; readonly mimeType: string }> => {
  const answer = await server.call('export_query', { save_to: 'rows', overwrite: true, ...args });
  const { uri, bytes } = answer.structuredContent as { uri: string; bytes: number };
  expect(answer.content[1]).toMatchObject({ type: 'resource_link', uri, size: bytes });
  const text = readFileSync(new URL(uri), 'utf8');
  expect(Buffer.byteLength(text)).toBe(bytes);
  return { text, mimeType: String(Object(answer.content[1])['mimeType']) };
};

test('exports CSV by default', async () => {
  expect(await exported({ query: 'SELECT * FROM t' })).toEqual({
    mimeType: 'text/csv',
    text: 'id,note,data,price\r\n9007199254740993,"a ""b"", c",AP8=,1.5\r\n2,"two\nlines | x",,Infinity\r\n',
  });
});

test('exports JSON with the values of read_query, and numbers a repeated name', async () => {
  const { text, mimeType } = await exported({
    query: 'SELECT id, data, id, price FROM t WHERE id > :least',
    params: { least: 3 },
    format: 'json',
  });
  expect(mimeType).toBe('application/json');
  expect(JSON.parse(text)).toEqual([
    {
      id: { int64: '9007199254740993' },
      data: { blob: 'AP8=' },
      id_2: { int64: '9007199254740993' },
      price: 1.5,
    },
  ]);
});

test('exports a Markdown table', async () => {
  const { text } = await exported({ query: 'SELECT note FROM t', format: 'markdown' });
  expect(text).toBe('| note |\n| --- |\n| a "b", c |\n| two<br>lines \\| x |\n');
});

test('exports more rows than an answer may have', async () => {
  const { text } = await exported({ query: 'SELECT i FROM many' });
  expect(text.split('\r\n')).toHaveLength(2502);
});

test('writes below the directory of the operator only, and replaces a file only when asked', async () => {
  const one = { query: 'SELECT 1 AS one', save_to: 'a.csv' };
  const saved = await server.call('export_query', one);
  const uri = pathToFileURL(dir.at('out', 'a.csv')).href;
  expect(saved.structuredContent).toEqual({ uri, row_count: 1, bytes: 8 });
  const link = { type: 'resource_link', uri, name: 'a.csv', mimeType: 'text/csv', size: 8 };
  expect(saved.content[1]).toEqual(link);
  expect(await server.failure('export_query', { ...one, query: 'SELECT 2' })).toMatch(
    /^"a\.csv" already exists; nothing was written\./,
  );
  expect(readFileSync(dir.at('out', 'a.csv'), 'utf8')).toBe('one\r\n1\r\n');
  const two = { ...one, query: 'SELECT 2 AS two', overwrite: true };
  expect(await server.data('export_query', two)).toMatchObject({ uri });
  expect(readFileSync(dir.at('out', 'a.csv'), 'utf8')).toBe('two\r\n2\r\n');
  await server.failure('export_query', { ...one, save_to: '../b.csv' });
  await using closed = await serve([path]);
  expect(await closed.failure('export_query', { query: 'SELECT 1', save_to: 'a.csv' })).toBe(
    'Files cannot be saved. The user can start this server with --export-dir.',
  );
  expect(() => optionsFor([path], { 'export-dir': dir.at('none') })).toThrow(/is not a directory/);
});

test('only reads, and refuses more data than a file may have', async () => {
  for (const [query, problem] of [
    ['DELETE FROM t', /Only SELECT queries/],
    ['SELECT zeroblob(9000000)', /too long to export/],
    // Small values, which need more memory than text.
    [`${countTo(900_000)} SELECT 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM c`, /too long to export/],
  ] as const)
    expect(await server.failure('export_query', { query, save_to: 'none.csv' })).toMatch(problem);
  expect(existsSync(dir.at('out', 'none.csv'))).toBe(false);
});
