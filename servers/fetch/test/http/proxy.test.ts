// Proxies: the target is checked before a proxy learns of it.
import { join } from 'node:path';
import { connect } from '@mcp/runtime/testing';
import { expect, test, vi } from 'vitest';
import { refusal, serve } from '../setup.ts';
import { startProxy } from './start-proxy.ts';
import { answers, EVERYWHERE, publicOnly, site, testAuthority, TestFetcher } from '../site.ts';

test('the proxy gets the checked address', async () => {
  await using page = await site({ '/': 'plain' });
  await using secure = await site({ '/': 'secret' }, { tls: true });
  await using proxy = await startProxy();
  const fetcher = new TestFetcher({ proxy: proxy.url, ca: [testAuthority] });
  expect((await fetcher.get(page.origin)).body.toString()).toBe('plain');
  expect((await fetcher.get(secure.origin)).body.toString()).toBe('secret');
  const authorization = `Basic ${btoa('name:pass word')}`;
  expect(proxy.asked).toEqual([
    { target: `127.0.0.1:${page.port}`, authorization },
    { target: `127.0.0.1:${secure.port}`, authorization },
  ]);
});

test('the proxy never learns of closed addresses', async () => {
  await using page = await site({ '/': 'plain' });
  await using proxy = await startProxy();
  const fetcher = new TestFetcher({
    proxy: proxy.url,
    policy: publicOnly,
    resolve: answers({ 'site.test': ['127.0.0.1'] }),
  });
  const blocked = { code: 'blocked_by_policy' };
  await expect(fetcher.get(page.origin)).rejects.toMatchObject(blocked);
  await expect(fetcher.get(`http://[::1]:${page.port}/`)).rejects.toMatchObject(blocked);
  expect(proxy.asked).toEqual([]);
});

test('the proxy resolves names itself if every address is allowed', async () => {
  await using page = await site({ '/': 'plain' });
  await using proxy = await startProxy();
  const fetcher = new TestFetcher({
    proxy: proxy.url,
    policy: { ...publicOnly, allowNetworks: EVERYWHERE },
  });
  expect((await fetcher.get(`http://only-the-proxy-knows.test:${page.port}/`)).body.toString()).toBe('plain');
  expect(proxy.asked[0]?.target).toBe(`only-the-proxy-knows.test:${page.port}`);
});

test('a proxy that opens no tunnel gets no other request, and the failure says what it needs', async () => {
  await using proxy = await startProxy('403 Forbidden');
  const fetcher = new TestFetcher({ proxy: proxy.url });
  for (const url of ['http://site.test:8080/', 'https://site.test:8443/'])
    await expect(fetcher.get(url)).rejects.toMatchObject({
      code: 'connection_failed',
      problem: `The proxy did not open a connection to ${new URL(url).host}: it answered 403. The operator can let the proxy open tunnels (CONNECT) to that port.`,
    });
  expect(proxy.forwarded).toEqual([]);
});

test('a proxy from the environment is used, except for the hosts of NO_PROXY', async () => {
  await using page = await site({ '/': 'plain' });
  await using secure = await site({ '/': 'secret' }, { tls: true });
  await using proxy = await startProxy();
  await using client = await connect(
    serve({ 'ignore-robots-txt': true, 'ca-file': join(import.meta.dirname, '../tls/ca.pem') }),
    { revision: '2025-11-25' },
  );
  const call = (url: string) => client.request('tools/call', { name: 'fetch', arguments: { url } });
  vi.stubEnv('HTTP_PROXY', proxy.url.href);
  vi.stubEnv('HTTPS_PROXY', proxy.url.href);
  vi.stubEnv('NO_PROXY', 'other.test');
  try {
    for (const url of [page.origin, secure.origin, `http://other.test:${page.port}/`])
      expect(await call(url)).not.toHaveProperty('isError');
    expect(await call('http://127.0.0.2/')).toMatchObject({ isError: true });
    vi.stubEnv('HTTP_PROXY', 'socks5://name:secret@127.0.0.1:1');
    const refused = await call(`${page.origin}/next`);
    expect(refused).toMatchObject(refusal('is not an HTTP proxy'));
    expect(JSON.stringify(refused)).not.toContain('secret');
  } finally {
    vi.unstubAllEnvs();
  }
  expect(proxy.asked.map(({ target }) => target)).toEqual([
    `127.0.0.1:${page.port}`,
    `127.0.0.1:${secure.port}`,
  ]);
});

test('a proxy that does not answer is named', async () => {
  const closed = await site({});
  await closed[Symbol.asyncDispose]();
  const fetcher = new TestFetcher({ proxy: new URL(`http://127.0.0.1:${closed.port}`) });
  await expect(fetcher.get('http://site.test/')).rejects.toMatchObject({
    problem: 'The connection to site.test through the proxy failed (ECONNREFUSED).',
  });
});

test('a proxy that refuses is named', async () => {
  await using proxy = await startProxy('407 Proxy Authentication Required');
  const fetcher = new TestFetcher({ proxy: proxy.url });
  await expect(fetcher.get('http://site.test/')).rejects.toMatchObject({
    code: 'connection_failed',
    message: expect.stringContaining('407'),
  });
});
