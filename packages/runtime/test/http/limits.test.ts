// Limits: idle sessions, too many sessions, long answers, slow readers, many streams at once.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  call,
  envelope,
  failure,
  hello,
  type Message,
  modern,
  open,
  rpc,
  said,
  send,
  Session,
} from '@mcp/raw-http';
import { defineResource, defineServer } from '../../src/index.ts';
import { verifies } from '../spec/harness.ts';
import { serving } from './client.ts';
import { later } from '../clock.ts';
import { fixture, flooding, MEBIBYTE } from './fixture.ts';

const FULL = failure(-32600, 'Invalid request: there are too many sessions; try again later');

verifies(['SES-7', 'SES-11'], 'idle sessions end, and are 404 from then on', async ({ revision }) => {
  await using http = await serving(fixture().server, { sessionIdleMs: 60_000 });
  const session = await Session.begin(http.url, revision);
  expect((await session.post(rpc(1, 'ping'))).status).toBe(200);
  using _ = later(60_001);
  for (const method of ['POST', 'GET', 'DELETE']) {
    const { headers } = session;
    const shot = { method, headers, ...(method === 'POST' ? { body: rpc(1, 'ping') } : {}) };
    expect([method, (await send(http.url, shot)).status]).toEqual([method, 404]);
  }
});

verifies('SES-11', 'idle sessions are not those with a running call', async ({ revision }) => {
  const { server, release, happened } = fixture();
  await using http = await serving(server, { sessionIdleMs: 60_000 });
  const session = await Session.begin(http.url, revision);
  const running = session.post(call(1, 'wait', { name: 'w' }), { accept: 'text/event-stream' });
  await happened('w began');
  {
    using _ = later(90_000);
    expect((await session.post(rpc(2, 'ping'))).status).toBe(200);
  }
  release('w');
  expect((await running).messages).toEqual([said(1, 'w done')]);
  using _ = later(180_000);
  expect((await session.post(rpc(3, 'ping'))).status).toBe(404);
});

verifies('SES-11', 'idle sessions make room for new ones', async ({ revision }) => {
  await using http = await serving(fixture().server, { sessionIdleMs: 60_000, maxSessions: 1 });
  const first = await Session.begin(http.url, revision);
  expect((await send(http.url, { body: hello(revision) })).json).toEqual(FULL);
  using _ = later(60_001);
  const second = await Session.begin(http.url, revision);
  expect([(await first.end()).status, (await second.end()).status]).toEqual([404, 200]);
});

verifies('SES-11', 'there are at most so many sessions; one that ends makes room', async ({ revision }) => {
  await using http = await serving(fixture().server, { maxSessions: 2 });
  const first = await Session.begin(http.url, revision);
  await Session.begin(http.url, revision);
  const third = await send(http.url, { body: hello(revision) });
  expect([third.status, third.json]).toEqual([503, FULL]);
  expect((await first.post(rpc(1, 'ping'))).status).toBe(200);
  expect((await send(http.url, modern('server/discover'))).status).toBe(200);
  await first.end();
  await Session.begin(http.url, revision);
});

verifies('SES-12', 'without sessions each POST stands alone', async () => {
  await using http = await serving(fixture().server, { sessions: false });
  const opened = await send(http.url, { body: hello('2025-06-18') });
  expect(opened.status).toBe(200);
  expect(opened.headers).not.toHaveProperty('mcp-session-id');
  expect(opened.json).toMatchObject({ result: { protocolVersion: '2025-06-18' } });
  const headers = { 'mcp-protocol-version': '2025-06-18' };
  const note = await send(http.url, { headers, body: rpc(undefined, 'notifications/initialized') });
  expect([note.status, note.text]).toEqual([202, '']);
  const answer = await send(http.url, { headers, body: call(1, 'echo', { text: 'x' }) });
  expect([answer.status, answer.json]).toEqual([200, said(1, 'x')]);
  const bare = await send(http.url, { body: [call(1, 'echo', { text: 'x' })] });
  expect([bare.status, bare.json]).toEqual([200, [said(1, 'x')]]);
  const missing = await send(http.url, { headers, body: rpc(1, 'no/such') });
  expect([missing.status, missing.json]).toMatchObject([200, { id: 1, error: { code: -32601 } }]);
  const unknown = await send(http.url, { headers: { 'mcp-protocol-version': 'x' }, body: rpc(1, 'ping') });
  expect(unknown.status).toBe(400);
});

verifies('SES-12', 'without sessions there is no GET and no DELETE', async () => {
  await using http = await serving(fixture().server, { sessions: false });
  for (const method of ['GET', 'DELETE']) {
    const wire = await send(http.url, { method, headers: { accept: 'text/event-stream' } });
    expect(wire.status).toBe(405);
  }
});

verifies('SES-12', 'without sessions a question fails at once', async () => {
  await using http = await serving(fixture().server, { sessions: false });
  const headers = { 'mcp-protocol-version': '2025-11-25' };
  const wire = await send(http.url, { headers, body: call(1, 'ask') });
  expect(wire.json).toMatchObject({ id: 1, result: { isError: true } });
});

