// import_rows: CSV and JSON lines become rows, or the answer says which rows cannot.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { open, serve, SHOP, temporary, textsOf, type Session } from '../setup.ts';

const rowsOf = async (server: Session, query: string): Promise<unknown> =>
  (await server.call('read_query', { query })).structuredContent?.['rows'];

const CSV = 'id,name,price,code,sold\r\n1,"tea, green",2.50,007,\r\n2,"said ""no""",10,12,2026-01-31\r\n';

test('a dry run shows guessed types and the first rows; then the table is there', async () => {
  using dir = temporary();
  await using server = await serve([dir.at('new.db')]);
  const dry = await server.call('import_rows', { table_name: 'items', text: CSV, dry_run: true });
  const columns = 'id INTEGER, name TEXT, price REAL, code TEXT, sold TEXT';
  expect(dry.structuredContent).toEqual({
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
  expect((await server.call('list_tables')).structuredContent).toEqual({ tables: [] });
  const done = await server.call('import_rows', { table_name: 'items', text: CSV });
  expect(done.structuredContent).toEqual({
    table: 'items',
    rows: 2,
    columns,
    schema_changes: ['create table items'],
    dry_run: false,
    undo: 'undo_last_write',
  });
  expect(await rowsOf(server, 'SELECT *, typeof(id), typeof(price) FROM items')).toEqual([
    [1, 'tea, green', 2.5, '007', null, 'integer', 'real'],
    [2, 'said "no"', 10, '12', '2026-01-31', 'integer', 'real'],
  ]);
  await server.call('undo_last_write');
  expect((await server.call('list_tables')).structuredContent).toEqual({ tables: [] });
});

test('rows go into a table that is there, by the names of its columns', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('shop.db', SHOP)]);
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
    expect(await rowsOf(server, query)).toEqual([last]);
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
  using dir = temporary();
  const path = dir.database('shop.db', SHOP);
  await using server = await serve([path]);
  const answer = await server.call('import_rows', { table_name: 'customers', text });
  expect(answer.isError).toBe(true);
  expect(textsOf(answer)[0]?.replace('Database error: ', '')).toMatch(problem);
  expect(await rowsOf(server, 'SELECT count(*) FROM customers')).toEqual([[2]]);
});

test('names and values reach no SQL', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('shop.db', SHOP)]);
  const evil = 'x"); DROP TABLE orders; --';
  const text = `"${evil.replaceAll('"', '""')}"\n"${evil.replaceAll('"', '""')}"\n`;
  expect((await server.call('import_rows', { table_name: evil, text })).isError).toBeUndefined();
  const quoted = `"${evil.replaceAll('"', '""')}"`;
  expect(await rowsOf(server, `SELECT ${quoted} FROM ${quoted}`)).toEqual([[evil]]);
  expect(await rowsOf(server, 'SELECT count(*) FROM orders')).toEqual([[3]]);
  const own = await server.call('import_rows', { table_name: 'sqlite_schema', text: 'sql\nx\n' });
  expect(own.isError).toBe(true);
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
  expect(textsOf(await without.call('import_rows', { table_name: 'customers', file: 'a.csv' }))).toEqual([
    'Files cannot be imported. The user can start this server with --import-dir. Or give the rows as text.',
  ]);
  await using server = await serve([path], { 'import-dir': dir.at('in') });
  expect(
    (await server.call('import_rows', { table_name: 'customers', file: 'a.csv' })).isError,
  ).toBeUndefined();
  for (const file of ['../secret.csv', dir.at('secret.csv'), 'link.csv', 'latin.csv', 'none.csv'])
    expect([file, (await server.call('import_rows', { table_name: 'customers', file })).isError]).toEqual([
      file,
      true,
    ]);
  expect(await rowsOf(server, 'SELECT name FROM customers WHERE id > 2')).toEqual([['from a file']]);
});

test('a hundred thousand rows go in at once, with progress, and a kill leaves none', async () => {
  using dir = temporary();
  const path = dir.database(
    'a.db',
    'CREATE TABLE t (a, b, c); CREATE INDEX by_a ON t (a); CREATE INDEX by_b ON t (b, a);',
  );
  await using server = await serve([path], { timeout: 60 });
  const line = (at: number): string => `${at * 7919},name of ${at},${'x'.repeat(100)}\n`;
  const text = `a,b,c\n${Array.from({ length: 100_000 }, (_, at) => line(at)).join('')}`;
  const id = 'killed';
  const params = { name: 'import_rows', arguments: { table_name: 't', text } };
  const killed = server.client.request('tools/call', params, { id }).then(
    () => 'done',
    () => 'killed',
  );
  const journal = open(path);
  journal.pragma('busy_timeout = 0');
  // The writer holds the lock while it inserts.
  await expect
    .poll(() => {
      try {
        journal.exec('BEGIN IMMEDIATE; ROLLBACK');
        return 'free';
      } catch {
        return 'locked';
      }
    })
    .toBe('locked');
  journal.close();
  server.client.notify('notifications/cancelled', { requestId: id });
  await server.call('read_query', { query: 'SELECT 1' });
  expect(await rowsOf(server, 'SELECT count(*) FROM t')).toEqual([[0]]);
  const done = await server.client.request('tools/call', { ...params, _meta: { progressToken: 'p' } });
  expect(done).toMatchObject({ structuredContent: { rows: 100_000 } });
  const told = server.client
    .notifications('notifications/progress')
    .map((message) => message['params'])
    // A busy machine may have told of a second before the first rows.
    .filter((one) => JSON.stringify(one).includes('rows'));
  expect(told).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((tens) => ({
      progressToken: 'p',
      progress: tens * 10_000,
      total: 100_000,
      message: 'Inserting rows',
    })),
  );
  expect(await rowsOf(server, 'PRAGMA integrity_check')).toEqual([['ok']]);
  void killed;
});
