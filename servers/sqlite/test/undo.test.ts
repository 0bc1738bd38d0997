// undo_last_write: the database is what it was, or nothing is done and the answer says why.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineServer } from '@mcp/runtime';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { Databases } from '../src/databases.ts';
import { SqliteProcess } from '../src/process.ts';
import { toServer } from '../src/server.ts';
import { open, optionsFor, serve, SHOP, temporary, textsOf } from './setup.ts';

/** All that a database holds. */
const contentOf = (path: string): unknown => {
  const native = open(path);
  const names = native
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all();
  const rows = names.map((name) => [name, native.prepare(`SELECT * FROM "${name}"`).all()]);
  const schema = native.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all();
  const state = [rows, schema, native.pragma('user_version'), native.pragma('integrity_check')];
  native.close();
  return state;
};

const THINGS = `${SHOP}
  CREATE VIRTUAL TABLE words USING fts5 (word); INSERT INTO words VALUES ('one'), ('two');
  CREATE TABLE parts (a, b, PRIMARY KEY (a, b)) WITHOUT ROWID; INSERT INTO parts VALUES (1, 2);`;

test.each(['DELETE', 'WAL'])('any write is undone, journal mode %s', async (mode) => {
  using dir = temporary();
  const path = dir.database('shop.db', `PRAGMA journal_mode = ${mode}; ${THINGS}`);
  await using server = await serve([path]);
  const before = contentOf(path);
  const written = [
    ['write_query', { query: 'DELETE FROM orders' }],
    ['write_query', { query: "REPLACE INTO customers (id, name) VALUES (1, 'x'), (9, 'y')" }],
    ['write_query', { query: 'DROP TABLE orders' }],
    ['write_query', { query: 'DELETE FROM words' }],
    ['write_query', { query: 'DROP TABLE words' }],
    ['write_query', { query: 'UPDATE parts SET a = 3' }],
    ['create_table', { query: 'CREATE TABLE made (x)' }],
    ['execute_batch', { statements: [{ query: 'DROP VIEW names' }, { query: 'DELETE FROM customers' }] }],
    [
      'execute_batch',
      { statements: [{ query: 'DELETE FROM parts' }, { query: 'DELETE FROM nope' }], atomic: false },
    ],
  ] as const;
  for (const [name, args] of written) {
    const answer = await server.call(name, args);
    expect([args, answer.isError]).toEqual([args, undefined]);
    expect(contentOf(path)).not.toEqual(before);
    const undone = await server.call('undo_last_write');
    const [sql] = 'query' in args ? [args.query] : args.statements.map(({ query }) => query);
    expect(undone.structuredContent).toEqual({ undone: sql });
    expect(contentOf(path)).toEqual(before);
    expect(textsOf(await server.call('undo_last_write'))[0]).toMatch(
      /^There is no write that can be undone\./,
    );
  }
  const native = open(path);
  expect(native.pragma('journal_mode', { simple: true })).toBe(mode.toLowerCase());
  native.close();
});

test('what fails, changes nothing or is only tried leaves the restore point of the write before', async () => {
  using dir = temporary();
  const path = dir.database('shop.db', SHOP);
  await using server = await serve([path]);
  const before = contentOf(path);
  await server.call('write_query', { query: 'DELETE FROM orders WHERE id = 1' });
  await server.call('write_query', { query: 'DELETE FROM orders', dry_run: true });
  await server.call('write_query', { query: 'INSERT INTO customers (id, name) VALUES (1, 1)' });
  const none = await server.call('write_query', { query: 'DELETE FROM orders WHERE id = 99' });
  expect(none.structuredContent).not.toHaveProperty('undo');
  expect((await server.call('undo_last_write')).isError).toBeUndefined();
  expect(contentOf(path)).toEqual(before);
});

test('the first table of an empty database is undone', async () => {
  using dir = temporary();
  await using server = await serve([dir.at('new.db')]);
  await server.call('create_table', { query: 'CREATE TABLE made (x)' });
  expect((await server.call('undo_last_write')).isError).toBeUndefined();
  expect((await server.call('list_tables')).structuredContent).toEqual({ tables: [] });
});

test.each(['DELETE', 'WAL'])('nothing is undone when another program has written since: %s', async (mode) => {
  using dir = temporary();
  const path = dir.database('shop.db', `PRAGMA journal_mode = ${mode}; ${SHOP}`);
  await using server = await serve([path]);
  await server.call('write_query', { query: 'DELETE FROM orders' });
  dir.database('shop.db', "INSERT INTO orders (item) VALUES ('of another')");
  const after = contentOf(path);
  const refused = await server.call('undo_last_write');
  expect(refused).toMatchObject({
    isError: true,
    content: [
      { text: expect.stringMatching(/^Nothing was undone: another program has changed the database/) },
    ],
  });
  expect(contentOf(path)).toEqual(after);
});

test('each answer of a write says whether it can be undone', async () => {
  using dir = temporary();
  const filled = `${SHOP} CREATE TABLE big (x); INSERT INTO big VALUES (zeroblob(1100000));`;
  const path = dir.database('shop.db', filled);
  const query = "UPDATE orders SET item = 'x' WHERE id = 1";
  for (const [flag, undo] of [
    [1, 'not available: the database is larger than 1 MB (--max-undo)'],
    [0, 'not available: off (--max-undo)'],
    [2, 'undo_last_write'],
  ] as const) {
    await using server = await serve([path], { 'max-undo': flag });
    expect((await server.call('write_query', { query })).structuredContent).toMatchObject({ undo });
    expect((await server.call('undo_last_write')).isError).toBe(
      undo === 'undo_last_write' ? undefined : true,
    );
    const vacuum = await server.call('write_query', { query: 'VACUUM' });
    expect(vacuum.structuredContent).toMatchObject({ undo: 'not available for this statement' });
  }
});

