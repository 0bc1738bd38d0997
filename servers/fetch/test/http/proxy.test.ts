// Proxies: the target is checked before one is told of it.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect as connectNet, type AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { andSites, answers, publicOnly, site, testAuthority, TestFetcher } from '../site.ts';

describe('through a proxy', () => {
  const startProxy = async (status = '200 OK') => {
    const asked: { target: string; authorization: string | undefined }[] = [];
    const server = createServer();
    server.on('connect', (request, socket) => {
      const target = request.url ?? '';
      asked.push({ target, authorization: request.headers['proxy-authorization'] });
      socket.on('error', () => {});
      if (status !== '200 OK') {
        socket.end(`HTTP/1.1 ${status}\r\n\r\n`);
        return;
      }
      const upstream = connectNet(Number(target.slice(target.lastIndexOf(':') + 1)), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        upstream.pipe(socket).pipe(upstream);
      });
      upstream.on('error', () => socket.destroy());
      socket.on('close', () => upstream.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return {
      asked,
      url: new URL(`http://name:pass%20word@127.0.0.1:${port}`),
      [Symbol.asyncDispose]: async () => {
        server.closeAllConnections();
        server.close();
      },
    };
  };

  test('the proxy gets the address that was checked', async () => {
    await using page = await site({ '/': 'plain' });
    await using secure = await site({ '/': 'secret' }, { tls: true });
    await using proxy = await startProxy();
    await using fetcher = new TestFetcher({ proxy: proxy.url, ca: [testAuthority] });
    expect((await fetcher.get(page.origin)).body.toString()).toBe('plain');
    expect((await fetcher.get(secure.origin)).body.toString()).toBe('secret');
    const authorization = `Basic ${btoa('name:pass word')}`;
    expect(proxy.asked).toEqual([
      { target: `127.0.0.1:${page.port}`, authorization },
      { target: `127.0.0.1:${secure.port}`, authorization },
    ]);
  });

  test('closed addresses are not even named to it', async () => {
    await using page = await site({ '/': 'plain' });
    await using proxy = await startProxy();
    await using fetcher = new TestFetcher({
      proxy: proxy.url,
      policy: publicOnly,
      resolve: answers({ 'site.test': ['127.0.0.1'] }),
    });
    const blocked = { code: 'blocked_by_policy' };
    await expect(fetcher.get(page.origin)).rejects.toMatchObject(blocked);
    await expect(fetcher.get(`http://[::1]:${page.port}/`)).rejects.toMatchObject(blocked);
    expect(proxy.asked).toEqual([]);
  });

  test('where all is allowed it resolves the names itself', async () => {
    await using page = await site({ '/': 'plain' });
    await using proxy = await startProxy();
    await using fetcher = new TestFetcher({ proxy: proxy.url, policy: { ...andSites, allowPrivate: true } });
    expect((await fetcher.get(`http://only-the-proxy-knows.test:${page.port}/`)).body.toString()).toBe(
      'plain',
    );
    expect(proxy.asked[0]?.target).toBe(`only-the-proxy-knows.test:${page.port}`);
  });

  test('one that refuses', async () => {
    await using proxy = await startProxy('407 Proxy Authentication Required');
    await using fetcher = new TestFetcher({ proxy: proxy.url });
    await expect(fetcher.get('http://site.test/')).rejects.toMatchObject({
      code: 'connection_failed',
      message: expect.stringContaining('407'),
    });
  });
});
