import { once } from 'node:events';
import { createServer as createNetServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { getFrom, rawSite, redirectTo, reply, site, TestFetcher } from '../site.ts';

describe('bodies', () => {
  test.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    // Some servers omit the frame, and browsers accept that.
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['gzip, br', (text: string) => brotliCompressSync(gzipSync(text))],
  ])('%s', async (encoding, compress) => {
    const body = compress('Grüße '.repeat(5000));
    expect((await getFrom(reply(200, { 'content-encoding': encoding }, body))).body.toString()).toBe(
      'Grüße '.repeat(5000),
    );
  });

  test.each(['gzip', 'deflate', 'br', 'gzip, br'])('an empty body needs no %s', async (encoding) => {
    expect((await getFrom(reply(200, { 'content-encoding': encoding }))).body.length).toBe(0);
  });

  test.each<[string, string, (socket: Socket) => void]>([
    ['of a length', 'content-length: 10', (socket) => socket.end('abc')],
    ['in chunks', 'transfer-encoding: chunked', (socket) => socket.end('3\r\nabc\r\n')],
    ['in gzip', 'content-encoding: gzip', (socket) => socket.end(gzipSync('abc'.repeat(99)).subarray(0, 20))],
    [
      'in br',
      'content-encoding: br',
      (socket) => socket.end(brotliCompressSync('abc'.repeat(99)).subarray(0, 9)),
    ],
    [
      'in deflate',
      'content-encoding: deflate',
      (socket) => socket.end(deflateSync('abc'.repeat(99)).subarray(0, 9)),
    ],
  ])('a body %s that ends too early is refused', async (_name, header, send) => {
    await using page = await rawSite((socket) =>
      socket.once('data', () => {
        socket.write(`HTTP/1.1 200 OK\r\n${header}\r\n\r\n`);
        send(socket);
      }),
    );
    const fetcher = new TestFetcher();
    await expect(fetcher.get(page.origin)).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:connection_failed|decoding_failed)$/),
    });
  });

  // The last is a bomb in a bomb in a bomb, which is not even started.
  test.each(['gzip', 'br', 'nonsense', 'gzip, gzip, gzip'])(
    'plain text declared as %s is refused',
    async (encoding) => {
      await expect(getFrom(reply(200, { 'content-encoding': encoding }, 'plain text'))).rejects.toMatchObject(
        {
          code: 'decoding_failed',
          retryable: false,
        },
      );
    },
  );

  test('a body that declares too great a length is not read', async () => {
    await using page = await site((_request, response) =>
      response.writeHead(200, { 'content-length': '5000000' }).write('x'),
    );
    const fetcher = new TestFetcher();
    await expect(fetcher.get(page.origin)).rejects.toMatchObject({ code: 'too_large' });
    await vi.waitFor(() => expect(page.sockets.size).toBe(0), 20_000);
  });
});

