// Guard of the endpoint: Host, Origin, path, method, content type, body (basic/transports, "Security Warning").
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { failure, hello, modern, send, type Shot, type Wire } from '@mcp/raw-http';
import { verifies } from '../spec/harness.ts';
import type { Body } from '../spec/harness.ts';
import type { Revision } from '../spec/requirements/index.ts';
import { serving } from './client.ts';
import { fixture } from './fixture.ts';

const BAD_HOST = failure(
  -32600,
  'Invalid request: the Host header names a host that is not served here (see --allowed-hosts)',
);
const BAD_ORIGIN = failure(
  -32600,
  'Invalid request: the Origin header names an origin that is not allowed here (see --allowed-origins)',
);
const METHODS = ['POST', 'GET', 'DELETE', 'OPTIONS', 'PUT'];

/** The parts of a refusal: always a JSON-RPC error. */
const refused = ({ status, headers, json }: Wire): unknown => [status, headers['content-type'], json];
const refusal = (status: number, body: unknown): unknown => [status, 'application/json', body];

/** A client's first request, served if the guard accepts it. */
const welcome = (revision: Revision): Shot =>
  revision === '2026-07-28' ? modern('server/discover') : { headers: {}, body: hello(revision) };

/** These rules exist in every revision under different ids. */
const guards = (ids: readonly string[], title: string, body: Body): void =>
  verifies({ stateful: ids, modern: 'H-02' }, title, body);

guards(['HTTP-4'], 'names of this machine get in', async ({ revision }) => {
  await using http = await serving(fixture().server);
  const shot = welcome(revision);
  for (const host of ['127.0.0.1', 'localhost', '[::1]', 'LocalHost:1', '127.0.0.1:65535', '[::1]:80']) {
    const wire = await send(http.url, { ...shot, headers: { ...shot.headers, host } });
    expect([host, wire.status]).toEqual([host, 200]);
  }
});

const FOREIGN_HOSTS = [
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
  undefined,
];

guards(['HTTP-4'], 'other hosts stay out, and so does none at all', async ({ revision }) => {
  await using http = await serving(fixture().server);
  const health = new URL('/healthz', http.url).href;
  for (const host of FOREIGN_HOSTS) {
    for (const method of METHODS) {
      const wire = await send(http.url, { ...welcome(revision), method, headers: { host } });
      expect([host, method, refused(wire)]).toEqual([host, method, refusal(403, BAD_HOST)]);
    }
    expect(refused(await send(health, { method: 'GET', headers: { host } }))).toEqual(refusal(403, BAD_HOST));
  }
});

