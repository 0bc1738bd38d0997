// HTTP+SSE rules by id, in every revision with sessions (2024-11-05, basic/transports).
import { expect } from 'vitest';
import { call, hello, type Message, open, rpc, said, send, Session } from '@mcp/raw-http';
import { verifies, type Body } from '../spec/harness.ts';
import { httpSseOnly } from '../spec/requirements/types.ts';
import { fixture } from './fixture.ts';
import { Client, servingSse as serving } from './sse-client.ts';

const rule = (ids: readonly string[], title: string, body: Body): void =>
  verifies(ids, title, body, { transports: httpSseOnly });

rule(['SSE-1', 'SSE-2'], 'the stream tells the path for messages first', async ({ revision, watch }) => {
  await using http = await serving(fixture().server);
  const stream = await open(http.at('/sse'), { method: 'GET', headers: { accept: 'text/event-stream' } });
  const [first] = await stream.until(({ events }) => events.length > 0 && events);
  expect(first).toEqual(['event: endpoint', expect.stringMatching(/^data: \/messages\?sessionId=\S{36}$/)]);
  const path = first?.[1]?.slice(6) ?? '';
  const sent = [hello(revision)];
  expect((await send(http.at(path), { body: sent[0] })).status).toBe(202);
  const client = new Client(stream, http.at(path));
  const received = await client.messages(1);
  expect(received).toMatchObject([{ id: 'hello', result: { protocolVersion: revision } }]);
  watch({ sent, received });
});

rule(
  ['SSE-3', 'SSE-4'],
  'messages are accepted with 202, answers are events',
  async ({ revision, watch }) => {
    await using http = await serving(fixture().server);
    const client = await Client.open(http.at('/sse'));
    const sent: Message[] = [
      hello(revision),
      rpc(undefined, 'notifications/initialized'),
      call(1, 'echo', { text: 'x' }),
      call(2, 'nothing'),
    ];
    for (const message of sent) {
      const { status, text } = await client.post(message);
      expect([status, text]).toEqual([202, '']);
    }
    const received = await client.messages(3);
    expect(received.slice(1)).toEqual([said(1, 'x'), expect.objectContaining({ id: 2 })]);
    expect(client.stream.events.slice(1).map(([name]) => name)).toEqual(Array(3).fill('event: message'));
    watch({ sent, received });
  },
);

rule(
  ['SSE-5', 'SSE-6'],
  'it listens on the local address, and foreign pages stay out',
  async ({ revision }) => {
    await using http = await serving(fixture().server);
    expect(new URL(http.url).hostname).toBe('127.0.0.1');
    const client = await Client.open(http.at('/sse'));
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { host: 'evil.example' },
    ]) {
      expect((await send(http.at('/sse'), { method: 'GET', headers })).status).toBe(403);
      expect((await client.post(hello(revision), headers)).status).toBe(403);
    }
  },
);

rule(['SSE-7'], 'both paths ask for credentials', async ({ revision }) => {
  await using http = await serving(fixture().server, { token: 'a-secret-that-is-long' });
  const authorization = 'Bearer a-secret-that-is-long';
  expect((await send(http.at('/sse'), { method: 'GET' })).status).toBe(401);
  const client = await Client.open(http.at('/sse'), { authorization });
  expect((await client.post(hello(revision))).status).toBe(401);
  expect((await client.post(hello(revision), { authorization })).status).toBe(202);
});

rule(['SSE-8', 'SSE-9'], 'the random key is good as long as the stream', async ({ revision }) => {
  const { server, happened } = fixture();
  await using http = await serving(server, { keepAliveMs: 20 });
  const [client, other] = [await Client.begin(http.at('/sse'), revision), await Client.open(http.at('/sse'))];
  expect(other.url).not.toBe(client.url);
  expect(
    (await send(http.at(`/messages?sessionId=${crypto.randomUUID()}`), { body: hello(revision) })).status,
  ).toBe(404);
  await client.stream.until(({ text }) => text.includes('\n:\n\n'));
  await client.post(call(1, 'wait', { name: 'a' }));
  await happened('a began');
  await client.stream.drop();
  await happened('a stopped');
  expect((await client.post(rpc(2, 'ping'))).status).toBe(404);
  expect((await other.post(hello(revision))).status).toBe(202);
});

rule(
  ['SSE-10', 'SSE-11'],
  'both transports have paths of their own, and POST tells which',
  async ({ revision }) => {
    await using http = await serving(fixture().server);
    const headers = { accept: 'application/json, text/event-stream' };
    expect((await send(http.at('/sse'), { headers, body: hello(revision) })).status).toBe(405);
    expect((await send(http.url, { headers, body: hello(revision) })).status).toBe(200);
    const current = await Session.begin(http.url, revision);
    const old = await Client.begin(http.at('/sse'), revision);
    expect((await current.post(rpc(1, 'ping'))).json).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    await old.post(rpc(1, 'ping'));
    expect((await old.messages(2))[1]).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  },
);
