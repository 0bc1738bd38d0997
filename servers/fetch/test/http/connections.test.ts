// How many sockets there are and for how long, and which certificates are trusted.
import { describe, expect, test, vi } from 'vitest';
import { answers, rawSite, site, testAuthority, TestFetcher } from '../site.ts';

describe('sockets', () => {
  const names = Array.from({ length: 60 }, (_, index) => `host${index}.test`);
  const resolve = answers(Object.fromEntries(names.map((name) => [name, ['127.0.0.1']])));

  test('of many hosts are not all kept, whatever the other end asks', async () => {
    await using page = await site((_request, response) =>
      response.writeHead(200, { 'keep-alive': 'timeout=600' }).end('x'),
    );
    await using fetcher = new TestFetcher({ resolve });
    for (const name of names) await fetcher.get(`http://${name}:${page.port}/`);
    expect(page.connections).toBe(60);
    await vi.waitFor(() => expect(page.sockets.size).toBeLessThanOrEqual(32), 20_000);
    expect(page.sockets.size).toBeGreaterThan(0);
    await vi.waitFor(() => expect(page.sockets.size).toBe(0), { timeout: 20_000, interval: 100 });
  });

  test('calls to more hosts at once than are kept all get their answer', async () => {
    await using page = await site({ '/': 'x' });
    const many = Array.from({ length: 150 }, (_, index) => `many${index}.test`);
    const everyName = answers(Object.fromEntries(many.map((name) => [name, ['127.0.0.1']])));
    await using fetcher = new TestFetcher({ resolve: everyName });
    for (let round = 0; round < 2; round += 1) {
      const calls = many.map(async (name) => (await fetcher.get(`http://${name}:${page.port}/`)).status);
      expect(await Promise.all(calls)).toEqual(many.map(() => 200));
    }
  });

  test('of one host are at most six', async () => {
    const held: (() => void)[] = [];
    await using page = await site((_request, response) => held.push(() => response.end('x')));
    await using fetcher = new TestFetcher();
    const fetches = Array.from({ length: 20 }, () => fetcher.get(page.origin));
    await vi.waitFor(() => expect(held.length).toBe(6), 20_000);
    const timer = setInterval(() => held.splice(0).forEach((answer) => answer()), 5);
    await Promise.all(fetches);
    clearInterval(timer);
    expect(page.connections).toBe(6);
  });
});

test('a body without a length that ends in a reset is not whole', async () => {
  let connections = 0;
  await using page = await rawSite((socket) => {
    connections += 1;
    const isLast = connections === 3;
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\nhalf');
      // Late enough that the half has arrived.
      setTimeout(() => (isLast ? socket.end(' whole') : socket.resetAndDestroy()), 100);
    });
  });
  await using fetcher = new TestFetcher();
  expect((await fetcher.get(page.origin)).body.toString()).toBe('half whole');
  expect(connections).toBe(3);
});

describe('TLS', () => {
  test('a certificate of an unknown authority is refused', async () => {
    await using page = await site({ '/': 'secret' }, { tls: true });
    await using fetcher = new TestFetcher();
    await expect(fetcher.get(page.origin)).rejects.toMatchObject({ code: 'tls_failed', retryable: false });
  });

  test('one of an authority that the operator trusts is taken, for its name only', async () => {
    await using page = await site({ '/': 'secret' }, { tls: true });
    await using fetcher = new TestFetcher({ ca: [testAuthority] });
    expect((await fetcher.get(page.origin)).body.toString()).toBe('secret');
    await expect(fetcher.get(`https://other.test:${page.port}/`)).rejects.toMatchObject({
      code: 'tls_failed',
    });
  });

  test('plain HTTP where TLS is expected', async () => {
    await using page = await site({ '/': 'x' });
    await using fetcher = new TestFetcher();
    await expect(fetcher.get(`https://site.test:${page.port}/`)).rejects.toMatchObject({
      code: 'tls_failed',
    });
  });
});
