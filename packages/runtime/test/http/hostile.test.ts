// Hostile requests: invalid, incomplete, oversized or ambiguous HTTP. The server refuses them with a JSON-RPC error
// and keeps serving everybody else.
import { describe, expect, test } from 'vitest';
import { call, failure, hello, modern, rpc, said, send, Session } from '@mcp/raw-http';
import type { Report } from '../../src/index.ts';
import type { HttpServeOptions } from '../../src/transports/http/serve.ts';
import { serving } from './client.ts';
import { fixture } from './fixture.ts';
import { answerOf, exchange, post, RawConnection, type RawAnswer } from './raw.ts';

const JSON_HEADER = 'Content-Type: application/json';
const INIT = JSON.stringify(hello('2025-06-18'));
const LENGTH = `Content-Length: ${INIT.length}`;
const CLOSE = 'Connection: close';
const good = post([JSON_HEADER, LENGTH, CLOSE], INIT);

/** The parts of a refusal. */
const refused = ({ status, head, body }: RawAnswer): unknown => [
  status,
  head
    .split('\r\n')
    .filter((line) => /^(?:content-type|connection):/i.test(line))
    .map((line) => line.toLowerCase()),
  JSON.parse(body),
];
const refusal = (status: number, reason: string): unknown => [
  status,
  expect.arrayContaining(['content-type: application/json', 'connection: close']),
  failure(-32600, `Invalid request: ${reason}`),
];

