// What happens to queries that do not end, need too much, or whose process dies.
import { defineServer } from '@mcp/runtime';
import { connect } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import { Databases } from '../src/databases.ts';
import { toServer } from '../src/server.ts';
import { FOREVER } from './queries.ts';
import { open, optionsFor, serve, SHOP, temporary, textsOf, objectsOf, type Answer } from './setup.ts';

const ONE = { query: 'SELECT 1 AS one' };

test('a runaway query is killed at the deadline, and the next is answered within that time', async () => {
  using dir = temporary();
  await using server = await serve([dir.database('a.db', SHOP)], { timeout: 3 });
  const answer = await server.call('read_query', { query: FOREVER });
  expect(answer.isError).toBe(true);
  expect(textsOf(answer)[0]).toMatch(/^The query took longer than 2\.85 seconds and was stopped\./);
  // Answered before one that starts with it is killed.
  const ended: string[] = [];
  const next = server.call('read_query', ONE).then((one) => ended.push(JSON.stringify(objectsOf(one))));
  const runaway = server.call('read_query', { query: FOREVER }).then(() => ended.push('runaway'));
  await Promise.all([runaway, next]);
  expect(ended).toEqual(['[{"one":1}]', 'runaway']);
});

test('over HTTP a client does not notice that queries of another one run away', async () => {
  using dir = temporary();
  const path = dir.database('a.db', SHOP);
  const databases = new Databases(optionsFor([], { 'db-path': [path], timeout: 60 }));
  const server = defineServer({ ...toServer(databases), report: () => {} });
  await using evil = await connect(server, { transport: 'http', revision: '2025-11-25' });
  await using good = await connect(server, { transport: 'http', revision: '2026-07-28' });
  const ended: string[] = [];
  // As many as may read at once but one, and one that holds the place for writing.
  const runaways = [
    ...[1, 2, 3].map((id) => ({ id: `r${id}`, name: 'read_query', query: FOREVER })),
    { id: 'w', name: 'write_query', query: `INSERT INTO orders (item) ${FOREVER}` },
  ];
  for (const { id, name, query } of runaways)
    void evil.request('tools/call', { name, arguments: { query } }, { id }).then(
      () => ended.push(id),
      () => undefined,
    );
  for (let round = 0; round < 5; round++) {
    const one = (await good.request('tools/call', {
      name: 'read_query',
      arguments: ONE,
    })) as unknown as Answer;
    expect(objectsOf(one)).toEqual([{ one: 1 }]);
    await good.request('tools/list');
  }
  expect(ended).toEqual([]);
  for (const { id } of runaways) evil.notify('notifications/cancelled', { requestId: id });
  databases.close();
});

test('eight endless queries of one client leave room for others, and for its own looks at the schema', async () => {
  using dir = temporary();
  const databases = new Databases(optionsFor([], { 'db-path': [dir.database('a.db', SHOP)], timeout: 60 }));
  const server = defineServer({ ...toServer(databases), report: () => {} });
  await using evil = await connect(server, { transport: 'http', revision: '2025-11-25' });
  await using good = await connect(server, { transport: 'http', revision: '2025-11-25' });
  const ended: string[] = [];
  const ids = Array.from({ length: 8 }, (_, at) => `r${at}`);
  for (const id of ids)
    void evil.request('tools/call', { name: 'read_query', arguments: { query: FOREVER } }, { id }).then(
      () => ended.push(id),
      () => undefined,
    );
  const described = await evil.request('tools/call', {
    name: 'describe_table',
    arguments: { table_name: 'orders' },
  });
  expect(described).toMatchObject({ structuredContent: { name: 'orders' } });
  for (let round = 0; round < 3; round++) {
    const one = await good.request('tools/call', { name: 'read_query', arguments: ONE });
    expect(one).toMatchObject({ structuredContent: { rows: [[1]] } });
  }
  expect(ended).toEqual([]);
  for (const id of ids) evil.notify('notifications/cancelled', { requestId: id });
  // Its places are free again.
  expect(await evil.request('tools/call', { name: 'read_query', arguments: ONE })).toMatchObject({
    structuredContent: { rows: [[1]] },
  });
  databases.close();
});

test('clients that wait to write take turns', async () => {
  using dir = temporary();
  const databases = new Databases(optionsFor([], { 'db-path': [dir.database('a.db', SHOP)], timeout: 60 }));
  const server = defineServer({ ...toServer(databases), report: () => {} });
  await using first = await connect(server, { transport: 'http', revision: '2025-11-25' });
  await using second = await connect(server, { transport: 'http', revision: '2025-11-25' });
  const ended: string[] = [];
  const write = async (client: typeof first, item: string): Promise<void> => {
    const query = 'INSERT INTO orders (item) VALUES (?)';
    await client.request('tools/call', { name: 'write_query', arguments: { query, params: [item] } });
    ended.push(item);
  };
  const many = ['a', 'b', 'c', 'd'].map((item) => write(first, item));
  // The four are in the queue when the other client comes.
  await first.request('tools/list');
  await Promise.all([...many, write(second, 'x')]);
  databases.close();
  expect(ended).toHaveLength(5);
  expect(ended.indexOf('x')).toBeLessThan(ended.indexOf('d'));
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
  expect((await next).structuredContent).toMatchObject({ affected_rows: 1 });
});

describe('a memory bomb ends its process only', () => {
  const BOMBS = [
    // Text that grows in one aggregate, a sorter that keeps everything, values that JavaScript holds.
    'WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT length(group_concat(hex(randomblob(100000)))) FROM c',
    'SELECT replace(hex(zeroblob(100000000)), 0, hex(zeroblob(8)))',
  ];

  test.each(BOMBS)('%s', async (query) => {
    using dir = temporary();
    await using server = await serve([dir.database('a.db', SHOP)], { timeout: 60, 'max-memory': 128 });
    const answer = await server.call('read_query', { query });
    expect(answer.isError).toBe(true);
    expect(textsOf(answer)[0]).toMatch(/too much memory|too big/);
    expect(objectsOf(await server.call('read_query', ONE))).toEqual([{ one: 1 }]);
  });
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
  expect(objectsOf(await server.call('read_query', { query: 'SELECT count(*) AS n FROM numbers' }))).toEqual([
    { n: 1 },
  ]);
  const native = open(path);
  expect(native.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  native.close();
});
