// Full session table: one client cannot lock the others out.
import { expect, test } from 'vitest';
import { hello, open, rpc, send, Session, type Wire } from '@mcp/raw-http';
import { httpSse } from '../../src/http-sse.ts';
import { serving, SESSION_REVISIONS } from './client.ts';
import { fixture } from './fixture.ts';

const options = { maxSessions: 4, trustedProxies: ['127.0.0.1'] };
const GREEDY = { 'x-forwarded-for': '192.0.2.1' };
const OTHER = { 'x-forwarded-for': '192.0.2.2' };
const THIRD = { 'x-forwarded-for': '192.0.2.3' };

const begin = (url: string, from: object, revision: string): Promise<Wire> =>
  send(url, { headers: { ...from }, body: hello(revision) });
const sessionOf = (url: string, wire: Wire): Session =>
  new Session(url, {
    accept: 'application/json, text/event-stream',
    'mcp-session-id': String(wire.headers['mcp-session-id']),
  });

test.each(SESSION_REVISIONS)(
  '%s: the client with more than half of the sessions loses one',
  async (revision) => {
    await using http = await serving(fixture().server, options);
    const held: Session[] = [];
    for (let i = 0; i < 4; i++) held.push(sessionOf(http.url, await begin(http.url, GREEDY, revision)));
    const [first, second, third, fourth] = held;
    // The first is in use; of the others the second is idle longest.
    const stream = await first?.listen();
    await third?.post(rpc(1, 'ping'));
    await fourth?.post(rpc(1, 'ping'));

    const refused = await begin(http.url, GREEDY, revision);
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '60']);

    const got = await begin(http.url, OTHER, revision);
    expect(got.status).toBe(200);
    expect((await second?.post(rpc(2, 'ping')))?.status).toBe(404);
    for (const session of [first, third, fourth])
      expect((await session?.post(rpc(3, 'ping')))?.status).toBe(200);

    // Two of four are not more than half, so from now on it is first come, first served.
    expect((await begin(http.url, OTHER, revision)).status).toBe(200);
    const late = await begin(http.url, THIRD, revision);
    expect([late.status, late.headers['retry-after']]).toEqual([503, '60']);
    await stream?.drop();
  },
);

test('ends sessions in use too, the oldest first', async () => {
  await using http = await serving(fixture().server, options);
  const streams: Wire[] = [];
  for (let i = 0; i < 4; i++)
    streams.push(await sessionOf(http.url, await begin(http.url, GREEDY, '2025-11-25')).listen());
  expect((await begin(http.url, OTHER, '2025-11-25')).status).toBe(200);
  await streams[0]?.ended;
  expect(streams[0]?.isComplete).toBe(true);
  await Promise.all(streams.slice(1).map((stream) => stream.drop()));
});

test('2024-11-05: the streams of one client leave a slot for another', async () => {
  await using http = await serving(fixture().server, { ...options, transports: [httpSse()] });
  const url = new URL('/sse', http.url).href;
  const connect = (from: object): Promise<Wire> =>
    open(url, { method: 'GET', headers: { accept: 'text/event-stream', ...from } });
  const streams: Wire[] = [];
  for (let i = 0; i < 4; i++) streams.push(await connect(GREEDY));
  const refused = await connect(GREEDY);
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '60']);
  const other = await connect(OTHER);
  expect(other.status).toBe(200);
  await streams[0]?.ended;
  await Promise.all([other, ...streams.slice(1)].map((stream) => stream.drop()));
});
