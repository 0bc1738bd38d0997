// Operator settings, from the command line to the wire: certificates, headers, a proxy, limits, domains.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type TestClient } from '@mcp/runtime/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProxy } from './http/start-proxy.ts';
import { callTool, failure, folderOfFile, serve } from './setup.ts';
import { site, type Handler, type Site } from './site.ts';

const CA = join(import.meta.dirname, 'tls/ca.pem');
const SECRET = 'Bearer of-the-operator';

const folder = folderOfFile();
let secure: Site;
let plain: Site;

const shows: Handler = ({ headers }, response) =>
  response.setHeader('content-type', 'text/plain').end(`authorization: ${headers.authorization ?? 'none'}`);

beforeAll(async () => {
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
});

const OPEN = { 'ignore-robots-txt': true, 'ca-file': CA } as const;

const call = (client: TestClient, url: string) => callTool(client, 'fetch', { url, fresh: true });

test('a certificate of an authority in --ca-file is trusted, others are not', async () => {
  await using client = await connect(serve(OPEN));
  expect(await call(client, secure.origin)).toMatchObject({ answer: { text: 'authorization: none' } });
  await using other = await connect(serve({ 'ignore-robots-txt': true }));
  expect(await call(other, secure.origin)).toMatchObject(failure('tls_failed'));
});

test('headers of --header-file are sent to their domain over TLS, and not after a redirect', async () => {
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
  // The model cannot set any, and does not see them.
  expect(JSON.stringify(await client.request('tools/list'))).not.toMatch(/authorization|header-file/i);
});

test('every connection goes through --proxy-url, and the target is still checked', async () => {
  await using proxy = await startProxy();
  await using client = await connect(serve({ 'ca-file': CA, 'proxy-url': proxy.url.href }));
  const before = plain.requests.length;
  expect(await call(client, plain.origin)).not.toHaveProperty('isError');
  expect(await call(client, secure.origin)).not.toHaveProperty('isError');
  expect(plain.requests.length - before).toBe(2);
  expect(new Set(proxy.asked.map(({ target }) => target))).toEqual(
    new Set([`127.0.0.1:${plain.port}`, `127.0.0.1:${secure.port}`]),
  );
  const asked = proxy.asked.length;
  expect(await call(client, `http://127.0.0.2:${plain.port}/`)).toMatchObject(failure('blocked_by_policy'));
  expect(proxy.asked.length).toBe(asked);
});

test('--allow-domain and --deny-domain', async () => {
  await using client = await connect(
    serve({ ...OPEN, 'allow-domain': ['test'], 'deny-domain': ['other.test'] }),
  );
  expect(await call(client, plain.origin)).not.toHaveProperty('isError');
  for (const url of [`http://other.test:${plain.port}/`, 'https://example.com/'])
    expect(await call(client, url)).toMatchObject(failure('blocked_by_policy'));
});
