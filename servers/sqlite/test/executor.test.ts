// What happens to queries that do not end, and to those of others meanwhile.
import type { TestClient } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { FOREVER } from './queries.ts';
import { host, serveNew, SHOP } from './setup.ts';

const ONE = { name: 'read_query', arguments: { query: 'SELECT 1' } };
const ANSWERED = { structuredContent: { rows: [[1]] } };
const WRITE_FOREVER = { name: 'write_query', query: `INSERT INTO orders (item) ${FOREVER}` };
const READ_FOREVER = { name: 'read_query', query: FOREVER };

/** Calls that never end: those that did all the same, and how they are cancelled. */
const runAway = (
  client: TestClient,
  calls: readonly { readonly name: string; readonly query: string }[],
): { readonly ended: readonly string[]; readonly cancel: () => void } => {
  const ended: string[] = [];
  const ids = calls.map((_, at) => `runaway ${at}`);
  for (const [at, { name, query }] of calls.entries())
    void client.request('tools/call', { name, arguments: { query } }, { id: ids[at] ?? at }).then(
      () => ended.push(name),
      () => undefined,
    );
  const cancel = (): void => {
    for (const requestId of ids) client.notify('notifications/cancelled', { requestId });
  };
  return { ended, cancel };
};

test('a runaway query is killed at the deadline, and the next is answered', async () => {
  await using server = await serveNew(SHOP, { timeout: 3 });
  expect(await server.failure('read_query', { query: FOREVER })).toMatch(
    /^The query took longer than 2\.85 seconds and was stopped\./,
  );
  expect(await server.rows('SELECT 1')).toEqual([[1]]);
});

test('over HTTP a client does not notice that queries of another one run away', async () => {
  await using server = host(SHOP, { timeout: 60 });
  const evil = await server.connect({ transport: 'http', revision: '2025-11-25' });
  const good = await server.connect({ transport: 'http', revision: '2026-07-28' });
  // As many as may read at once but one, and one that holds the place for writing.
  const runaways = runAway(evil, [READ_FOREVER, READ_FOREVER, READ_FOREVER, WRITE_FOREVER]);
  for (let round = 0; round < 5; round++) {
    expect(await good.request('tools/call', ONE)).toMatchObject(ANSWERED);
    await good.request('tools/list');
  }
  expect(runaways.ended).toEqual([]);
  runaways.cancel();
});

test('eight endless queries of one client leave room for others, and for its own looks at the schema', async () => {
  await using server = host(SHOP, { timeout: 60 });
  const evil = await server.connect({ transport: 'http', revision: '2025-11-25' });
  const good = await server.connect({ transport: 'http', revision: '2025-11-25' });
  const runaways = runAway(
    evil,
    Array.from({ length: 8 }, () => READ_FOREVER),
  );
  const describing = { name: 'describe_table', arguments: { table_name: 'orders' } };
  expect(await evil.request('tools/call', describing)).toMatchObject({
    structuredContent: { name: 'orders' },
  });
  for (let round = 0; round < 3; round++)
    expect(await good.request('tools/call', ONE)).toMatchObject(ANSWERED);
  expect(runaways.ended).toEqual([]);
  runaways.cancel();
  // Its places are free again.
  expect(await evil.request('tools/call', ONE)).toMatchObject(ANSWERED);
});

test('clients that wait to write take turns', async () => {
  await using server = host(SHOP, { timeout: 60 });
  const first = await server.connect({ transport: 'http', revision: '2025-11-25' });
  const second = await server.connect({ transport: 'http', revision: '2025-11-25' });
  const ended: string[] = [];
  const write = async (client: TestClient, item: string): Promise<void> => {
    const query = 'INSERT INTO orders (item) VALUES (?)';
    await client.request('tools/call', { name: 'write_query', arguments: { query, params: [item] } });
    ended.push(item);
  };
  const many = ['a', 'b', 'c', 'd'].map((item) => write(first, item));
  // The four are in the queue when the other client comes.
  await first.request('tools/list');
  await Promise.all([...many, write(second, 'x')]);
  expect(ended).toHaveLength(5);
  expect(ended.indexOf('x')).toBeLessThan(ended.indexOf('d'));
});

test('a read delays no other call, and cancelling a write frees its slot at once', async () => {
  await using server = await serveNew(SHOP, { timeout: 600 });
  const reading = runAway(server.client, [READ_FOREVER]);
  expect(await server.rows('SELECT 1')).toEqual([[1]]);
  expect(reading.ended).toEqual([]);
  reading.cancel();
  // Write queries wait for each other, so the second is answered only when the first is gone.
  const writing = runAway(server.client, [WRITE_FOREVER]);
  const next = server.data('write_query', { query: "INSERT INTO orders (item) VALUES ('x')" });
  writing.cancel();
  expect(await next).toMatchObject({ affected_rows: 1 });
});