describe('slow readers', () => {
  const LOGS = { 'io.modelcontextprotocol/logLevel': 'debug' };

  test('of a stateless call are cut off, which cancels it', async () => {
    const { server, sent, stopped } = flooding();
    await using http = await serving(server);
    const wire = await open(http.url, modern('tools/call', { name: 'flood', _meta: envelope(LOGS) }));
    wire.pause();
    await stopped;
    expect(sent()).toBeLessThan(50 * MEBIBYTE);
    wire.resume();
    await wire.ended;
    expect(wire.isComplete).toBe(false);
  });

  test('of a session are cut off, and can resume with the stored events', async () => {
    const { server } = flooding();
    await using http = await serving(server);
    const session = await Session.begin(http.url, '2025-11-25');
    const wire = await session.open(call(1, 'flood'));
    wire.pause();
    await session.post(rpc(2, 'ping'));
    // Pings show when the call is over; it blocks nobody.
    while ((await session.post(call(1, 'no-such'))).status === 400) await sleep(20);
    wire.resume();
    await wire.ended;
    expect(wire.isComplete).toBe(false);
    const back = await session.listen(wire.ids.at(-1));
    await back.ended;
    expect(back.isComplete).toBe(true);
    expect(back.text.length).toBeLessThan(6 * MEBIBYTE);
    expect(back.messages.at(-1)).toEqual(said(1, 'flooded'));
  });

  test('do not include clients that get one long message', async () => {
    const { server } = flooding();
    await using http = await serving(server);
    const params = { name: 'long', _meta: envelope({ progressToken: 0 }) };
    const wire = await send(http.url, modern('tools/call', params));
    expect(wire.isComplete).toBe(true);
    expect(wire.messages).toHaveLength(2);
    expect(wire.text.length).toBeGreaterThan(10 * MEBIBYTE);
    const session = await Session.begin(http.url, '2025-11-25');
    const legacy = await session.post(call(1, 'long', {}, { progressToken: 0 }));
    expect(legacy.isComplete).toBe(true);
    expect(legacy.messages).toHaveLength(2);
  });
});

verifies('STR-11', 'comments come on streams that are silent', async ({ revision }) => {
  await using http = await serving(fixture().server, { keepAliveMs: 20 });
  const session = await Session.begin(http.url, revision);
  const stream = await session.listen();
  const comments = await stream.until(({ events }) => {
    const found = events.filter(([line]) => line?.startsWith(':'));
    return found.length >= 2 && found;
  });
  expect(comments.slice(0, 2)).toEqual([[':'], [':']]);
});

describe('many at once', () => {
  const COUNT = 300;
  const all = <T>(make: (i: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: COUNT }, (_, i) => make(i)));

  test('sessions with their streams', async () => {
    const { server, tools } = fixture();
    await using http = await serving(server, { maxSessions: COUNT });
    const sessions = await all(() => Session.begin(http.url, '2025-11-25'));
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(COUNT);
    const streams = await Promise.all(sessions.map((session) => session.listen()));
    tools.delete('echo');
    await Promise.all(streams.map((stream) => stream.upTo(1)));
    const ended = await Promise.all(sessions.map((session) => session.end()));
    expect(new Set(ended.map(({ status }) => status))).toEqual(new Set([200]));
    await Promise.all(streams.map((stream) => stream.ended));
    expect(streams.filter(({ isComplete, messages }) => !isComplete || messages.length !== 1)).toEqual([]);
    // All slots are free again.
    await all(() => Session.begin(http.url, '2025-11-25'));
  });

  test('listen streams', async () => {
    const watching = new Set<() => void>();
    const resource = defineResource({
      uri: 'test://a',
      name: 'a',
      read: () => 'a',
      watch: (updated) => {
        watching.add(updated);
        return () => void watching.delete(updated);
      },
    });
    const server = defineServer({ name: 'test', version: '1.0.0', resources: [resource], report: () => {} });
    const http = await serving(server);
    const params = { notifications: { resourceSubscriptions: ['test://a'] } };
    const streams = await all(() => open(http.url, modern('subscriptions/listen', params)));
    await Promise.all(streams.map((stream) => stream.upTo(1)));
    expect(watching.size).toBeGreaterThan(0);
    for (const updated of watching) updated();
    await Promise.all(streams.map((stream) => stream.upTo(2)));
    const [half, rest] = [streams.slice(0, COUNT / 2), streams.slice(COUNT / 2)];
    await Promise.all(half.map((stream) => stream.drop()));
    await http.close();
    await Promise.all(rest.map((stream) => stream.ended));
    const methods = rest.map(({ isComplete, messages }) => [isComplete, ...messages.map(kind)].join());
    expect(new Set(methods)).toEqual(
      new Set(['true,notifications/subscriptions/acknowledged,notifications/resources/updated,result']),
    );
    expect(watching.size).toBe(0);
  });
});

const kind = ({ method, ...rest }: Message): unknown => method ?? Object.keys(rest).at(-1);
