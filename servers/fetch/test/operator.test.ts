// What only the operator sets, from the command line to the wire: certificates, headers, a proxy, limits, domains.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect as connectNet, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TestClient } from '@mcp/runtime/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callTool, serve } from './setup.ts';
import { site, type Handler, type Site } from './site.ts';

const CA = join(import.meta.dirname, 'tls/ca.pem');
const SECRET = 'Bearer of-the-operator';

let folder: string;
let secure: Site;
let plain: Site;

const shows: Handler = ({ headers }, response) =>
  response.setHeader('content-type', 'text/plain').end(`authorization: ${headers.authorization ?? 'none'}`);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fetch-operator-'));
  plain = await site(shows);
  secure = await site(
    (request, response) => {
      if (request.url === '/away') response.writeHead(302, { location: `${plain.origin}/` }).end();
      else shows(request, response);
    },
    { tls: true },
  );
});

afterAll(async () => {
  await secure[Symbol.asyncDispose]();
  await plain[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const OPEN = { 'ignore-robots-txt': true, 'ca-file': CA } as const;

const call = (client: TestClient, url: string) => callTool(client, 'fetch', { url, fresh: true });

test('a certificate of an authority that --ca-file names is trusted, others are not', async () => {
  await using client = await connect(serve(OPEN));
  expect(await call(client, secure.origin)).toMatchObject({
    answer: { text: 'authorization: none' },
  });
  await using other = await connect(serve({ 'ignore-robots-txt': true }));
  expect(await call(other, secure.origin)).toMatchObject({
    isError: true,
    _meta: { error: { code: 'tls_failed' } },
  });
});

test('headers of --header-file go to their domain over TLS, and not along with a redirect', async () => {
  const file = join(folder, 'headers.json');
  writeFileSync(file, JSON.stringify({ 'secure.test': { authorization: SECRET } }));
  await using client = await connect(serve({ ...OPEN, 'header-file': file }));
  expect(await call(client, secure.origin)).toMatchObject({
    answer: { text: `authorization: ${SECRET}` },
  });
  expect(await call(client, `${secure.origin}/away`)).toMatchObject({
    answer: { text: 'authorization: none', redirects: [`${secure.origin}/away`] },
  });
  expect(await call(client, `http://other.test:${plain.port}/`)).toMatchObject({
    answer: { text: 'authorization: none' },
  });
  // The model cannot set any, and is not told of them.
  expect(JSON.stringify(await client.request('tools/list'))).not.toMatch(/authorization|header-file/i);
});

describe('--proxy-url', () => {
  test('every connection goes through it, and the target is still checked', async () => {
    const targets: string[] = [];
    const proxy = createServer();
    proxy.on('connect', (request, socket) => {
      targets.push(request.url ?? '');
      const upstream = connectNet(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        upstream.pipe(socket).pipe(upstream);
      });
      upstream.on('error', () => socket.destroy());
      socket.on('error', () => upstream.destroy());
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    await using client = await connect(serve({ 'ca-file': CA, 'proxy-url': `http://127.0.0.1:${port}` }));
    const before = plain.requests.length;
    expect(await call(client, plain.origin)).not.toHaveProperty('isError');
    expect(await call(client, secure.origin)).not.toHaveProperty('isError');
    expect(plain.requests.length - before).toBe(2);
    expect(new Set(targets)).toEqual(new Set([`127.0.0.1:${plain.port}`, `127.0.0.1:${secure.port}`]));
    const asked = targets.length;
    expect(await call(client, `http://127.0.0.2:${plain.port}/`)).toMatchObject({
      isError: true,
      _meta: { error: { code: 'blocked_by_policy' } },
    });
    expect(targets.length).toBe(asked);
    proxy.closeAllConnections();
    proxy.close();
  });
});

test('--allow-domain and --deny-domain', async () => {
  await using client = await connect(
    serve({ ...OPEN, 'allow-domain': ['test'], 'deny-domain': ['other.test'] }),
  );
  expect(await call(client, plain.origin)).not.toHaveProperty('isError');
  for (const url of [`http://other.test:${plain.port}/`, 'https://example.com/'])
    expect(await call(client, url)).toMatchObject({
      isError: true,
      _meta: { error: { code: 'blocked_by_policy' } },
    });
});

test('--max-bytes', async () => {
  await using client = await connect(serve({ ...OPEN, 'max-bytes': 10 }));
  expect(await call(client, plain.origin)).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('--max-bytes') }],
    _meta: { error: { code: 'too_large' } },
  });
});