guards(['HTTP-4'], 'two hosts that differ stay out, whichever comes first', async () => {
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

guards(['HTTP-4'], 'other names are served when they are allowed', async ({ revision }) => {
  await using http = await serving(fixture().server, { allowedHosts: ['mcp.example'] });
  const shot = welcome(revision);
  for (const [host, status] of [
    ['mcp.example', 200],
    ['MCP.example:8443', 200],
    ['localhost', 200],
    ['a.mcp.example', 403],
  ] as const) {
    const wire = await send(http.url, { ...shot, headers: { ...shot.headers, host } });
    expect([host, wire.status]).toEqual([host, status]);
  }
});

guards(['HTTP-5'], 'only this machine reaches it, unless an address says otherwise', async ({ revision }) => {
  await using own = await serving(fixture().server);
  expect(new URL(own.url).hostname).toBe('127.0.0.1');
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  for (const { address } of addresses.filter(({ family, internal }) => family === 'IPv4' && !internal)) {
    const reached = send(own.url.replace('127.0.0.1', address), welcome(revision));
    await expect(reached).rejects.toThrow('ECONNREFUSED');
  }
  await using http = await serving(fixture().server, { host: '0.0.0.0' });
  const url = http.url.replace('0.0.0.0', '127.0.0.1');
  expect(refused(await send(url, welcome(revision)))).toEqual(refusal(403, BAD_HOST));
});

const options = { allowedOrigins: ['https://app.example'] };

const OWN_ORIGINS = [
  'http://localhost',
  'http://localhost:3000',
  'https://127.0.0.1:8443',
  'http://[::1]:5173',
  'https://app.example',
];

guards(['HTTP-2'], 'pages that are allowed get in and may read the answer', async ({ revision }) => {
  await using http = await serving(fixture().server, options);
  const shot = welcome(revision);
  for (const origin of OWN_ORIGINS) {
    const served = await send(http.url, { ...shot, headers: { ...shot.headers, origin } });
    const nothing = await send(http.url, { method: 'GET', headers: { origin, accept: 'text/event-stream' } });
    expect([origin, served.status, nothing.status]).toEqual([origin, 200, 400]);
    for (const { headers } of [served, nothing]) {
      expect(headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-expose-headers': expect.stringContaining('Mcp-Session-Id') as string,
        vary: 'Origin',
      });
    }
  }
});

const FOREIGN_ORIGINS = [
  'null',
  '',
  'https://evil.example',
  'http://app.example',
  'https://app.example:8443',
  'https://app.example.evil.example',
  'https://sub.app.example',
  'http://localhost.evil.example',
  'http://localhost@evil.example',
  'http://evil.example@localhost',
  'http://localhost/path',
  'http://127.0.0.2',
  'file://',
  'chrome-extension://localhost',
  'localhost',
  'http://localhost, https://evil.example',
  ['https://evil.example', 'http://localhost'],
  ['http://localhost', 'https://evil.example'],
];

guards(['HTTP-2', 'HTTP-3'], 'other pages stay out and may not read why', async ({ revision }) => {
  await using http = await serving(fixture().server, options);
  const shot = welcome(revision);
  for (const origin of FOREIGN_ORIGINS) {
    for (const method of METHODS) {
      const wire = await send(http.url, { ...shot, method, headers: { ...shot.headers, origin } });
      expect([origin, method, refused(wire)]).toEqual([origin, method, refusal(403, BAD_ORIGIN)]);
      expect(wire.headers).not.toHaveProperty('access-control-allow-origin');
    }
  }
});

guards(['HTTP-4'], 'no origin is no browser, and gets no CORS headers', async ({ revision }) => {
  await using http = await serving(fixture().server, options);
  const wire = await send(http.url, welcome(revision));
  expect(wire.status).toBe(200);
  expect(wire.headers).not.toHaveProperty('access-control-allow-origin');
});

guards(
  ['HTTP-3'],
  'pages of this machine may not use a server that is not of this machine',
  async ({ revision }) => {
    await using http = await serving(fixture().server, { host: '0.0.0.0' });
    const url = http.url.replace('0.0.0.0', '127.0.0.1');
    const shot = welcome(revision);
    const headers = { ...shot.headers, host: '0.0.0.0' };
    expect((await send(url, { ...shot, headers })).status).toBe(200);
    const origin = 'http://localhost:3000';
    expect(refused(await send(url, { ...shot, headers: { ...headers, origin } }))).toEqual(
      refusal(403, BAD_ORIGIN),
    );
  },
);

verifies('HTTP-16', 'a preflight request learns what may be sent', async () => {
  await using http = await serving(fixture().server);
  const origin = 'http://localhost:3000';
  const wire = await send(http.url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,Mcp-Param-Region,mcp-param-a!b,x-other,mcp-param-',
    },
  });
  expect([wire.status, wire.text]).toEqual([204, '']);
  expect(wire.headers['access-control-allow-origin']).toBe(origin);
  expect(wire.headers['access-control-allow-methods']?.split(', ')).toEqual(['GET', 'POST', 'DELETE']);
  expect(wire.headers['access-control-allow-headers']?.toLowerCase().split(', ')).toEqual([
    'authorization',
    'content-type',
    'last-event-id',
    'mcp-method',
    'mcp-name',
    'mcp-protocol-version',
    'mcp-session-id',
    // Tools mention the names, so the answer reveals them.
    'mcp-param-region',
    'mcp-param-a!b',
  ]);
  expect(wire.headers.vary).toBe('Origin, Access-Control-Request-Headers');
});

verifies('HTTP-16', 'other methods are not served', async () => {
  await using http = await serving(fixture().server);
  for (const method of ['PUT', 'PATCH', 'HEAD', 'TRACE']) {
    const wire = await send(http.url, { method });
    expect([method, wire.status, wire.headers.allow]).toEqual([method, 405, 'POST, GET, DELETE, OPTIONS']);
    // An answer to HEAD has no body.
    const body = JSON.stringify(failure(-32600, `Invalid request: the method ${method} is not served here`));
    expect(wire.text).toBe(method === 'HEAD' ? '' : body);
  }
});

