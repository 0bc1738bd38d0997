// Databases as found in practice.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FOREVER } from './queries.ts';
import { countTo, open, optionsFor, rowsIn, serve, serveNew, SHOP, temporary } from './setup.ts';

const COUNT = { query: 'SELECT count(*) AS n FROM orders' };

test('a missing file is created with its directories for --db-path and with --write only', async () => {
  using dir = temporary();
  await using server = await serve([dir.at('new', 'deep', 'a.db')]);
  expect(await server.data('list_tables')).toEqual({ tables: [] });
  expect(await server.data('create_table', { query: 'CREATE TABLE t (x)' })).toEqual({
    created: true,
    table: 't',
  });
  expect(await server.data('list_tables')).toEqual({
    tables: [{ name: 't', type: 'table' }],
  });
  expect(() => optionsFor([dir.at('nope.db')])).toThrow(/does not exist; --write creates it/);
  expect(() => optionsFor([], { 'db-path': [dir.at('nope.db')], 'read-only': true })).toThrow(
    /does not exist/,
  );
  expect(optionsFor([dir.at('made.db')], { write: true }).files).toEqual([
    { name: 'made', path: dir.at('made.db'), isWritable: true },
  ]);
  const notes: string[] = [];
  const three = { 'db-path': [dir.at('far', 'b.db'), dir.at('c.db'), dir.at('made.db')] };
  optionsFor([], three, (note) => notes.push(note));
  expect(notes).toEqual([
    `created the directory ${dir.at('far')} and the database ${dir.at('far', 'b.db')}`,
    `created the database ${dir.at('c.db')}`,
  ]);
  // Nothing can be created there, and the recursive mkdir of Node.js would retry forever.
  expect(() => optionsFor([], { 'db-path': ['/proc/none/a.db'] })).toThrow(/\/proc\/none\/a\.db: Error: E/);
});

test('directories and devices are refused as databases', () => {
  using dir = temporary();
  mkdirSync(dir.at('sub'));
  expect(() => optionsFor([dir.at('sub')])).toThrow(/is not a file/);
  expect(() => optionsFor([], { 'db-path': ['/dev/null'] })).toThrow(/is not a file/);
});

test('files with the same name get distinct database names, safe in a URI', () => {
  using dir = temporary();
  mkdirSync(dir.at('sub'));
  const paths = [dir.database('my shop.db', ''), dir.database('sub/my shop.sqlite', '')];
  expect(optionsFor(paths).files.map(({ name }) => name)).toEqual(['my-shop', 'my-shop-2']);
});

test('a database given without a flag can be read but not written', async () => {
  using dir = temporary();
  const options = { 'db-path': [] };
  expect(optionsFor([dir.database('shop.db', SHOP)], options).files).toMatchObject([{ isWritable: false }]);
  expect(optionsFor([dir.at('shop.db')], { ...options, write: true }).files).toMatchObject([
    { isWritable: true },
  ]);
  expect(optionsFor([dir.at('shop.db')], { write: true, 'read-only': true }).files).toMatchObject([
    { isWritable: false },
  ]);
});

test('a database in WAL mode is read while another program writes', async () => {
  using dir = temporary();
  const path = dir.database('wal.db', `PRAGMA journal_mode = WAL; ${SHOP}`);
  const other = open(path);
  other.exec("BEGIN IMMEDIATE; INSERT INTO orders (item) VALUES ('x')");
  await using server = await serve([path], { timeout: 3 });
  expect(await server.rows(COUNT.query)).toEqual([[3]]);
  expect(await server.failure('write_query', { query: 'DELETE FROM orders' })).toMatch(
    /^Database error: database is locked\. Another process has locked it/,
  );
  other.exec('COMMIT');
  expect(await server.rows(COUNT.query)).toEqual([[4]]);
  expect(await server.data('write_query', { query: 'DELETE FROM orders' })).toMatchObject({
    affected_rows: 4,
  });
  other.close();
});

