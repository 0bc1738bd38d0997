// Scale: a thousand sessions and a thousand listen streams start and end, and leave nothing behind.
import { expect, test, vi } from 'vitest';
import { modern, open, rpc, Session, type Wire } from '@mcp/raw-http';
import { serving } from './client.ts';
import { fixture } from './fixture.ts';

const COUNT = 1000;
const AT_ONCE = 100;
const URI = 'test://a';
const PATIENCE = 30_000;

/** Makes many, a few at a time, to keep the connection queue short. */
async function many<T>(make: (i: number) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let begin = 0; begin < COUNT; begin += AT_ONCE)
    all.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => make(begin + i)))));
  return all;
}

/** Counts this process's sockets. */
function sockets(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind.startsWith('TCP')).length;
}

const isUpdate = ({ method }: { readonly [member: string]: unknown }): boolean =>
  method === 'notifications/resources/updated';

test('a thousand sessions and a thousand listen streams', { timeout: 120_000 }, async () => {
  const before = sockets();
  const { server, update, isWatched } = fixture();
  const http = await serving(server);
  const { replay } = http;
  const sessions = await many(async () => {
    const session = await Session.begin(http.url, '2025-11-25');
    await session.post(rpc(1, 'resources/subscribe', { uri: URI }));
    return session;
  });
  const gets = await many((i) => (sessions[i] as Session).listen());
  const filter = { notifications: { resourceSubscriptions: [URI] } };
  const listens = await many(() => open(http.url, modern('subscriptions/listen', filter)));
  await Promise.all(listens.map((stream) => stream.upTo(1)));

  const streams: readonly Wire[] = [...gets, ...listens];
  update(URI);
  await Promise.all(streams.map((stream) => stream.until(({ messages }) => messages.some(isUpdate))));
  expect(streams.filter(({ messages }) => messages.filter(isUpdate).length !== 1)).toEqual([]);
  expect(replay.bytes).toBeGreaterThan(0);

  // Half of the clients end in order, the others vanish; their sessions are ended by their ids.
  await Promise.all(gets.slice(COUNT / 2).map((stream) => stream.drop()));
  const ended = await many((i) => (sessions[i] as Session).end());
  expect(new Set(ended.map(({ status }) => status))).toEqual(new Set([200]));
  await Promise.all(gets.map(({ ended: end }) => end));
  expect(gets.slice(0, COUNT / 2).filter(({ isComplete }) => !isComplete)).toEqual([]);
  expect(replay.bytes).toBe(0);
  expect(isWatched(URI)).toBe(true);
  await Promise.all(listens.slice(COUNT / 2).map((stream) => stream.drop()));
  await http.close();
  await Promise.all(listens.map(({ ended: end }) => end));
  expect(listens.slice(0, COUNT / 2).filter(({ isComplete }) => !isComplete)).toEqual([]);
  await vi.waitUntil(() => !isWatched(URI), PATIENCE);
  // Sockets of other tests in this process may have closed meanwhile.
  await vi.waitFor(() => expect(sockets()).toBeLessThanOrEqual(before), PATIENCE);
});
