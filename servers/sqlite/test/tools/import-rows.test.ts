// import_rows: CSV and JSON lines become rows, or the answer says which rows cannot.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { serve, serveFile, serveNew, SHOP, temporary, textsOf } from '../setup.ts';

/** For what changes nothing. */
const shop = await serveFile();

const CSV = 'id,name,price,code,sold\r\n1,"tea, green",2.50,007,\r\n2,"said ""no""",10,12,2026-01-31\r\n';

test('a dry run shows guessed types and the first rows; then the table is there', async () => {
  using dir = temporary();
  await using server = await serve([dir.at('new.db')]);
  const columns = 'id INTEGER, name TEXT, price REAL, code TEXT, sold TEXT';
  expect(await server.data('import_rows', { table_name: 'items', text: CSV, dry_run: true })).toEqual({
    table: 'items',
    rows: 2,
    columns,
    first_rows: [
      ['1', 'tea, green', '2.50', '007', null],
      ['2', 'said "no"', '10', '12', '2026-01-31'],
    ],
    schema_changes: ['create table items'],
    dry_run: true,
  });
  expect(await server.data('list_tables')).toEqual({ tables: [] });
  expect(await server.data('import_rows', { table_name: 'items', text: CSV })).toEqual({
    table: 'items',
    rows: 2,
    columns,
    schema_changes: ['create table items'],
    dry_run: false,
    undo: 'undo_last_write',
  });
  expect(await server.rows('SELECT *, typeof(id), typeof(price) FROM items')).toEqual([
    [1, 'tea, green', 2.5, '007', null, 'integer', 'real'],
    [2, 'said "no"', 10, '12', '2026-01-31', 'integer', 'real'],
  ]);
  await server.call('undo_last_write');
  expect(await server.data('list_tables')).toEqual({ tables: [] });
});

test('rows go into a table that is there, by the names of its columns', async () => {
  await using server = await serveNew();
  for (const [args, last] of [
    [{ text: 'NAME;credit\nZoë;1,5\n' }, ['Zoë', '1,5']],
    [{ text: '\uFEFFname\tcredit\nTab\t2\n' }, ['Tab', 2]],
    [{ text: 'Joan,3\n', columns: ['name', 'credit'] }, ['Joan', 3]],
    [{ text: '{"name":"J","credit":4}\n\n{"credit":5,"name":["x"]}\n' }, ['["x"]', 5]],
    [{ text: '{"name":"K","other":4}', columns: ['name'] }, ['K', 0.5]],
  ] as const) {
    const done = await server.call('import_rows', { table: 'customers', ...args });
    expect([args, textsOf(done), done.isError]).toEqual([args, expect.anything(), undefined]);
    const query = 'SELECT name, credit FROM customers ORDER BY id DESC LIMIT 1';
    expect(await server.rows(query)).toEqual([last]);
  }
});

test.each([
  [
    'id,name\n1,x\n3,y\n4\n5,z,z\n',
    /^Row 3 \(record 4\) has 1 values for 2 columns\. Row 4 \(record 5\) has 3 /,
  ],
  [
    'id,name\n1,x\n9,\n8,\n',
    /^3 of 3 rows cannot be inserted, so none was\. Row 1: UNIQUE constraint failed: customers\.id\. Row 2: NOT NULL constraint failed/,
  ],
  ['id,name\n7,"x\n', /^It is not CSV: Quote Not Closed/],
  ['id,nmae\n7,x\n', /table customers has no column named nmae\. Did you mean customers\.name\?$/],
  ['{"id":7}\n{"id":\n[1]\n', /^Row 2 is not an object of JSON\. Row 3 is not an object of JSON\./],
  ['{"id":9007199254740993,"name":"x"}', /^Row 1, id: is a whole number beyond 2\^53/],
  ['id,ID\n1,2\n', /^Two columns are called "id"\./],
  ['id,\n1,2\n', /^A column has no name\./],
  ['id,name\n', /^There are no rows\./],
  ['', /^There are no rows\./],
])('%j is refused as a whole, with its rows', async (text, problem) => {
  const said = await shop.failure('import_rows', { table_name: 'customers', text });
  expect(said?.replace('Database error: ', '')).toMatch(problem);
  expect(await shop.rows('SELECT count(*) FROM customers')).toEqual([[2]]);
});

test('names and values reach no SQL', async () => {
  await using server = await serveNew();
  const evil = 'x"); DROP TABLE orders; --';
  const text = `"${evil.replaceAll('"', '""')}"\n"${evil.replaceAll('"', '""')}"\n`;
  expect((await server.call('import_rows', { table_name: evil, text })).isError).toBeUndefined();
  const quoted = `"${evil.replaceAll('"', '""')}"`;
  expect(await server.rows(`SELECT ${quoted} FROM ${quoted}`)).toEqual([[evil]]);
  expect(await server.rows('SELECT count(*) FROM orders')).toEqual([[3]]);
  await server.failure('import_rows', { table_name: 'sqlite_schema', text: 'sql\nx\n' });
});

test('files come from below the directory of the operator only', async () => {
  using dir = temporary();
  mkdirSync(dir.at('in'));
  writeFileSync(dir.at('in', 'a.csv'), 'name\nfrom a file\n');
  writeFileSync(dir.at('secret.csv'), 'name\nsecret\n');
  writeFileSync(dir.at('in', 'latin.csv'), Buffer.from([110, 10, 0xe9, 10]));
  symlinkSync(dir.at('secret.csv'), dir.at('in', 'link.csv'));
  const path = dir.database('shop.db', SHOP);
  await using without = await serve([path]);
  expect(await without.failure('import_rows', { table_name: 'customers', file: 'a.csv' })).toBe(
    'Files cannot be imported. The user can start this server with --import-dir. Or give the rows as text.',
  );
  await using server = await serve([path], { 'import-dir': dir.at('in') });
  const taken = await server.data('import_rows', { table_name: 'customers', file: 'a.csv' });
  expect(taken).toMatchObject({ rows: 1 });
  for (const file of ['../secret.csv', dir.at('secret.csv'), 'link.csv', 'latin.csv', 'none.csv'])
    await server.failure('import_rows', { table_name: 'customers', file });
  expect(await server.rows('SELECT name FROM customers WHERE id > 2')).toEqual([['from a file']]);
});
