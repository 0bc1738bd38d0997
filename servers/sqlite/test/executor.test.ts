// Queries that never end, and the queries of other clients in the meantime.
import type { TestClient } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { FOREVER } from './queries.ts';
import { host, serveNew, SHOP } from './setup.ts';

const ONE = { name: 'read_query', arguments: { query: 'SELECT 1' } };
const ANSWERED = { structuredContent: { rows: [[1]] } };
const WRITE_FOREVER = { name: 'write_query', query: `INSERT INTO orders (item) ${FOREVER}` };
const READ_FOREVER = { name: 'read_query', query: FOREVER };

/** Calls that should never end: those that did, and a way to cancel them. */
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

test('a runaway query is stopped at the deadline, and the next is answered', async () => {
  await using server = await serveNew(SHOP, { timeout: 3 });
  expect(await server.failure('read_query', { query: FOREVER })).toMatch(
    /^The query took longer than 2\.85 seconds and was stopped\./,
  );
  expect(await server.rows('SELECT 1')).toEqual([[1]]);
});

test('over HTTP a client is not affected by runaway queries of another one', async () => {
  await using server = host(SHOP, { timeout: 60 });
  const evil = await server.connect({ transport: 'http', revision: '2025-11-25' });
  const good = await server.connect({ transport: 'http', revision: '2026-07-28' });
  // One fewer than the limit of readers, and one that occupies the write slot.
  const runaways = runAway(evil, [READ_FOREVER, READ_FOREVER, READ_FOREVER, WRITE_FOREVER]);
  for (let round = 0; round < 5; round++) {
    expect(await good.request('tools/call', ONE)).toMatchObject(ANSWERED);
    await good.request('tools/list');
  }
  expect(runaways.ended).toEqual([]);
  runaways.cancel();
});

test('eight endless queries of one client leave slots for others, and for its own schema requests', async () => {
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
  // Its slots are free again.
  expect(await evil.request('tools/call', ONE)).toMatchObject(ANSWERED);
});

test('clients that are waiting to write take turns', async () => {
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
  // The four are in the queue when the other client arrives.
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
  // Writes wait for each other, so the second is answered only after the first ends.
  const writing = runAway(server.client, [WRITE_FOREVER]);
  const next = server.data('write_query', { query: "INSERT INTO orders (item) VALUES ('x')" });
  writing.cancel();
  expect(await next).toMatchObject({ affected_rows: 1 });
});