describe('time', () => {
  test.each([
    ['no answer', ''],
    ['half a header', 'HTTP/1.1 200 OK\r\nx: '],
    ['half a body', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc'],
  ])('%s times out', async (_name, bytes) => {
    await using page = await rawSite((socket) => socket.write(bytes));
    const fetcher = new TestFetcher({ timeoutMs: 200 });
    await expect(fetcher.get(page.origin)).rejects.toMatchObject({ code: 'timeout', retryable: true });
    await vi.waitFor(() => expect(page.sockets.size).toBe(0), 20_000);
  });

  test('an endlessly dripping body times out too', async () => {
    await expect(
      getFrom(
        (_request, response) => {
          const timer = setInterval(() => response.write('x'), 10);
          response.on('close', () => clearInterval(timer));
        },
        { timeoutMs: 300 },
      ),
    ).rejects.toMatchObject({ code: 'timeout' });
  });

  test('cancellation closes the socket', async () => {
    await using page = await site((_request, response) => response.write('begin'));
    const fetcher = new TestFetcher();
    const controller = new AbortController();
    const fetching = fetcher.get(page.origin, controller.signal);
    await vi.waitFor(() => expect(page.requests.length).toBe(1), 20_000);
    controller.abort(new Error('not wanted'));
    await expect(fetching).rejects.toThrow('not wanted');
    await vi.waitFor(() => expect(page.sockets.size).toBe(0), 20_000);
  });

  // A server that does not answer the TLS handshake, and a silent proxy.
  test.each([
    ['a server', (origin: string) => ({ url: origin.replace('http:', 'https:'), settings: {} })],
    ['a proxy', (origin: string) => ({ url: 'http://site.test/', settings: { proxy: new URL(origin) } })],
  ])('cancellation closes a connection to %s that is being opened', async (_what, toCase) => {
    await using silent = await rawSite(() => {});
    const origin = `http://127.0.0.1:${new URL(silent.origin).port}`;
    const { url, settings } = toCase(origin);
    const fetcher = new TestFetcher(settings);
    const [one, other] = [new AbortController(), new AbortController()];
    const fetches = [one, other].map(({ signal }) => fetcher.get(url, signal));
    await vi.waitFor(() => expect(silent.sockets.size).toBeGreaterThan(0), 20_000);
    one.abort(new Error('not wanted'));
    await expect(fetches[0]).rejects.toThrow('not wanted');
    // Somebody is still waiting.
    expect(silent.sockets.size).toBeGreaterThan(0);
    other.abort(new Error('not wanted either'));
    await expect(fetches[1]).rejects.toThrow('not wanted either');
    await vi.waitFor(() => expect(silent.sockets.size).toBe(0), 5000);
  });

  test('cancellation ends the wait before a retry', async () => {
    await using page = await site(reply(503, { 'retry-after': '4' }));
    const fetcher = new TestFetcher();
    const controller = new AbortController();
    const fetching = fetcher.get(page.origin, controller.signal);
    await vi.waitFor(() => expect(page.requests.length).toBe(1), 20_000);
    controller.abort(new Error('not wanted'));
    await expect(fetching).rejects.toThrow('not wanted');
    await delay(10);
    expect(page.requests.length).toBe(1);
  });
});

describe('retries', () => {
  test('a busy server is tried again', async () => {
    let asked = 0;
    expect(
      (
        await getFrom((_request, response) => {
          asked += 1;
          if (asked < 3) response.writeHead(503, { 'retry-after': '0' }).end();
          else response.end('at last');
        })
      ).body.toString(),
    ).toBe('at last');
  });

  test('a server that asks for more time is not tried again', async () => {
    await using page = await site(reply(429, { 'retry-after': '3600' }, 'later'));
    const fetcher = new TestFetcher();
    expect(await fetcher.get(page.origin)).toMatchObject({ status: 429, headers: { 'retry-after': '3600' } });
    expect(page.requests.length).toBe(1);
  });

  test('a broken connection is tried three times', async () => {
    await using page = await rawSite((socket) => socket.once('data', () => socket.destroy()));
    const fetcher = new TestFetcher();
    await expect(fetcher.get(page.origin)).rejects.toMatchObject({
      code: 'connection_failed',
      retryable: true,
    });
    expect(page.connections).toBe(3);
  });

  test('a status error of the page is not tried again', async () => {
    await using page = await site({});
    const fetcher = new TestFetcher();
    expect((await fetcher.get(`${page.origin}/x`)).status).toBe(404);
    expect(page.requests.length).toBe(1);
  });
});

describe('headers', () => {
  test('are limited in size', async () => {
    await expect(getFrom(reply(200, { 'x-long': 'x'.repeat(40_000) }))).rejects.toMatchObject({
      code: 'too_large',
    });
  });

  test('cannot be injected through a URL or a redirect', async () => {
    await using page = await site((request, response) => {
      if (request.url === '/start') response.writeHead(302, { location: '/next\tx%0d%0aevil:1' }).end();
      else response.end(request.rawHeaders.join('|'));
    });
    const fetcher = new TestFetcher();
    for (const path of ['/a%0d%0aevil:1', '/a\r\nevil: 1', '/start', '/?q=\r\nevil:1']) {
      const { body } = await fetcher.get(`${page.origin}${path}`);
      expect(body.toString().toLowerCase()).not.toContain('evil');
    }
  });

  test.each([
    'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
    'nonsense\r\n\r\n',
    '\u0000'.repeat(99),
  ])('the answer %j is not HTTP', async (bytes) => {
    await using page = await rawSite((socket) => socket.once('data', () => socket.end(bytes)));
    const fetcher = new TestFetcher();
    await expect(fetcher.get(page.origin)).rejects.toMatchObject({ code: 'connection_failed' });
  });

  test('a Location in UTF-8 is read as such, and so is one in Latin-1', async () => {
    await using page = await rawSite((socket) =>
      socket.on('data', (data: Buffer) => {
        const path = data.toString().split(' ')[1] ?? '';
        const locations: { readonly [path: string]: Buffer } = {
          '/utf-8': Buffer.from('/ä/日本'),
          '/latin-1': Buffer.from('/ä', 'latin1'),
        };
        const location = locations[path];
        if (location === undefined)
          socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${path.length}\r\n\r\n${path}`);
        else
          socket.end(
            Buffer.concat([
              Buffer.from('HTTP/1.1 302 Found\r\nconnection: close\r\nlocation: '),
              location,
              Buffer.from('\r\ncontent-length: 0\r\n\r\n'),
            ]),
          );
      }),
    );
    const fetcher = new TestFetcher();
    expect((await fetcher.get(`${page.origin}/utf-8`)).body.toString()).toBe('/%C3%A4/%E6%97%A5%E6%9C%AC');
    expect((await fetcher.get(`${page.origin}/latin-1`)).body.toString()).toBe('/%C3%A4');
  });

  test('of the operator are sent to their domain only, not after a redirect', async () => {
    await using other = await site((request, response) =>
      response.end(String(request.headers.authorization)),
    );
    await using page = await site((request, response) => {
      const location = `http://other.test:${other.port}/`;
      if (request.url === '/away') response.writeHead(302, { location }).end();
      else response.end(String(request.headers.authorization));
    });
    const profiles = new Map([
      ['http://site.test', { authorization: 'Bearer 1' }],
      ['other.test', { authorization: 'Bearer 2' }],
    ]);
    const fetcher = new TestFetcher({ profiles });
    expect((await fetcher.get(page.origin)).body.toString()).toBe('Bearer 1');
    const { body, redirects } = await fetcher.get(`${page.origin}/away`);
    expect(body.toString()).toBe('undefined');
    expect(redirects).toEqual([`${page.origin}/away`]);
  });
});

test('a refused connection is reported', async () => {
  const server = createNetServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const fetcher = new TestFetcher();
  await expect(fetcher.get(`http://site.test:${port}/`)).rejects.toMatchObject({
    code: 'connection_failed',
    message: expect.stringContaining('ECONNREFUSED'),
  });
});

test('a failure names the failing server, even after a redirect', async () => {
  await using silent = await rawSite((socket) => socket.end('nonsense'));
  const location = `http://other.test:${silent.port}/`;
  await expect(getFrom({ '/': redirectTo(location) })).rejects.toMatchObject({
    problem: `other.test:${silent.port} does not speak HTTP.`,
  });
});

test('what is sent', async () => {
  await using page = await site((request, response) => response.end(JSON.stringify(request.headers)));
  const fetcher = new TestFetcher({ userAgent: 'agent/1' });
  const { body } = await fetcher.get(page.origin);
  expect(JSON.parse(body.toString())).toEqual({
    accept: '*/*',
    'accept-encoding': expect.stringMatching(/^gzip, deflate, br(?:, zstd)?$/),
    'user-agent': 'agent/1',
    host: page.origin.slice('http://'.length),
    connection: 'keep-alive',
  });
});
