// import_rows: inserts CSV and JSON lines, or reports the rows that it cannot insert.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { serve, serveFile, serveNew, SHOP, temporary, textsOf } from '../setup.ts';

/** Shared by tests that change nothing. */
const shop = await serveFile();

const CSV = 'id,name,price,code,sold\r\n1,"tea, green",2.50,007,\r\n2,"said ""no""",10,12,2026-01-31\r\n';

test('a dry run shows guessed types and the first rows; the import then creates the table', async () => {
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
    undo: 'undo_last_write',
  });
  expect(await server.rows('SELECT *, typeof(id), typeof(price) FROM items')).toEqual([
    [1, 'tea, green', 2.5, '007', null, 'integer', 'real'],
    [2, 'said "no"', 10, '12', '2026-01-31', 'integer', 'real'],
  ]);
  await server.call('undo_last_write');
  expect(await server.data('list_tables')).toEqual({ tables: [] });
});

test('rows are inserted into an existing table by column names', async () => {
  await using server = await serveNew();
  for (const [args, last] of [
    [{ text: 'NAME;credit\nZoë;1,5\n' }, ['Zoë', 1.5]],
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
  ['id,name\n7,"x\n', /^This is not CSV: record 2 has a quote that is never closed/],
  ['id,nmae\n7,x\n', /table customers has no column named nmae\. Did you mean customers\.name\?$/],
  ['{"id":7}\n{"id":\n[1]\n', /^Row 2 is not a JSON object\. Row 3 is not a JSON object\./],
  ['{"id":9007199254740993,"name":"x"}', /^Row 1, id: is an integer beyond 2\^53/],
  ['id,ID\n1,2\n', /^Two columns are called "id"\./],
  ['id,\n1,2\n', /^A column has no name\./],
  ['id,name\n', /^There are no rows\./],
  ['', /^There are no rows\./],
])('%j is refused as a whole, with the rows at fault', async (text, problem) => {
  const said = await shop.failure('import_rows', { table_name: 'customers', text });
  expect(said?.replace('Database error: ', '')).toMatch(problem);
  expect(await shop.rows('SELECT count(*) FROM customers')).toEqual([[2]]);
});

test('names and values never become SQL', async () => {
  await using server = await serveNew();
  const evil = 'x"); DROP TABLE orders; --';
  const text = `"${evil.replaceAll('"', '""')}"\n"${evil.replaceAll('"', '""')}"\n`;
  expect((await server.call('import_rows', { table_name: evil, text })).isError).toBeUndefined();
  const quoted = `"${evil.replaceAll('"', '""')}"`;
  expect(await server.rows(`SELECT ${quoted} FROM ${quoted}`)).toEqual([[evil]]);
  expect(await server.rows('SELECT count(*) FROM orders')).toEqual([[3]]);
  await server.failure('import_rows', { table_name: 'sqlite_schema', text: 'sql\nx\n' });
});

test('files are read only from below the directory of the operator', async () => {
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
  for (const args of [{}, { file: 'a.csv', text: 'name\nx\n' }])
    expect(await server.failure('import_rows', { table_name: 'customers', ...args })).toBe(
      'Rows come from either text or file. Set one of them.',
    );
  const taken = await server.data('import_rows', { table_name: 'customers', file: 'a.csv' });
  expect(taken).toMatchObject({ rows: 1 });
  for (const file of ['../secret.csv', dir.at('secret.csv'), 'link.csv', 'latin.csv', 'none.csv'])
    await server.failure('import_rows', { table_name: 'customers', file });
  expect(await server.rows('SELECT name FROM customers WHERE id > 2')).toEqual([['from a file']]);
});

/** Imports into a new server. Returns the table, and what the answer says about how the rows were read. */
const imported = async (text: string, args: object = {}) => {
  const server = await serveNew('');
  const answer = await server.call('import_rows', { table_name: 't', text, ...args });
  expect([text, answer.isError, answer.content]).toEqual([text, undefined, expect.anything()]);
  const rows = await server.rows('SELECT * FROM t');
  const { columns, read_as: readAs } = answer.structuredContent ?? {};
  await server[Symbol.asyncDispose]();
  return { columns, readAs, rows };
};

test('a column of decimal commas becomes numbers, and one of dates in a national format becomes dates', async () => {
  const text = 'date;customer;amount\n31.12.2026;Ann;7,50\n1.2.2026 9:05;Bob;1.234,5\n';
  expect(await imported(text)).toEqual({
    columns: 'date TEXT, customer TEXT, amount REAL',
    readAs: [
      'separator ";"',
      'date: dates (day, month, year): 31.12.2026 is 2026-12-31',
      'amount: numbers with a decimal comma (7,50)',
    ],
    rows: [
      ['2026-12-31', 'Ann', 7.5],
      ['2026-02-01 09:05', 'Bob', 1234.5],
    ],
  });
});

test.each([
  [
    'n\n"1,234"\n"5,678"\n',
    {},
    '1,234',
    'n: text: 1,234 has a decimal comma or is in thousands; set decimal',
  ],
  ['n\n"1,234"\n', { decimal: ',' }, 1.234, 'n: numbers with a decimal comma (1,234)'],
  ['n\n"1,234"\n', { decimal: '.' }, 1234, 'n: numbers with commas between thousands (1,234)'],
  ['n,m\n"1,234","0,5"\n', {}, 1.234, 'n: numbers with a decimal comma (1,234)'],
  ['n\n"1,234,567.5"\n', {}, 1234567.5, 'n: numbers with commas between thousands (1,234,567.5)'],
  ['n\n1.234\n', { decimal: ',' }, 1234, 'n: numbers with a decimal comma (1.234)'],
  [
    'n\n03/04/2026\n',
    {},
    '03/04/2026',
    'n: text: 03/04/2026 may begin with the day or the month; set dates to dmy or mdy',
  ],
  [
    'n\n03/04/2026\n',
    { dates: 'dmy' },
    '2026-04-03',
    'n: dates (day, month, year): 03/04/2026 is 2026-04-03',
  ],
  ['n\n03/04/2026\n03/31/2026\n', {}, '2026-03-04', 'n: dates (month, day, year): 03/04/2026 is 2026-03-04'],
  [
    'n\n31.02.2026\n',
    {},
    '31.02.2026',
    'n: text: no order of day, month and a year of four digits fits all, like 31.02.2026',
  ],
  [
    'n\n31.12.26\n',
    {},
    '31.12.26',
    'n: text: no order of day, month and a year of four digits fits all, like 31.12.26',
  ],
  [
    'v\n1.9\n1.10\n',
    {},
    '1.9',
    'v: text, because 1.10 would lose its zero; for numbers create the table with REAL first',
  ],
  [
    'v\n1.10\n',
    {},
    '1.10',
    'v: text, because 1.10 would lose its zero; for numbers create the table with REAL first',
  ],
  ['v\n7.50\n12.00\n', {}, 7.5, undefined],
  ['v^w\n7^8\n', { separator: '^' }, 7, 'separator "^"'],
  ['sep=|\nv|w\n7|8,5\n', {}, 7, 'separator "|"'],
  ['v\n\n7\n', {}, 7, '1 empty lines were left out'],
])('%j with %j is read as %j', async (text, args, first, said) => {
  const { rows, readAs = [] } = await imported(text, args);
  expect((rows as unknown[][])[0]?.[0]).toBe(first);
  expect((readAs as unknown[])[0]).toBe(said);
});

test('an existing TEXT column keeps values as written, and others get converted values', async () => {
  await using server = await serveNew('CREATE TABLE t (at TEXT, sum REAL, day DATE, name TEXT)');
  const text = 'at;sum;day;name\n31.12.2026;7,50;31.12.2026;7,50\n';
  expect(await server.data('import_rows', { table_name: 't', text })).toMatchObject({
    read_as: [
      'separator ";"',
      'at: dates (day, month, year): 31.12.2026 is 2026-12-31; kept as written, because the column is TEXT',
      'sum: numbers with a decimal comma (7,50)',
      'day: dates (day, month, year): 31.12.2026 is 2026-12-31',
      'name: numbers with a decimal comma (7,50); kept as written, because the column is TEXT',
    ],
  });
  expect(await server.rows('SELECT * FROM t')).toEqual([['31.12.2026', 7.5, '2026-12-31', '7,50']]);
  const odd = { table_name: 't', text: 'sum\n5\nabc\n' };
  expect(await server.data('import_rows', odd)).toMatchObject({
    read_as: ['sum: not every value is a number, like abc; those stay text'],
  });
});

test('half a million invalid rows delay no other call, and the deadline ends a long import', async () => {
  await using server = await serveNew(SHOP, { timeout: 60 });
  const wrong = server.failure('import_rows', { table_name: 't', text: `a,b\n${'1\n'.repeat(490_000)}` });
  const pause = await longestPause(wrong);
  expect(await wrong).toMatch(/^Row 1 \(record 2\) has 1 values for 2 columns\..* And 489990 more\./);
  expect(pause).toBeLessThan(0.5);
  const right = server.call('import_rows', {
    table_name: 'u',
    text: `a,b\n${'1,2\n'.repeat(490_000)}`,
    dry_run: true,
  });
  expect(await longestPause(right)).toBeLessThan(0.5);
  await using slow = await serveNew(SHOP, { timeout: 0.05 });
  const text = `a,b\n${'1,2\n'.repeat(490_000)}`;
  expect(await slow.failure('import_rows', { table_name: 'u', text })).toMatch(/^The query took longer than/);
});

/** Returns the longest standstill of this process, which is the server, as a share of the working time. */
const longestPause = async (work: Promise<unknown>): Promise<number> => {
  let longest = 0;
  const start = performance.now();
  let last = start;
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 5);
  await work;
  clearInterval(timer);
  return longest / (performance.now() - start);
};
