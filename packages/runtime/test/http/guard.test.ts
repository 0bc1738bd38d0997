// The door of the endpoint: Host, Origin, path, method, content type, body (basic/transports, "Security Warning").
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { failure, hello, modern, serving } from './client.ts';
import { fixture } from './fixture.ts';
import { send, type Wire } from './wire.ts';

const BAD_HOST = failure(
  -32600,
  'Invalid request: the Host header names a host that is not served here (see --allowed-hosts)',
);
const BAD_ORIGIN = failure(
  -32600,
  'Invalid request: the Origin header names an origin that is not allowed here (see --allowed-origins)',
);
const METHODS = ['POST', 'GET', 'DELETE', 'OPTIONS', 'PUT'];

/** What a refusal is made of: a JSON-RPC error, whatever is refused. */
const refused = ({ status, headers, json }: Wire): unknown => [status, headers['content-type'], json];
const refusal = (status: number, body: unknown): unknown => [status, 'application/json', body];

/** A request that is served when it gets in. */
const welcome = modern('server/discover');

describe('Host', () => {
  test.each(['127.0.0.1', 'localhost', '[::1]', 'LocalHost:1', '127.0.0.1:65535', '[::1]:80'])(
    '%s gets in',
    async (host) => {
      await using http = await serving(fixture().server);
      const wire = await send(http.url, { ...welcome, headers: { ...welcome.headers, host } });
      expect(wire.status).toBe(200);
    },
  );

  test.each<string | readonly string[]>([
    'evil.example',
    'localhost.evil.example',
    'evil.example:80',
    '127.0.0.1.evil.example',
    '127.0.0.2',
    '0.0.0.0',
    '::1',
    '[::1',
    '2130706433',
    'localhost.',
    'localhost:80:80',
    'localhost:x',
    'localhost@evil.example',
    'evil.example@localhost',
    'evil.example, localhost',
    '',
  ])('%j stays out', async (host) => {
    await using http = await serving(fixture().server);
    for (const method of METHODS) {
      expect(refused(await send(http.url, { ...welcome, method, headers: { host } }))).toEqual(
        refusal(403, BAD_HOST),
      );
    }
    const health = new URL('/healthz', http.url).href;
    expect(refused(await send(health, { method: 'GET', headers: { host } }))).toEqual(refusal(403, BAD_HOST));
  });

  test('none at all stays out', async () => {
    await using http = await serving(fixture().server);
    const wire = await send(http.url, { ...welcome, headers: { ...welcome.headers, host: undefined } });
    expect(wire.status).toBe(403);
  });

  test('two that differ stay out, whichever comes first', async () => {
    await using http = await serving(fixture().server);
    const { port } = new URL(http.url);
    for (const hosts of [
      ['localhost', 'evil.example'],
      ['evil.example', 'localhost'],
    ]) {
      const socket = connect(Number(port), '127.0.0.1');
      const lines = hosts.map((host) => `Host: ${host}\r\n`).join('');
      socket.write(`GET /healthz HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`);
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 40[03] /);
    }
  });

  test('other names are served when they are allowed', async () => {
    await using http = await serving(fixture().server, { allowedHosts: ['mcp.example'] });
    for (const [host, status] of [
      ['mcp.example', 200],
      ['MCP.example:8443', 200],
      ['localhost', 200],
      ['a.mcp.example', 403],
    ] as const) {
      const wire = await send(http.url, { ...welcome, headers: { ...welcome.headers, host } });
      expect([host, wire.status]).toEqual([host, status]);
    }
  });

  test('an address that is not of this machine only is served by its own name', async () => {
    await using http = await serving(fixture().server, { host: '0.0.0.0' });
    const url = http.url.replace('0.0.0.0', '127.0.0.1');
    expect(refused(await send(url, welcome))).toEqual(refusal(403, BAD_HOST));
  });
});

