// What happens to queries that do not end, need too much, or whose process dies.
import { expect, test } from 'vitest';
import { FOREVER } from '../queries.ts';
import { open, serve, SHOP, temporary, textsOf } from '../setup.ts';

const ONE = { query: 'SELECT 1 AS one' };

test('a runaway query is killed at the deadline, and the next is answered', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('a.db', SHOP)], { timeout: 1 });
  const answer = await server.call('read_query', { query: FOREVER });
  expect(answer.isError).toBe(true);
  expect(textsOf(answer)[0]).toMatch(/^Error: The query took longer than 0\.95 seconds and was stopped\./);
  expect(textsOf(await server.call('read_query', ONE))).toEqual(["[{'one': 1}]"]);
});

test('other queries are answered while one runs away', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('a.db', SHOP)], { timeout: 20 });
  const ended: string[] = [];
  const id = 'runaway';
  void server.client
    .request('tools/call', { name: 'read_query', arguments: { query: FOREVER } }, { id })
    .then(() => ended.push('runaway'));
  expect(textsOf(await server.call('read_query', ONE))).toEqual(["[{'one': 1}]"]);
  const written = await server.call('write_query', { query: "UPDATE customers SET name = 'x' WHERE id = 1" });
  expect(textsOf(written)).toEqual(["[{'affected_rows': 1}]"]);
  expect(ended).toEqual([]);
  server.client.notify('notifications/cancelled', { requestId: id });
});

test('cancelling frees the place at once', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('a.db', SHOP)], { timeout: 600 });
  // Write queries wait for each other, so the second is answered only when the first is gone.
  const query = `INSERT INTO orders (item) ${FOREVER}`;
  const id = 'runaway';
  void server.client.request('tools/call', { name: 'write_query', arguments: { query } }, { id });
  const next = server.call('write_query', { query: "INSERT INTO orders (item) VALUES ('x')" });
  server.client.notify('notifications/cancelled', { requestId: id });
  expect(textsOf(await next)).toEqual(["[{'affected_rows': 1}]"]);
});

test.each([
  [
    'SQLite',
    "WITH RECURSIVE c (s) AS (SELECT zeroblob(1000000) UNION ALL SELECT zeroblob(1000000) FROM c) SELECT length(group_concat(hex(s), '')) FROM c",
  ],
  ['one value', 'SELECT replace(hex(zeroblob(100000000)), 0, hex(zeroblob(8)))'],
])('a memory bomb in %s ends its process only', async (_where, query) => {
  using dir = temporary();
  await using server = await serve([dir.database('a.db', SHOP)], { timeout: 20 });
  const answer = await server.call('read_query', { query });
  expect(answer.isError).toBe(true);
  expect(textsOf(answer)[0]).toMatch(/too much memory|too big|took longer/);
  expect(textsOf(await server.call('read_query', ONE))).toEqual(["[{'one': 1}]"]);
});

test('kill during a write leaves the database sound and without the write', async () => {
  using dir = temporary();
  const path = dir.database(
    'a.db',
    'CREATE TABLE numbers (i INTEGER, t TEXT); INSERT INTO numbers VALUES (1, 1)',
  );
  await using server = await serve([path], { timeout: 1 });
  // Fills the cache, so that pages are in the file when the kill comes.
  const query =
    "INSERT INTO numbers WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT i, printf('%.500c', 'x') FROM c";
  expect((await server.call('write_query', { query })).isError).toBe(true);
  expect(textsOf(await server.call('read_query', { query: 'SELECT count(*) AS n FROM numbers' }))).toEqual([
    "[{'n': 1}]",
  ]);
  const native = open(path);
  expect(native.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  native.close();
});