test('a locked database is reported, and works again when the lock is released', async () => {
  await using server = await serveNew(SHOP, { timeout: 4 });
  // After the server has opened the file in this process, because closing a file releases its process's locks.
  const other = open(server.path);
  other.exec('BEGIN EXCLUSIVE');
  expect(await server.failure('read_query', COUNT)).toMatch(/database is locked/);
  other.exec('COMMIT');
  other.close();
  expect(await server.rows(COUNT.query)).toEqual([[3]]);
});

test('a file that is not a database, is encrypted or damaged is reported without its path', async () => {
  using dir = temporary();
  const paths = [dir.database('noise.db', SHOP), dir.database('sealed.db', SHOP)];
  const path = dir.database(
    'torn.db',
    `${SHOP} INSERT INTO orders (item) SELECT printf('%.900c', 'x') FROM orders, orders, orders;`,
  );
  // Pages after the first are noise.
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0xa5, 4096));
  await using server = await serve([...paths, path]);
  writeFileSync(dir.at('noise.db'), Buffer.from('not a database '.repeat(500)));
  // Encrypted databases look like this from the first byte.
  writeFileSync(dir.at('sealed.db'), randomBytes(8192));
  for (const each of paths)
    expect(() => optionsFor([each])).toThrow(`${each} is not a SQLite database, or it is encrypted`);
  const query = 'SELECT 1 FROM sqlite_schema';
  for (const database of ['noise', 'sealed'])
    expect(await server.failure('read_query', { query, database })).toBe(
      'Database error: file is not a database. It may be encrypted, or not a SQLite database at all.',
    );
  const torn = await server.failure('read_query', { ...COUNT, database: 'torn' });
  expect(torn).toMatch(/^Database error: .*malformed.* Tell the user\.$/);
  expect(torn).not.toContain(dir.path);
});

test('a table of a million rows is counted, read in pages and described', async () => {
  const rows = `INSERT INTO t ${countTo(1_000_000)} SELECT i FROM c`;
  const table = `CREATE TABLE t (i INTEGER PRIMARY KEY); ${rows}`;
  await using server = await serveNew(table, { 'max-rows': 3 });
  expect(await server.data('list_tables', { detail: 'summary' })).toEqual({
    tables: [{ name: 't', type: 'table', rows: 1_000_000 }],
  });
  const query = 'SELECT i FROM t WHERE i > 999994';
  const first = await server.call('read_query', { query });
  expect(first.structuredContent).toMatchObject({ rows: [[999995], [999996], [999997]], truncated: true });
  const cursor = first.structuredContent?.['next_cursor'];
  expect(await server.data('read_query', { query, cursor })).toMatchObject({
    rows: [[999998], [999999], [1000000]],
  });
  expect(await server.data('describe_table', { table_name: 't' })).toMatchObject({
    columns: [{ name: 'i', pk: 1 }],
  });
});

test('a replaced file is opened again, and a link that replaces it is not followed', async () => {
  using dir = temporary();
  const path = dir.database('shop.db', SHOP);
  const secret = dir.database('secret.db', 'CREATE TABLE orders (x)');
  await using server = await serve([path]);
  expect(await server.rows(COUNT.query)).toEqual([[3]]);
  dir.database('next.db', 'CREATE TABLE orders (x); INSERT INTO orders VALUES (1)');
  renameSync(dir.at('next.db'), path);
  expect(await server.rows(COUNT.query)).toEqual([[1]]);
  rmSync(path);
  expect(await server.failure('read_query', COUNT)).toBe('The file of the database does not exist.');
  symlinkSync(secret, path);
  expect(await server.failure('read_query', COUNT)).toBe(
    'The path of the database leads through a symbolic link now.',
  );
});

test('a link on the command line is resolved once, at startup', () => {
  using dir = temporary();
  symlinkSync(dir.database('real.db', SHOP), dir.at('link.db'));
  expect(optionsFor([dir.at('link.db')]).files).toMatchObject([{ name: 'real', path: dir.at('real.db') }]);
});