describe('invalid HTTP', () => {
  const CHUNKED = 'Transfer-Encoding: chunked';
  test.each([
    ['garbage', 'hello\r\n\r\n'],
    ['TLS', Uint8Array.from([0x16, 3, 1, 0, 0xf7, 1, 0, 0, 0xf3, 3, 3])],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['HTTP/9.9', good.replace('1.1', '9.9')],
    ['a length and chunks', post([JSON_HEADER, LENGTH, CHUNKED], INIT)],
    ['chunks and a length', post([JSON_HEADER, CHUNKED, LENGTH], INIT)],
    ['two lengths', post([JSON_HEADER, LENGTH, 'Content-Length: 3'], INIT)],
    ['a list of lengths', post([JSON_HEADER, `${LENGTH}, ${INIT.length}`], INIT)],
    ['a length with a sign', post([JSON_HEADER, 'Content-Length: +5'], INIT)],
    ['a negative length', post([JSON_HEADER, 'Content-Length: -5'], INIT)],
    ['a hexadecimal length', post([JSON_HEADER, 'Content-Length: 0xff'], INIT)],
    ['a huge length', post([JSON_HEADER, `Content-Length: ${'9'.repeat(30)}`], INIT)],
    ['another transfer encoding', post([JSON_HEADER, 'Transfer-Encoding: gzip'], INIT)],
    ['nearly chunks', post([JSON_HEADER, 'Transfer-Encoding: xchunked'], INIT)],
    ['chunks and more', post([JSON_HEADER, 'Transfer-Encoding: chunked, identity'], INIT)],
    ['a chunk without a size', post([JSON_HEADER, CHUNKED], 'zz\r\n')],
    ['a chunk of negative size', post([JSON_HEADER, CHUNKED], '-1\r\n')],
    ['a chunk that is longer than its size', post([JSON_HEADER, CHUNKED], '1\r\nxx\r\n')],
    ['a folded header', post([JSON_HEADER, LENGTH, 'X-A: a\r\n b'], INIT)],
    ['a space before the colon', post([JSON_HEADER, `Transfer-Encoding : chunked`, LENGTH], INIT)],
    ['a header without a colon', post([JSON_HEADER, LENGTH, 'evil'], INIT)],
    ['bare line feeds', good.replaceAll('\r\n', '\n')],
    ['a bare carriage return', post([JSON_HEADER, 'X-A: a\rTransfer-Encoding: chunked', LENGTH], INIT)],
    ['a NUL in a header', post([JSON_HEADER, LENGTH, 'X-A: a\0b'], INIT)],
    ['a space in the path', good.replace('/mcp', '/mcp /x')],
  ])('%s', async (_, bytes) => {
    await using http = await serving(fixture().server);
    const answer = await exchange(http.url, bytes);
    expect(refused(answer)).toEqual(refusal(400, reasonIn(answer.body)));
    expect((await send(http.url, modern('server/discover'))).status).toBe(200);
  });

  const reasonIn = (body: string): string =>
    /this is not correct HTTP\/1\.1 \(.+\)(?="\}\}$)/.exec(body)?.[0] ?? '';

  test('bytes after a complete request are not a part of it', async () => {
    await using http = await serving(fixture().server);
    const connection = new RawConnection(http.url);
    connection.write(post([JSON_HEADER, LENGTH], INIT));
    await connection.until('"id":"hello"');
    connection.write('smuggled');
    expect((await connection.ended).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  });

  test('a started stream is cut off without an error in it', async () => {
    await using http = await serving(fixture().server);
    const { body, headers = {} } = modern('subscriptions/listen', {
      notifications: { toolsListChanged: true },
    });
    const text = JSON.stringify(body);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
    const connection = new RawConnection(http.url);
    connection.write(post([JSON_HEADER, ...lines, `Content-Length: ${text.length}`], text));
    await connection.until('subscriptions/acknowledged');
    connection.write('smuggled\r\n\r\n');
    expect((await connection.ended).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
  });
});

describe('targets', () => {
  const at = (target: string): string => good.replace('/mcp', target);
  const NOTHING = 'there is nothing here; the endpoint is /mcp';

  test.each([
    '//mcp',
    '/mcp/',
    '/./mcp',
    '/x/../mcp',
    '/%6dcp',
    '/mcp%2f',
    '/mcp%00',
    '/mcp;x=1',
    '/mcp/.',
    '/MCP',
    '/mcp\\',
    '/healthz/../mcp',
    'http://localhost//mcp',
    'http://localhost',
  ])('%s is not the endpoint', async (target) => {
    await using http = await serving(fixture().server);
    expect(refused(await exchange(http.url, at(target)))).toEqual(refusal(404, NOTHING));
  });

  test('a whole URL is accepted if its host is allowed, whatever the Host header says', async () => {
    await using http = await serving(fixture().server);
    for (const [target, host, status] of [
      ['http://localhost/mcp', 'localhost', 200],
      ['http://localhost/mcp?x=1', 'localhost', 200],
      ['HTTP://localhost/mcp', 'localhost', 200],
      ['http://evil.example/mcp', 'localhost', 403],
      ['http://localhost/mcp', 'evil.example', 403],
      ['http://evil.example/mcp', 'evil.example', 403],
      ['http://localhost@evil.example/mcp', 'localhost', 403],
      ['http:///mcp', 'localhost', 403],
      ['ftp://localhost/mcp', 'localhost', 404],
    ] as const) {
      const answer = await exchange(http.url, at(target).replace('Host: localhost', `Host: ${host}`));
      expect([target, host, answer.status]).toEqual([target, host, status]);
    }
  });

  test('OPTIONS * and CONNECT are refused', async () => {
    await using http = await serving(fixture().server);
    const options = await exchange(http.url, `OPTIONS * HTTP/1.1\r\nHost: localhost\r\n${CLOSE}\r\n\r\n`);
    expect(refused(options)).toEqual(refusal(404, NOTHING));
    const connected = await exchange(http.url, 'CONNECT localhost:22 HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(refused(connected)).toEqual(refusal(405, 'the method CONNECT is not served here'));
  });

  test('only GET and HEAD return the health', async () => {
    await using http = await serving(fixture().server);
    const health = new URL('/healthz', http.url).href;
    for (const [method, status] of [
      ['GET', 200],
      ['HEAD', 200],
      ['POST', 405],
      ['DELETE', 405],
    ] as const)
      expect([method, (await send(health, { method })).status]).toEqual([method, status]);
  });
});

describe('headers', () => {
  test.each([
    ['an upgrade', 'Upgrade: websocket'],
    ['an upgrade to HTTP/2', 'Upgrade: h2c'],
    ['an unknown expectation', 'Expect: x'],
    ['letters beyond ASCII', 'X-A: ä'],
    ['bytes that are no UTF-8', 'X-A: \u00ff\u00fe'],
    ['a name of Object.prototype', '__proto__: x'],
    ['an empty one', 'X-A:'],
  ])('%s changes nothing', async (_, header) => {
    await using http = await serving(fixture().server);
    const answer = await exchange(
      http.url,
      Buffer.from(post([JSON_HEADER, LENGTH, CLOSE, header], INIT), 'latin1'),
    );
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([200, { id: 'hello' }]);
  });

  test('a client that waits for 100 gets it', async () => {
    await using http = await serving(fixture().server);
    const connection = new RawConnection(http.url);
    connection.write(post([JSON_HEADER, LENGTH, CLOSE, 'Expect: 100-continue'], ''));
    await connection.until('HTTP/1.1 100 Continue\r\n\r\n');
    connection.write(INIT);
    expect(await connection.ended).toContain('HTTP/1.1 200 OK');
  });

  test('HTTP/1.0 is served', async () => {
    await using http = await serving(fixture().server);
    expect((await exchange(http.url, good.replace('1.1', '1.0'))).status).toBe(200);
    const hostless = good.replace('1.1', '1.0').replace('Host: localhost\r\n', '');
    expect((await exchange(http.url, hostless)).status).toBe(403);
  });

  test('duplicates do not pass as a single header', async () => {
    await using http = await serving(fixture().server, { token: 'a-secret-that-is-long' });
    const { id } = await withToken(http.url);
    const body = JSON.stringify(rpc(1, 'ping'));
    const shot = (...headers: string[]): string =>
      post([JSON_HEADER, CLOSE, `Content-Length: ${body.length}`, ...headers], body);
    const [auth, session] = ['Authorization: Bearer a-secret-that-is-long', `Mcp-Session-Id: ${id}`];
    const seen = [
      shot(auth, session),
      shot(auth, 'Authorization: Bearer x', session),
      shot('Authorization: Bearer x', auth, session),
      shot(auth, session, session),
      shot(auth, session, JSON_HEADER),
    ].map(async (bytes) => (await exchange(http.url, bytes)).status);
    expect(await Promise.all(seen)).toEqual([200, 401, 401, 404, 415]);
  });

  const withToken = async (url: string): Promise<{ id: string }> => {
    const wire = await send(url, {
      headers: { authorization: 'Bearer a-secret-that-is-long' },
      body: hello('2025-06-18'),
    });
    return { id: String(wire.headers['mcp-session-id']) };
  };

  test('that are too many or too long are refused', async () => {
    await using http = await serving(fixture().server);
    const more = (count: number): string[] => Array.from({ length: count }, (_, i) => `X-${i}: x`);
    // Four exist already.
    expect((await exchange(http.url, post([JSON_HEADER, LENGTH, CLOSE, ...more(96)], INIT))).status).toBe(
      200,
    );
    const many = await exchange(http.url, post([JSON_HEADER, LENGTH, CLOSE, ...more(97)], INIT));
    expect(refused(many)).toEqual(refusal(431, 'there are more than 100 headers'));
    const long = await exchange(http.url, post([JSON_HEADER, LENGTH, `X: ${'x'.repeat(16_384)}`], INIT));
    expect(refused(long)).toEqual(refusal(431, 'the headers are longer than 16384 bytes'));
    const target = await exchange(http.url, good.replace('/mcp', `/mcp?${'x'.repeat(16_384)}`));
    expect(refused(target)).toEqual(refusal(431, 'the headers are longer than 16384 bytes'));
    await using small = await serving(fixture().server, { maxHeaderBytes: 1000 });
    expect(refused(await exchange(small.url, post([`X: ${'x'.repeat(1000)}`], '')))).toEqual(
      refusal(431, 'the headers are longer than 1000 bytes'),
    );
  });
});

describe('slow clients', () => {
  const options: HttpServeOptions = { headersTimeoutMs: 200, requestTimeoutMs: 400 };

  test.each([
    ['nothing', ''],
    ['half of the headers', 'POST /mcp HTTP/1.1\r\nHost: localhost\r\n'],
    ['half of the body', post([JSON_HEADER, LENGTH], INIT.slice(0, 10))],
    ['no body', post([JSON_HEADER, LENGTH], '')],
    ['half of a chunk', post([JSON_HEADER, 'Transfer-Encoding: chunked'], '10\r\nx')],
  ])('%s: cut off after a while, the others are served', async (_, bytes) => {
    await using http = await serving(fixture().server, options);
    const slow = Array.from({ length: 20 }, () => exchange(http.url, bytes));
    const session = await Session.begin(http.url, '2025-06-18');
    expect((await session.post(call(1, 'echo', { text: 'x' }))).json).toEqual(said(1, 'x'));
    for (const answer of await Promise.all(slow))
      expect(refused(answer)).toEqual(refusal(408, 'the request came too slowly'));
  });

  test('answers may take any time', async () => {
    const { server, happened, release } = fixture();
    await using http = await serving(server, options);
    const session = await Session.begin(http.url, '2025-06-18');
    const running = session.post(call(1, 'wait', { name: 'a' }));
    await happened('a began');
    // A request of the same age would have been cut off.
    await exchange(http.url, post([JSON_HEADER, LENGTH], ''));
    release('a');
    expect((await running).json).toEqual(said(1, 'a done'));
  });

  test('endless chunk extensions', async () => {
    await using http = await serving(fixture().server);
    const bytes = post([JSON_HEADER, 'Transfer-Encoding: chunked'], `1;${'x'.repeat(20_000)}`);
    expect(refused(await exchange(http.url, bytes))).toEqual(
      refusal(413, 'the chunk extensions are too long'),
    );
  });
});

test('a client that disconnects before its request is read leaves nothing behind', async () => {
  const { server } = fixture();
  await using http = await serving(server, { clientLimits: { open: 1 } });
  const connections = Array.from({ length: 20 }, () => new RawConnection(http.url));
  for (const connection of connections) connection.write(good);
  await Promise.all(connections.map((connection) => connection.drop()));
  let status = 429;
  while (status === 429) ({ status } = await send(http.url, modern('server/discover')));
  expect(status).toBe(200);
});

test('a client that disconnects mid-body is not a server error', async () => {
  const reports: Report[] = [];
  const served = fixture({ report: (report) => void reports.push(report) });
  await using http = await serving(served.server);
  const connection = new RawConnection(http.url);
  connection.write(post([JSON_HEADER, 'Content-Length: 5000', 'Expect: 100-continue'], '{"jsonrpc":'));
  await connection.until('100 Continue');
  await connection.drop();
  expect((await exchange(http.url, post([JSON_HEADER, 'Transfer-Encoding: chunked'], 'zz\r\n'))).status).toBe(
    400,
  );
  expect((await exchange(http.url, good)).status).toBe(200);
  expect(reports).toEqual([]);
});

test('a client that sends all of an oversized body still reads why it is refused', async () => {
  await using http = await serving(fixture().server, { maxBodyBytes: 1000 });
  const body = 'x'.repeat(16 * 1024 * 1024);
  const connection = new RawConnection(http.url);
  const errors: unknown[] = [];
  connection.socket.on('error', (error) => errors.push(error));
  connection.write(post([JSON_HEADER, `Content-Length: ${body.length}`], body));
  expect(refused(answerOf(await connection.ended))).toEqual(
    refusal(413, 'the body is longer than 1000 bytes'),
  );
  expect(errors).toEqual([]);
});