test('a client undoes what it wrote itself only', async () => {
  using dir = temporary();
  const databases = new Databases(optionsFor([], { 'db-path': [dir.database('shop.db', SHOP)] }));
  const server = defineServer({ ...toServer(databases), report: () => {} });
  await using first = await connect(server, { transport: 'http', revision: '2025-11-25' });
  await using second = await connect(server, { transport: 'http', revision: '2025-11-25' });
  const undo = { name: 'undo_last_write', arguments: {} };
  await first.request('tools/call', { name: 'write_query', arguments: { query: 'DELETE FROM orders' } });
  expect(await second.request('tools/call', undo)).toMatchObject({
    isError: true,
    content: [{ text: 'The last write was that of another client.' }],
  });
  expect(await first.request('tools/call', undo)).toMatchObject({
    structuredContent: { undone: 'DELETE FROM orders' },
  });
  databases.close();
});

test.each(['accept', 'decline'])(
  'with --confirm the user is asked before a write is undone: %s',
  async (action) => {
    using dir = temporary();
    const path = dir.database('shop.db', SHOP);
    const databases = new Databases(optionsFor([], { 'db-path': [path], confirm: 'destructive' }));
    const asked: unknown[] = [];
    await using client = await connect(defineServer({ ...toServer(databases), report: () => {} }), {
      revision: '2026-07-28',
      capabilities: { elicitation: {} },
      answers: {
        'elicitation/create': ({ message }: { readonly message?: unknown }) => {
          asked.push(message);
          return { action };
        },
      },
    });
    const query = "INSERT INTO orders (item) VALUES ('x')";
    await client.request('tools/call', { name: 'write_query', arguments: { query } });
    const undone = await client.request('tools/call', { name: 'undo_last_write', arguments: {} });
    expect(undone['isError']).toBe(action === 'accept' ? undefined : true);
    expect(asked).toEqual([`In the database shop, undo: ${query}`]);
    databases.close();
  },
);

test.each(['DELETE', 'WAL'])(
  'no row of a program that writes all the time is lost to undoing: %s',
  async (mode) => {
    using dir = temporary();
    const path = dir.database(
      'a.db',
      `PRAGMA journal_mode = ${mode}; CREATE TABLE mine (x); CREATE TABLE theirs (i INTEGER PRIMARY KEY);`,
    );
    await using server = await serve([path]);
    const other = spawn(process.execPath, [join(import.meta.dirname, 'writing-program.ts'), path], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const outcomes = new Set<string>();
    for (let round = 0; round < 40 || (round < 400 && outcomes.size < 2); round++) {
      const written = await server.call('write_query', { query: 'INSERT INTO mine VALUES (1)' });
      if (written.isError === true || round % 3 === 0) continue;
      const undone = await server.call('undo_last_write');
      outcomes.add(textsOf(undone)[0]?.slice(0, 12) ?? '');
      await sleep(round % 5);
    }
    other.stdin.end();
    const [said] = (await once(other.stdout, 'data')) as [Buffer];
    const native = open(path);
    expect(native.prepare('SELECT count(*) AS n FROM theirs').get()).toEqual({ n: Number(said) });
    expect(native.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    native.close();
    // Both happened: some writes were undone, and some could not be.
    expect(outcomes.size).toBeGreaterThan(1);
  },
);

test('kill -9 while a write is undone leaves the database sound: as before or as after', async () => {
  using dir = temporary();
  const rows =
    'WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 20000) SELECT i FROM c';
  const path = dir.database(
    'a.db',
    `CREATE TABLE t (i INTEGER PRIMARY KEY, x); INSERT INTO t SELECT i, printf('%.300c', 'x') FROM (${rows});`,
  );
  const states = new Set<unknown>();
  for (let round = 0; round < 12; round++) {
    const child = new SqliteProcess({
      path,
      readonly: false,
      allowAttach: false,
      busyMs: 1000,
      maxMemory: 2 ** 30,
      maxUndo: 2 ** 26,
      limits: { maxRows: 1, maxChars: 1000 },
    });
    const lasting = { deadlineMs: 60_000, signal: new AbortController().signal };
    await child.run({ kind: 'write', statements: [{ query: 'UPDATE t SET x = i' }] }, lasting);
    const killing = new AbortController();
    const undone = child.run({ kind: 'undo' }, { deadlineMs: 60_000, signal: killing.signal });
    const end = undone.then(
      () => 'undone',
      () => 'killed',
    );
    setTimeout(() => killing.abort(), round * 10);
    states.add(await end);
    child.end();
    const native = open(path);
    expect(native.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    const { whole, changed } = native
      .prepare('SELECT sum(length(x) = 300) AS whole, sum(x = i) AS changed FROM t')
      .get() as { whole: number; changed: number };
    expect([whole, changed].toSorted((a, b) => a - b)).toEqual([0, 20_000]);
    native.exec("UPDATE t SET x = printf('%.300c', 'x')");
    native.close();
  }
  expect(states).toContain('killed');
});