test('a malicious schema has no effect', async () => {
  const schema = `
    CREATE TABLE t (x);
    INSERT INTO t VALUES (1);
    CREATE VIEW endless AS WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT max(i) FROM c;
    CREATE VIEW loads AS SELECT load_extension('x') FROM t;
    CREATE VIEW pages AS SELECT sum(pgsize) FROM dbstat;
    CREATE TRIGGER evil AFTER UPDATE ON t BEGIN INSERT INTO t SELECT load_extension('x'); END;
  `;
  await using server = await serveNew(schema, { timeout: 1.1 });
  const texts = (name: string, query: string) => server.failure(name, { query });
  const endless = server.client.request('tools/call', {
    name: 'read_query',
    arguments: { query: 'SELECT * FROM endless' },
    _meta: { progressToken: 'p' },
  });
  expect(await endless).toMatchObject({ content: [{ text: expect.stringMatching(/took longer/) }] });
  const told = await server.client.waitFor(({ method }) => method === 'notifications/progress', 10_000);
  expect(told).toMatchObject({ params: { progressToken: 'p', progress: 1, total: 2 } });
  expect(await texts('read_query', 'SELECT * FROM loads')).toMatch(/unsafe use of load_extension/);
  expect(await texts('read_query', 'SELECT * FROM pages')).toMatch(/unsafe use of virtual table/);
  expect(await texts('write_query', 'UPDATE t SET x = 2')).toMatch(/unsafe use of load_extension/);
  expect(await server.rows('SELECT x FROM t')).toEqual([[1]]);
});

test('a text file is refused at startup, and an empty file is an empty database', async () => {
  using dir = temporary();
  writeFileSync(dir.at('notes.txt'), 'SQLite format 3 is what this file is not.');
  expect(() => optionsFor([dir.at('notes.txt')])).toThrow(/notes\.txt is not a SQLite database/);
  writeFileSync(dir.at('empty.db'), '');
  await using server = await serve([dir.at('empty.db')]);
  expect(await server.data('list_tables')).toEqual({ tables: [] });
});

test(':memory: is an empty database that keeps its rows when one of its queries is killed', async () => {
  // A process removes its file on exit, which test workers do not do by themselves.
  using dir = temporary();
  vi.stubEnv('TMPDIR', dir.path);
  onTestFinished(() => void vi.unstubAllEnvs());
  await using server = await serve([':memory:'], { timeout: 3 });
  await server.call('create_table', { query: 'CREATE TABLE t (x)' });
  expect(await server.call('write_query', { query: 'INSERT INTO t VALUES (1)' })).toMatchObject({
    structuredContent: { affected_rows: 1 },
  });
  expect((await server.call('write_query', { query: `INSERT INTO t ${FOREVER}` })).isError).toBe(true);
  expect(await server.rows('SELECT * FROM t')).toEqual([[1]]);
  const [file] = optionsFor([':memory:']).files;
  expect(file).toMatchObject({ name: 'memory', isWritable: true });
  expect(optionsFor(['/anywhere/:memory:'], { 'read-only': true }).files).toMatchObject([
    { name: 'memory', isWritable: false },
  ]);
});

test('changed tables are analyzed for the planner when the database is closed, and only then', async () => {
  using dir = temporary();
  const path = dir.database('a.db', 'CREATE TABLE t (i, j); CREATE INDEX by_j ON t (j)');
  const isAnalysed = (): boolean =>
    rowsIn(path, "SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'").length > 0;
  {
    await using server = await serve([path]);
    await server.call('write_query', { query: `INSERT INTO t ${countTo(5000)} SELECT i, i % 2 FROM c` });
    await server.call('write_query', { query: 'DELETE FROM t WHERE j = 0 AND i > 10' });
    await server.call('read_query', { query: 'SELECT count(*) FROM t WHERE j = 1' });
    expect(isAnalysed()).toBe(false);
  }
  await expect.poll(isAnalysed).toBe(true);
});