const onePath = 'there is one path, and one for watchdogs';
verifies({ stateful: 'HTTP-1', modern: 'H-01' }, onePath, async ({ revision }) => {
  await using http = await serving(fixture().server, { path: '/api/mcp' });
  const shot = welcome(revision);
  expect(new URL(http.url).pathname).toBe('/api/mcp');
  expect((await send(`${http.url}?query=1`, shot)).status).toBe(200);
  for (const path of ['/', '/mcp', '/api/mcp/', '/api/mcp/x', '/API/MCP', '/.well-known/x']) {
    const wire = await send(new URL(path, http.url).href, shot);
    expect(refused(wire)).toEqual(
      refusal(404, failure(-32600, 'Invalid request: there is nothing here; the endpoint is /api/mcp')),
    );
  }
  const health = async (url: string): Promise<unknown> => {
    const wire = await send(new URL('/healthz', url).href, { method: 'GET' });
    return { status: wire.status, text: wire.text };
  };
  expect(await health(http.url)).toEqual({ status: 200, text: 'ok\n' });
  let state = 'ok';
  await using other = await serving(fixture().server, { health: () => state });
  expect(await health(other.url)).toEqual({ status: 200, text: 'ok\n' });
  // A replica that answers most calls stays in rotation.
  state = 'degraded: the store is away';
  expect(await health(other.url)).toEqual({ status: 200, text: 'degraded: the store is away\n' });
});

verifies('HTTP-13', 'JSON is read, whatever its parameters', async ({ revision }) => {
  await using http = await serving(fixture().server);
  const shot = welcome(revision);
  for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON;x=y']) {
    const wire = await send(http.url, { ...shot, headers: { ...shot.headers, 'content-type': type } });
    expect([type, wire.status]).toEqual([type, 200]);
  }
});

const OTHER_TYPES = [
  undefined,
  '',
  'text/plain',
  'application/jsonx',
  'application/json-rpc',
  'text/plain; x=application/json',
  'multipart/form-data',
  'application/json, text/plain',
  'application/x-www-form-urlencoded',
];

verifies({ stateful: 'HTTP-13', modern: 'H-03' }, 'other types are not read', async ({ revision }) => {
  await using http = await serving(fixture().server);
  const shot = welcome(revision);
  for (const type of OTHER_TYPES) {
    const wire = await send(http.url, { ...shot, headers: { ...shot.headers, 'content-type': type } });
    expect([type, refused(wire)]).toEqual([
      type,
      refusal(415, failure(-32600, 'Invalid request: the Content-Type must be application/json')),
    ]);
  }
});

verifies({ stateful: 'HTTP-9', modern: 'H-03' }, 'what is no JSON is refused', async ({ revision }) => {
  await using http = await serving(fixture().server);
  for (const body of ['', '{', '{"jsonrpc":"2.0",}', '<html>', '{} {}', '\u0000']) {
    const wire = await send(http.url, { ...welcome(revision), body });
    expect([wire.status, wire.headers['content-type']]).toEqual([400, 'application/json']);
    const message = expect.stringMatching(/^Parse error: the message is not JSON/) as string;
    expect(wire.json).toEqual(failure(-32700, message));
  }
});

verifies('HTTP-9', 'JSON that is no message is refused', async () => {
  await using http = await serving(fixture().server);
  const message = 'Invalid request: the header Mcp-Session-Id is missing; send initialize first';
  for (const value of [7, null, 'x', []]) {
    const wire = await send(http.url, { body: JSON.stringify(value) });
    expect(refused(wire)).toEqual(refusal(400, failure(-32600, message)));
  }
});

verifies(
  'HTTP-15',
  'a body that is too long is refused, whether its length was told or not',
  async (bench) => {
    await using http = await serving(fixture().server, { maxBodyBytes: 1000 });
    const tooLong = failure(-32600, 'Invalid request: the body is longer than 1000 bytes');
    const fitting = JSON.stringify(hello(bench.revision)).padEnd(1000);
    expect((await send(http.url, { body: fitting })).status).toBe(200);
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }]) {
      expect(refused(await send(http.url, { headers, body: `${fitting} ` }))).toEqual(refusal(413, tooLong));
    }
    // Bytes count, not characters.
    const body = JSON.stringify({ ä: 'ä'.repeat(600) });
    expect((await send(http.url, { body })).status).toBe(413);
  },
);
