// Connections: the number and lifetime of sockets, and trusted certificates.
import { describe, expect, test, vi } from 'vitest';
import { rawSite, site, testAuthority, TestFetcher } from '../site.ts';

describe('sockets', () => {
  test('of one host are at most six', async () => {
    const held: (() => void)[] = [];
    await using page = await site((_request, response) => held.push(() => response.end('x')));
    const fetcher = new TestFetcher();
    const fetches = Array.from({ length: 20 }, () => fetcher.get(page.origin));
    await vi.waitFor(() => expect(held.length).toBe(6), 20_000);
    const timer = setInterval(() => held.splice(0).forEach((answer) => answer()), 5);
    await Promise.all(fetches);
    clearInterval(timer);
    expect(page.connections).toBe(6);
  });
});

test('a body without a length that ends in a reset is incomplete', async () => {
  let connections = 0;
  await using page = await rawSite((socket) => {
    connections += 1;
    const isLast = connections === 3;
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\nhalf');
      // Late enough for the first half to have arrived.
      setTimeout(() => (isLast ? socket.end(' whole') : socket.resetAndDestroy()), 100);
    });
  });
  const fetcher = new TestFetcher();
  expect((await fetcher.get(page.origin)).body.toString()).toBe('half whole');
  expect(connections).toBe(3);
});

describe('TLS', () => {
  test('a certificate of an unknown authority is refused', async () => {
    await using page = await site({ '/': 'secret' }, { tls: true });
    const fetcher = new TestFetcher();
    await expect(fetcher.get(page.origin)).rejects.toMatchObject({ code: 'tls_failed', retryable: false });
  });

  test('one of an authority that the operator trusts is accepted, for its name only', async () => {
    await using page = await site({ '/': 'secret' }, { tls: true });
    const fetcher = new TestFetcher({ ca: [testAuthority] });
    expect((await fetcher.get(page.origin)).body.toString()).toBe('secret');
    await expect(fetcher.get(`https://other.test:${page.port}/`)).rejects.toMatchObject({
      code: 'tls_failed',
    });
  });

  test('plain HTTP where TLS is expected', async () => {
    await using page = await site({ '/': 'x' });
    const fetcher = new TestFetcher();
    await expect(fetcher.get(`https://site.test:${page.port}/`)).rejects.toMatchObject({
      code: 'tls_failed',
    });
  });
});
