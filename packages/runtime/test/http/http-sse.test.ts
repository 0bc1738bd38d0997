// HTTP+SSE beside the endpoint: both paths, hostile input, the end of sessions (2024-11-05, basic/transports).
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import {
  call,
  failure,
  hello,
  type Message,
  modern,
  rpc,
  said,
  send,
  Session,
  type Wire,
} from '@mcp/raw-http';
import { serveHttp } from '../../src/http.ts';
import { createFetchHandler } from '../../src/fetch.ts';
import { httpSse } from '../../src/http-sse.ts';
import { HttpHandler } from '../../src/transports/http/entry/handler.ts';
import { createNodeServer } from '../../src/transports/http/edge/node-server.ts';
import { settingsOf } from '../../src/transports/http/settings.ts';
import { callerOf } from './client.ts';
import { fixture, flooding, MEBIBYTE } from './fixture.ts';
import { Client, servingSse as serving } from './sse-client.ts';

const refused = ({ status, headers, json }: Wire): unknown => [status, headers['content-type'], json];
const refusal = (status: number, reason: string): unknown => [
  status,
  'application/json',
  failure(-32600, `Invalid request: ${reason}`),
];

describe('the stream', () => {
  test('begins with the path for messages, and carries every answer', async () => {
    await using http = await serving(fixture().server);
    const client = await Client.open(http.at('/sse'));
    expect(client.stream.status).toBe(200);
    expect(client.stream.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(client.stream.events).toEqual([
      [
        'event: endpoint',
        expect.stringMatching(
          /^data: \/messages\?sessionId=[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
        ),
      ],
    ]);
    const accepted = await client.post(hello('2024-11-05'));
    expect([accepted.status, accepted.text, accepted.headers['content-type']]).toEqual([202, '', undefined]);
    expect(await client.messages(1)).toMatchObject([
      { id: 'hello', result: { protocolVersion: '2024-11-05' } },
    ]);
    await client.post(rpc(undefined, 'notifications/initialized'));
    await client.post(call(1, 'echo', { text: 'Grüße\n\nevent: x' }));
    expect((await client.messages(2))[1]).toEqual(said(1, 'Grüße\n\nevent: x'));
  });

  test('ids differ each time', async () => {
    await using http = await serving(fixture().server);
    const clients = await Promise.all(Array.from({ length: 20 }, () => Client.open(http.at('/sse'))));
    expect(new Set(clients.map(({ url }) => url)).size).toBe(20);
  });

  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'can negotiate %s',
    async (revision) => {
      await using http = await serving(fixture().server);
      const client = await Client.begin(http.at('/sse'), revision);
      // The official client repeats the revision in this header.
      await client.post(call(1, 'echo', { text: 'x' }), { 'mcp-protocol-version': revision });
      const [initialized, answer] = await client.messages(2);
      expect(initialized).toMatchObject({ result: { protocolVersion: revision } });
      expect(answer).toEqual(said(1, 'x'));
      await client.post([rpc(2, 'ping'), rpc(3, 'ping')]);
      const [, , batch] = await client.messages(3);
      const both = [2, 3].map((id) => ({ jsonrpc: '2.0', id, result: {} }));
      const none = { error: { code: -32600 } };
      expect(batch).toMatchObject(revision === '2025-03-26' ? both : none);
    },
  );

  test('a stateless request is served too', async () => {
    await using http = await serving(fixture().server);
    const client = await Client.open(http.at('/sse'));
    await client.post(modern('tools/call', { name: 'echo', arguments: { text: 'alone' } }).body);
    expect(await client.messages(1)).toMatchObject([
      { id: 1, result: { resultType: 'complete', content: [{ type: 'text', text: 'alone' }] } },
    ]);
  });

  test('carries questions, progress and changes from the server', async () => {
    const { server, tools, release } = fixture();
    await using http = await serving(server);
    const client = await Client.begin(http.at('/sse'), '2025-06-18', { elicitation: {} });
    await client.post(call('asked', 'ask'));
    const question = (await client.messages(2))[1];
    expect(question).toMatchObject({ method: 'elicitation/create', params: { message: 'Sure?' } });
    await client.post({ jsonrpc: '2.0', id: question?.['id'], result: { action: 'decline' } });
    expect((await client.messages(3))[2]).toEqual(said('asked', 'decline'));
    release('a');
    await client.post(call(2, 'steps', { name: 'a' }, { progressToken: 't' }));
    tools.delete('echo');
    const rest = (await client.messages(8)).slice(3);
    const names = rest.map((message) => String(message['method'] ?? message['id']));
    expect(new Set(names)).toEqual(
      new Set([
        '2',
        'notifications/message',
        'notifications/progress',
        'notifications/progress',
        'notifications/tools/list_changed',
      ]),
    );
  });

  test('is kept alive by comments', async () => {
    await using http = await serving(fixture().server, { keepAliveMs: 20 });
    const client = await Client.open(http.at('/sse'));
    await client.stream.until(({ events }) => events.length >= 3);
    expect(client.stream.events.slice(1, 3)).toEqual([[':'], [':']]);
  });
});

describe('the end', () => {
  test('of the stream ends the session and its running calls', async () => {
    const { server, happened } = fixture();
    await using http = await serving(server);
    const client = await Client.begin(http.at('/sse'), '2024-11-05');
    await client.post(call(1, 'wait', { name: 'a' }));
    await happened('a began');
    await client.stream.drop();
    await happened('a stopped');
    const late = await client.post(rpc(2, 'ping'));
    expect(refused(late)).toEqual(refusal(404, 'there is no such session; open the stream again'));
  });

  test('of the server: running calls are answered, then streams end', async () => {
    const { server, happened, release } = fixture();
    await using http = await serving(server);
    const client = await Client.begin(http.at('/sse'), '2024-11-05');
    await client.post(call(1, 'wait', { name: 'a' }));
    await happened('a began');
    const closed = http.close(60_000);
    release('a');
    await closed;
    await client.stream.ended;
    expect(client.stream.isComplete).toBe(true);
    expect((await client.messages(2))[1]).toEqual(said(1, 'a done'));
  });

  test('of a client that does not read', async () => {
    const { server, sent, stopped } = flooding();
    await using http = await serving(server);
    const client = await Client.begin(http.at('/sse'), '2025-06-18');
    client.stream.pause();
    await client.post(call(1, 'flood'));
    await stopped;
    expect(sent()).toBeLessThan(50 * MEBIBYTE);
    expect((await client.post(rpc(2, 'ping'))).status).toBe(404);
  });
});

describe('refuses', () => {
  test('messages for no session', async () => {
    await using http = await serving(fixture().server);
    const { url } = await Client.open(http.at('/sse'));
    const id = new URL(url).searchParams.get('sessionId') ?? '';
    const unknown = refusal(404, 'there is no such session; open the stream again');
    for (const query of [
      crypto.randomUUID(),
      '',
      '__proto__',
      id.toUpperCase(),
      `${id}0`,
      `${id}%00`,
      `${id}&sessionId=${id}`,
      `x&sessionId=${id}`,
      'x'.repeat(8000),
    ]) {
      const wire = await send(http.at(`/messages?sessionId=${query}`), { body: hello('2024-11-05') });
      expect([query, refused(wire)]).toEqual([query, unknown]);
    }
    const missing = refusal(
      400,
      "the query has no sessionId; POST to the URI that the stream's first event gives",
    );
    for (const path of ['/messages', '/messages?', '/messages?sessionid=1', '/messages#sessionId=1'])
      expect(refused(await send(http.at(path), { body: hello('2024-11-05') }))).toEqual(missing);
  });

  test('other methods, types and texts, and too much', async () => {
    await using http = await serving(fixture().server, { maxBodyBytes: 1000 });
    const client = await Client.open(http.at('/sse'));
    for (const [url, methods, allow] of [
      [http.at('/sse'), ['POST', 'DELETE', 'PUT', 'HEAD'], 'GET, OPTIONS'],
      [client.url, ['GET', 'DELETE', 'PUT', 'HEAD'], 'POST, OPTIONS'],
    ] as const) {
      for (const method of methods) {
        const wire = await send(url, { method, headers: { accept: 'text/event-stream' } });
        expect([method, wire.status, wire.headers.allow]).toEqual([method, 405, allow]);
      }
    }
    const accept = await send(http.at('/sse'), { method: 'GET', headers: { accept: 'text/html' } });
    expect(refused(accept)).toEqual(refusal(406, 'the client must accept text/event-stream'));
    const type = await client.post(hello('2024-11-05'), { 'content-type': 'text/plain' });
    expect(refused(type)).toEqual(refusal(415, 'the Content-Type must be application/json'));
    const long = await client.post({ x: 'x'.repeat(1000) });
    expect(refused(long)).toEqual(refusal(413, 'the body is longer than 1000 bytes'));
    const broken = await client.post('{');
    expect([broken.status, broken.json]).toMatchObject([400, { error: { code: -32700 } }]);
    // All of it did no harm, and nothing of it is on the stream.
    await client.post(hello('2024-11-05'));
    expect(await client.messages(1)).toMatchObject([{ id: 'hello' }]);
  });

  test('JSON that is not a message, with an answer on the stream', async () => {
    await using http = await serving(fixture().server);
    const client = await Client.open(http.at('/sse'));
    const values = [7, null, 'x', [], {}, { jsonrpc: '1.0', id: 1, method: 'ping' }];
    for (const value of values) expect((await client.post(JSON.stringify(value))).status).toBe(202);
    const codes = (await client.messages(values.length)).map(({ error }) => (error as Message)['code']);
    expect(codes).toEqual(values.map(() => -32600));
  });

  test('disallowed hosts and origins, on both paths', async () => {
    await using http = await serving(fixture().server);
    const client = await Client.open(http.at('/sse'));
    for (const headers of [{ host: 'evil.example' }, { origin: 'https://evil.example' }]) {
      const stream = await send(http.at('/sse'), { method: 'GET', headers });
      const message = await client.post(hello('2024-11-05'), headers);
      expect([stream.status, message.status]).toEqual([403, 403]);
    }
    const origin = 'http://localhost:5173';
    const allowed = await client.post(hello('2024-11-05'), { origin });
    expect([allowed.status, allowed.headers['access-control-allow-origin']]).toEqual([202, origin]);
  });

  test('clients without the token, on both paths', async () => {
    await using http = await serving(fixture().server, { token: 'a-secret-that-is-long' });
    const authorization = 'Bearer a-secret-that-is-long';
    const client = await Client.open(http.at('/sse'), { authorization });
    expect((await send(http.at('/sse'), { method: 'GET' })).status).toBe(401);
    expect((await client.post(hello('2024-11-05'))).status).toBe(401);
    expect((await client.post(hello('2024-11-05'), { authorization })).status).toBe(202);
  });

  test('messages of a caller other than the one that opened the stream', async () => {
    const { server } = fixture();
    const handler = new HttpHandler({
      guard: { allowedHosts: ['127.0.0.1'], allowedOrigins: [] },
      authorize: (exchange) => callerOf(exchange.header('authorization') ?? 'nobody'),
      limiter: undefined,
      routes: new Map(httpSse()(settingsOf(server))),
    });
    const http = createNodeServer(handler, {}).http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/sse`;
    const client = await Client.open(url, { authorization: 'alice' });
    for (const authorization of ['mallory', undefined, 'Alice'])
      expect((await client.post(hello('2024-11-05'), { authorization })).status).toBe(404);
    expect((await client.post(hello('2024-11-05'), { authorization: 'alice' })).status).toBe(202);
    expect(await client.messages(1)).toMatchObject([{ id: 'hello' }]);
    await handler.close(0);
    http.close();
  });

  test('one client beyond the limit, until another leaves', async () => {
    const { server, happened } = fixture();
    await using http = await serving(server, { maxSessions: 2 });
    const clients = [await Client.begin(http.at('/sse'), '2024-11-05'), await Client.open(http.at('/sse'))];
    const third = await send(http.at('/sse'), { method: 'GET' });
    expect(refused(third)).toEqual(refusal(503, 'there are too many sessions; try again later'));
    await clients[0]?.post(call(1, 'wait', { name: 'a' }));
    await happened('a began');
    await clients[0]?.stream.drop();
    await happened('a stopped');
    expect((await Client.open(http.at('/sse'))).stream.status).toBe(200);
  });
});

describe('beside the endpoint', () => {
  test('both transports work, with separate sessions', async () => {
    await using http = await serving(fixture().server);
    const old = await Client.begin(http.at('/sse'), '2024-11-05');
    const current = await Session.begin(http.url, '2025-11-25');
    expect((await current.post(call(1, 'echo', { text: 'new' }))).json).toEqual(said(1, 'new'));
    await old.post(call(1, 'echo', { text: 'old' }));
    expect((await old.messages(2))[1]).toEqual(said(1, 'old'));
    const id = new URL(old.url).searchParams.get('sessionId') ?? '';
    const crossed = await send(http.url, { headers: { 'mcp-session-id': id }, body: rpc(1, 'ping') });
    expect(crossed.status).toBe(404);
    const back = await send(http.at(`/messages?sessionId=${current.id}`), { body: rpc(1, 'ping') });
    expect(back.status).toBe(404);
  });

  test('nothing is served at the old paths without the old transport', async () => {
    await using http = await serving(fixture().server, { transports: [] });
    for (const path of ['/sse', '/messages']) {
      const wire = await send(http.at(path), { method: 'GET', headers: { accept: 'text/event-stream' } });
      expect(refused(wire)).toEqual(refusal(404, 'there is nothing here; the endpoint is /mcp'));
    }
  });

  test('paths can be chosen but must differ', async () => {
    const { server } = fixture();
    const transports = [httpSse({ streamPath: '/old/stream', messagePath: '/old/in' })];
    await using http = await serving(server, { transports });
    expect((await Client.open(http.at('/old/stream'))).url).toContain('/old/in?sessionId=');
    for (const streamPath of ['/mcp', '/messages', '/healthz', 'sse']) {
      await expect(serveHttp(server, { transports: [httpSse({ streamPath })] })).rejects.toThrow(TypeError);
    }
  });

  test('the web-standard handler serves it too', async () => {
    const handler = createFetchHandler(fixture().server, 'localhost', { transports: [httpSse()] });
    const { body } = await handler.fetch(new Request('http://localhost/sse'));
    const reader = body?.getReader();
    const read = async (): Promise<string> => new TextDecoder().decode((await reader?.read())?.value);
    const endpoint = /^event: endpoint\ndata: (\S+)\n\n$/.exec(await read())?.[1] ?? '';
    const accepted = await handler.fetch(
      new Request(new URL(endpoint, 'http://localhost'), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(hello('2024-11-05')),
      }),
    );
    expect(accepted.status).toBe(202);
    expect(await read()).toMatch(/^event: message\ndata: \{"jsonrpc":"2.0","id":"hello","result"/);
    await reader?.cancel();
    const late = await handler.fetch(
      new Request(new URL(endpoint, 'http://localhost'), { method: 'POST', body: '{}' }),
    );
    expect(late.status).toBe(404);
    await handler.close(0);
  });
});