describe('Origin', () => {
  const options = { allowedOrigins: ['https://app.example'] };

  test.each([
    'http://localhost',
    'http://localhost:3000',
    'https://127.0.0.1:8443',
    'http://[::1]:5173',
    'https://app.example',
  ])('%s gets in and may read the answer', async (origin) => {
    await using http = await serving(fixture().server, options);
    const served = await send(http.url, { ...welcome, headers: { ...welcome.headers, origin } });
    const nothing = await send(http.url, { method: 'GET', headers: { origin, accept: 'text/event-stream' } });
    expect([served.status, nothing.status]).toEqual([200, 400]);
    for (const { headers } of [served, nothing]) {
      expect(headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-expose-headers': expect.stringContaining('Mcp-Session-Id') as string,
        vary: 'Origin',
      });
    }
  });

  test.each<string | readonly string[]>([
    'null',
    '',
    'https://evil.example',
    'http://app.example',
    'https://app.example:8443',
    'https://app.example.evil.example',
    'https://sub.app.example',
    'http://localhost.evil.example',
    'http://localhost@evil.example',
    'http://127.0.0.2',
    'file://',
    'chrome-extension://localhost',
    'localhost',
    'http://localhost, https://evil.example',
    ['https://evil.example', 'http://localhost'],
    ['http://localhost', 'https://evil.example'],
  ])('%j stays out and may not read why', async (origin) => {
    await using http = await serving(fixture().server, options);
    for (const method of METHODS) {
      const wire = await send(http.url, { ...welcome, method, headers: { ...welcome.headers, origin } });
      expect(refused(wire)).toEqual(refusal(403, BAD_ORIGIN));
      expect(wire.headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  test('none is no browser, and gets no CORS headers', async () => {
    await using http = await serving(fixture().server, options);
    const wire = await send(http.url, welcome);
    expect(wire.status).toBe(200);
    expect(wire.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('pages of this machine may not use a server that is not of this machine', async () => {
    await using http = await serving(fixture().server, { host: '0.0.0.0' });
    const url = http.url.replace('0.0.0.0', '127.0.0.1');
    const headers = { ...welcome.headers, host: '0.0.0.0' };
    expect((await send(url, { ...welcome, headers })).status).toBe(200);
    const origin = 'http://localhost:3000';
    expect(refused(await send(url, { ...welcome, headers: { ...headers, origin } }))).toEqual(
      refusal(403, BAD_ORIGIN),
    );
  });

  test('a preflight request learns what may be sent', async () => {
    await using http = await serving(fixture().server);
    const origin = 'http://localhost:3000';
    const wire = await send(http.url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'mcp-method,mcp-param-region',
      },
    });
    expect([wire.status, wire.text]).toEqual([204, '']);
    expect(wire.headers['access-control-allow-origin']).toBe(origin);
    expect(wire.headers['access-control-allow-methods']?.split(', ')).toEqual(['GET', 'POST', 'DELETE']);
    expect(wire.headers['access-control-allow-headers']?.toLowerCase().split(', ')).toEqual(
      expect.arrayContaining([
        'authorization',
        'content-type',
        'last-event-id',
        'mcp-method',
        'mcp-name',
        'mcp-protocol-version',
        'mcp-session-id',
        '*',
      ]),
    );
  });
});

test.each(['PUT', 'PATCH', 'HEAD', 'TRACE'])('%s is not served', async (method) => {
  await using http = await serving(fixture().server);
  const wire = await send(http.url, { method });
  expect(wire.status).toBe(405);
  expect(wire.headers.allow).toBe('POST, GET, DELETE, OPTIONS');
  // The answer to HEAD has no body.
  const body = JSON.stringify(failure(-32600, `Invalid request: the method ${method} is not served here`));
  expect(wire.text).toBe(method === 'HEAD' ? '' : body);
});

test('there is one path, and one for watchdogs', async () => {
  await using http = await serving(fixture().server, { path: '/api/mcp' });
  expect(new URL(http.url).pathname).toBe('/api/mcp');
  expect((await send(`${http.url}?query=1`, welcome)).status).toBe(200);
  for (const path of ['/', '/mcp', '/api/mcp/', '/api/mcp/x', '/API/MCP', '/.well-known/x']) {
    const wire = await send(new URL(path, http.url).href, welcome);
    expect(refused(wire)).toEqual(
      refusal(404, failure(-32600, 'Invalid request: there is nothing here; the endpoint is /api/mcp')),
    );
  }
  const health = await send(new URL('/healthz', http.url).href, { method: 'GET' });
  expect([health.status, health.text]).toEqual([200, 'ok\n']);
});

describe('the body', () => {
  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;x=y'])(
    '%s is read',
    async (type) => {
      await using http = await serving(fixture().server);
      const headers = { ...welcome.headers, 'content-type': type };
      expect((await send(http.url, { ...welcome, headers })).status).toBe(200);
    },
  );

  test.each([
    undefined,
    '',
    'text/plain',
    'application/jsonx',
    'application/json-rpc',
    'text/plain; x=application/json',
    'multipart/form-data',
    'application/json, text/plain',
    'application/x-www-form-urlencoded',
  ])('%j is not read', async (type) => {
    await using http = await serving(fixture().server);
    const headers = { ...welcome.headers, 'content-type': type };
    const wire = await send(http.url, { ...welcome, headers });
    expect(refused(wire)).toEqual(
      refusal(415, failure(-32600, 'Invalid request: the Content-Type must be application/json')),
    );
  });

  test.each(['', '{', '{"jsonrpc":"2.0",}', '<html>', '{} {}', '\u0000'])('%j is no JSON', async (body) => {
    await using http = await serving(fixture().server);
    for (const headers of [welcome.headers ?? {}, {}]) {
      const wire = await send(http.url, { headers, body });
      expect([wire.status, wire.headers['content-type']]).toEqual([400, 'application/json']);
      const message = expect.stringMatching(/^Parse error: the message is not JSON/) as string;
      expect(wire.json).toEqual(failure(-32700, message));
    }
  });

  test.each([
    [7, 'the header Mcp-Session-Id is missing; send initialize first'],
    [null, 'the header Mcp-Session-Id is missing; send initialize first'],
    ['x', 'the header Mcp-Session-Id is missing; send initialize first'],
    [[], 'the header Mcp-Session-Id is missing; send initialize first'],
  ])('%j is JSON, but no message', async (value, message) => {
    await using http = await serving(fixture().server);
    const wire = await send(http.url, { body: JSON.stringify(value) });
    expect(refused(wire)).toEqual(refusal(400, failure(-32600, `Invalid request: ${message}`)));
  });

  test('one that is too long is refused, whether its length was told or not', async () => {
    await using http = await serving(fixture().server, { maxBodyBytes: 1000 });
    const tooLong = failure(-32600, 'Invalid request: the body is longer than 1000 bytes');
    const fitting = JSON.stringify(hello('2025-11-25')).padEnd(1000);
    expect((await send(http.url, { body: fitting })).status).toBe(200);
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }]) {
      expect(refused(await send(http.url, { headers, body: `${fitting} ` }))).toEqual(refusal(413, tooLong));
    }
  });

  test('bytes count, not characters', async () => {
    await using http = await serving(fixture().server, { maxBodyBytes: 1000 });
    const body = JSON.stringify({ ä: 'ä'.repeat(600) });
    expect((await send(http.url, { body })).status).toBe(413);
  });
});
