// export_query: all rows of a query as a file, whatever the limits of one answer are.
import { mkdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { optionsFor, serve, temporary, textsOf, type Session } from '../setup.ts';

const dir = temporary();
const path = dir.database(
  'shop.db',
  `CREATE TABLE t (id INTEGER, note TEXT, data BLOB, price REAL);
   INSERT INTO t VALUES (9007199254740993, 'a "b", c', x'00ff', 1.5), (2, 'two' || char(10) || 'lines | x', NULL, 9e999);
   CREATE TABLE many (i);
   INSERT INTO many WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 2500) SELECT i FROM c;`,
);
let server: Session;
beforeAll(async () => {
  server = await serve([path]);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  dir[Symbol.dispose]();
});

const exported = async (args: object): Promise<{ readonly text: string; readonly mimeType: string }> => {
  const answer = await server.call('export_query', args);
  const { uri, bytes } = answer.structuredContent as { uri: string; bytes: number };
  expect(answer.content[1]).toMatchObject({ type: 'resource_link', uri, size: bytes });
  const { contents } = await server.client.request('resources/read', { uri });
  const [file] = contents as readonly { text: string; mimeType: string; uri: string }[];
  expect(file?.uri).toBe(uri);
  expect(Buffer.byteLength(file?.text ?? '')).toBe(bytes);
  return { text: file?.text ?? '', mimeType: file?.mimeType ?? '' };
};

test('as CSV, which is the default', async () => {
  expect(await exported({ query: 'SELECT * FROM t' })).toEqual({
    mimeType: 'text/csv',
    text: 'id,note,data,price\r\n9007199254740993,"a ""b"", c",AP8=,1.5\r\n2,"two\nlines | x",,Infinity\r\n',
  });
});

test('as JSON, with the values of read_query, and a number for a name that comes twice', async () => {
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

test('as a Markdown table', async () => {
  const { text } = await exported({ query: 'SELECT note FROM t', format: 'markdown' });
  expect(text).toBe('| note |\n| --- |\n| a "b", c |\n| two<br>lines \\| x |\n');
});

test('more rows than an answer may have', async () => {
  const { text } = await exported({ query: 'SELECT i FROM many' });
  expect(text.split('\r\n')).toHaveLength(2502);
});

test('save_to writes below the directory of the operator, and replaces a file only when asked', async () => {
  mkdirSync(dir.at('out'));
  await using saving = await serve([path], { 'export-dir': dir.at('out') });
  const save = (args: object) =>
    saving.call('export_query', { query: 'SELECT 1 AS one', save_to: 'a.csv', ...args });
  const saved = await save({});
  const uri = pathToFileURL(dir.at('out', 'a.csv')).href;
  expect(saved.structuredContent).toEqual({ uri, row_count: 1, bytes: 8 });
  expect(saved.content[1]).toEqual({
    type: 'resource_link',
    uri,
    name: 'a.csv',
    mimeType: 'text/csv',
    size: 8,
  });
  expect(textsOf(await save({ query: 'SELECT 2' }))[0]).toMatch(
    /^"a\.csv" exists already; nothing was written\./,
  );
  expect(readFileSync(dir.at('out', 'a.csv'), 'utf8')).toBe('one\r\n1\r\n');
  expect((await save({ query: 'SELECT 2 AS two', overwrite: true })).isError).toBeUndefined();
  expect(readFileSync(dir.at('out', 'a.csv'), 'utf8')).toBe('two\r\n2\r\n');
  expect((await save({ save_to: '../b.csv' })).isError).toBe(true);
  expect(textsOf(await server.call('export_query', { query: 'SELECT 1', save_to: 'a.csv' }))).toEqual([
    'Files cannot be saved. The user can start this server with --export-dir. Or leave save_to out, for a link.',
  ]);
  expect(() => optionsFor([path], { 'export-dir': dir.at('none') })).toThrow(/is not a directory/);
});

test('only reading, and not more than a file may have', async () => {
  const refused = async (query: string) => textsOf(await server.call('export_query', { query }))[0];
  expect(await refused('DELETE FROM t')).toMatch(/Only SELECT queries/);
  expect(await refused('SELECT zeroblob(9000000)')).toMatch(/too long to export/);
  // Small values, which take more memory than text.
  const many =
    'WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 900000) SELECT 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM c';
  expect(await refused(many)).toMatch(/too long to export/);
  const uri = `sqlite://shop/export/csv?query=${encodeURIComponent('DELETE FROM t')}`;
  await expect(server.client.request('resources/read', { uri })).rejects.toThrow(/Only SELECT queries/);
  for (const wrong of [
    'sqlite://shop/export/csv',
    'sqlite://shop/export/xls?query=a',
    'sqlite://x/export/csv?query=a',
  ])
    await expect(server.client.request('resources/read', { uri: wrong })).rejects.toThrow(/not found/i);
});
