// Limits per client: requests, sessions, open requests, client identity, and that others are unaffected.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { call, failure, hello, modern, open, rpc, send, Session, type Shot, type Wire } from '@mcp/raw-http';
import { serveHttp } from '../../src/http.ts';
import { createFetchHandler } from '../../src/fetch.ts';
import { httpSse } from '../../src/http-sse.ts';
import { RateLimits } from '../../src/limits/token-bucket.ts';
import { TrustedProxies } from '../../src/transports/http/edge/client-address.ts';
import { bucketOf, ClientLimiter, type ClientLimits } from '../../src/transports/http/entry/client-limits.ts';
import { HttpHandler } from '../../src/transports/http/entry/handler.ts';
import { createNodeServer } from '../../src/transports/http/edge/node-server.ts';
import { HttpRefusal } from '../../src/transports/http/entry/refusal.ts';
import { callerOf, serving } from './client.ts';
import { fixture } from './fixture.ts';
import { RawConnection } from './raw.ts';

/** Too slow to refill during a test. */
const rate = (burst: number): { burst: number; perSecond: number } => ({ burst, perSecond: 0.001 });
const NEARLY_1000_SECONDS = /^(?:9\d\d|1000)$/;

const from = (address: string, shot: Shot = modern('server/discover')): Shot => ({
  ...shot,
  headers: { ...shot.headers, 'x-forwarded-for': address },
});

const statuses = async (url: string, shots: readonly Shot[]): Promise<number[]> => {
  const seen: number[] = [];
  for (const shot of shots) seen.push((await send(url, shot)).status);
  return seen;
};

const isTooMany = (wire: Wire, what: string): void => {
  const seconds = wire.headers['retry-after'] ?? '';
  expect([wire.status, wire.headers['content-type']]).toEqual([429, 'application/json']);
  expect(wire.json).toEqual(
    failure(-32600, `Invalid request: this client has too many ${what}; try again in ${seconds} s`),
  );
};

/** Serves behind a local proxy, so that tests can use any address. */
const behindProxy = (clientLimits?: ClientLimits): ReturnType<typeof serving> =>
  serving(fixture().server, {
    trustedProxies: ['127.0.0.1'],
    transports: [httpSse()],
    ...(clientLimits === undefined ? {} : { clientLimits }),
  });

describe('requests', () => {
  test('too many from one address are refused, but not those of others', async () => {
    await using http = await behindProxy({ requests: rate(3) });
    const mine = from('192.0.2.1');
    expect(await statuses(http.url, [mine, mine, mine])).toEqual([200, 200, 200]);
    const refused = await send(http.url, mine);
    isTooMany(refused, 'requests');
    expect(refused.headers['retry-after']).toMatch(NEARLY_1000_SECONDS);
    expect(await statuses(http.url, [from('192.0.2.2'), mine, from('192.0.2.2')])).toEqual([200, 429, 200]);
  });

  test('of all kinds count, except those that the guard refuses', async () => {
    await using http = await behindProxy({ requests: rate(3) });
    const at = (path: string): string => new URL(path, http.url).href;
    const get = from('192.0.2.1', { method: 'GET' });
    const foreign = from('192.0.2.1', { headers: { host: 'evil.example' } });
    expect(
      await statuses(
        http.url,
        Array.from({ length: 5 }, () => foreign),
      ),
    ).toEqual(Array(5).fill(403));
    const seen = [await send(at('/healthz'), get), await send(at('/x'), get), await send(http.url, get)];
    expect(seen.map(({ status }) => status)).toEqual([200, 404, 400]);
    for (const path of ['/healthz', '/x', '/mcp', '/sse', '/messages'])
      isTooMany(await send(at(path), get), 'requests');
  });

  test('are accepted again some time after a refusal', async () => {
    await using http = await behindProxy({ requests: { burst: 1, perSecond: 20 } });
    const seen = new Set<number>();
    while (seen.size < 2 || !seen.has(429)) seen.add((await send(http.url, from('192.0.2.1'))).status);
    let last = 429;
    while (last !== 200) last = (await send(http.url, from('192.0.2.1'))).status;
    expect([...seen].toSorted((a, b) => a - b)).toEqual([200, 429]);
  });

  test('from this machine have no limit by default, but one can be set', async () => {
    await using free = await serving(fixture().server);
    const shots = Array.from({ length: 10 }, () => modern('server/discover'));
    expect(await statuses(free.url, shots)).toEqual(Array(10).fill(200));
    await using limited = await serving(fixture().server, { clientLimits: { requests: rate(9) } });
    expect(await statuses(limited.url, shots)).toEqual([...Array<number>(9).fill(200), 429]);
  });

  test('ignore what a client says about its own address', async () => {
    await using http = await serving(fixture().server, { clientLimits: { requests: rate(2) } });
    expect(
      await statuses(
        http.url,
        ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((address) => from(address)),
      ),
    ).toEqual([200, 200, 429]);
  });

  test.each([
    { burst: 0, perSecond: 1 },
    { burst: 1, perSecond: 0 },
    { burst: NaN, perSecond: 1 },
    { burst: 1, perSecond: -1 },
  ])('refuses %j, which would admit nobody', async (requests) => {
    const { server } = fixture();
    await expect(serveHttp(server, { clientLimits: { requests } })).rejects.toThrow('a rate needs a burst');
  });

  test('can be unlimited', async () => {
    await using http = await behindProxy({ requests: { burst: Infinity, perSecond: Infinity } });
    expect(
      new Set(
        await statuses(
          http.url,
          Array.from({ length: 50 }, () => from('192.0.2.1')),
        ),
      ),
    ).toEqual(new Set([200]));
  });

  test('the web-standard handler asks its host for addresses', async () => {
    const handler = createFetchHandler(fixture().server, 'localhost', {
      clientLimits: { requests: rate(1) },
      remoteAddress: (request) => request.headers.get('x-real-ip') ?? undefined,
    });
    const ask = async (headers: { [name: string]: string }): Promise<number> =>
      (await handler.fetch(new Request('http://localhost/healthz', { headers }))).status;
    const mine = { 'x-real-ip': '192.0.2.1' };
    expect([await ask(mine), await ask(mine), await ask({ 'x-real-ip': '192.0.2.2' })]).toEqual([
      200, 429, 200,
    ]);
    expect([await ask({}), await ask({})]).toEqual([200, 200]);
  });
});

describe('sessions', () => {
  const hi = (address: string): Shot => from(address, { body: hello('2025-11-25') });

  test('too many new ones from one address are refused, over both transports', async () => {
    await using http = await behindProxy({ sessions: rate(2) });
    expect(await statuses(http.url, [hi('192.0.2.1'), hi('192.0.2.1')])).toEqual([200, 200]);
    isTooMany(await send(http.url, hi('192.0.2.1')), 'sessions');
    const sse = new URL('/sse', http.url).href;
    isTooMany(await send(sse, from('192.0.2.1', { method: 'GET' })), 'sessions');
    expect((await open(sse, from('192.0.2.2', { method: 'GET' }))).status).toBe(200);
    // Other requests work.
    expect(await statuses(http.url, [from('192.0.2.1'), hi('192.0.2.2')])).toEqual([200, 200]);
  });

  test('by default one address cannot take them all', async () => {
    await using http = await behindProxy();
    let opened = 0;
    while ((await send(http.url, hi('192.0.2.1'))).status === 200) opened++;
    expect(opened).toBeGreaterThanOrEqual(100);
    expect(opened).toBeLessThan(1000);
    expect((await send(http.url, hi('192.0.2.2'))).status).toBe(200);
  });
});

describe('open requests', () => {
  const listen = modern('subscriptions/listen', { notifications: { toolsListChanged: true } });

  test('too many are refused until one ends', async () => {
    await using http = await behindProxy({ open: 2 });
    const [first] = [
      await open(http.url, from('192.0.2.1', listen)),
      await open(http.url, from('192.0.2.1', listen)),
    ];
    const third = await send(http.url, from('192.0.2.1'));
    isTooMany(third, 'open requests');
    expect(third.headers['retry-after']).toBe('1');
    expect((await send(http.url, from('192.0.2.2'))).status).toBe(200);
    await first?.drop();
    let status = 429;
    while (status === 429) ({ status } = await send(http.url, from('192.0.2.1')));
    expect(status).toBe(200);
  });

  test('a session has 16 streams: one more ends the oldest', async () => {
    const { server, tools } = fixture();
    await using http = await serving(server);
    const session = await Session.begin(http.url, '2025-06-18');
    const streams: Wire[] = [];
    for (let i = 0; i < 17; i++) streams.push(await session.listen());
    await streams[0]?.ended;
    expect(streams[0]?.isComplete).toBe(true);
    tools.delete('echo');
    expect(await streams[16]?.upTo(1)).toMatchObject([{ method: 'notifications/tools/list_changed' }]);
  });

  test('connections are limited too', async () => {
    await using http = await serving(fixture().server, { maxConnections: 2 });
    const held = [new RawConnection(http.url), new RawConnection(http.url)];
    for (const connection of held) {
      connection.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await connection.until('ok\n');
    }
    const third = new RawConnection(http.url);
    expect(await third.ended).toBe('');
    await held[0]?.drop();
    let status = 0;
    while (status !== 200)
      status = await send(http.url, modern('server/discover')).then(
        (wire) => wire.status,
        () => 0,
      );
    expect(status).toBe(200);
  });
});

describe('callers', () => {
  test('are limited separately, whatever their address, and bad credentials count for the address', async () => {
    const handler = new HttpHandler({
      guard: { allowedHosts: ['127.0.0.1'], allowedOrigins: [] },
      authorize: async (exchange) => {
        const subject = exchange.header('authorization');
        if (subject === 'bad') throw new HttpRefusal(401, 'bad credentials');
        return Promise.resolve(callerOf(String(subject)));
      },
      limiter: new ClientLimiter({ requests: rate(3) }),
      routes: new Map([['/', { handle: (exchange) => exchange.respond(200, {}) }]]),
    });
    const http = createNodeServer(handler, {}).http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/`;
    const as = (authorization: string): Shot => ({ headers: { authorization } });
    expect(
      await statuses(url, [as('a'), as('a'), as('a'), as('a'), as('b'), as('b'), as('b'), as('b')]),
    ).toEqual([200, 200, 200, 429, 200, 200, 200, 429]);
    expect(await statuses(url, [as('bad'), as('bad'), as('bad'), as('bad')])).toEqual([401, 401, 401, 429]);
    http.close();
  });
});

describe('addresses', () => {
  test.each([
    ['192.0.2.1', undefined, '192.0.2.1'],
    ['192.0.2.1', '198.51.100.1', '192.0.2.1'],
    ['10.0.0.1', undefined, '10.0.0.1'],
    ['10.0.0.1', '', '10.0.0.1'],
    ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '203.0.113.9, 198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '198.51.100.1, 10.9.9.9', '198.51.100.1'],
    ['10.0.0.1', '10.0.0.2,10.0.0.3', '10.0.0.2'],
    ['10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['10.0.0.1', '[2001:db8::1]:4711', '2001:db8::1'],
    ['10.0.0.1', '2001:db8::1', '2001:db8::1'],
    ['10.0.0.1', 'unknown', '10.0.0.1'],
    ['10.0.0.1', '198.51.100.1, <script>', '10.0.0.1'],
    ['10.0.0.1', '1.2.3', '10.0.0.1'],
    ['::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['::ffff:192.0.2.1', undefined, '192.0.2.1'],
    ['fd00::1', '198.51.100.1', '198.51.100.1'],
    [undefined, '198.51.100.1', undefined],
  ])('%s with X-Forwarded-For %s is %s', (peer, forwarded, client) => {
    expect(new TrustedProxies(['10.0.0.0/8', 'fd00::1']).clientOf(peer, forwarded)).toBe(client);
  });

  test.each([
    '',
    'proxy.example',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    'fd00::/129',
    '10.0.0.0/',
    '*',
  ])('%j is not a valid proxy', async (proxy) => {
    await expect(serveHttp(fixture().server, { trustedProxies: [proxy] })).rejects.toThrow(
      `a trusted proxy must be an address or a network like 10.0.0.0/8, not "${proxy}"`,
    );
  });

  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
  ])('%s counts as %s', (address, bucket) => {
    expect(bucketOf(address)).toBe(bucket);
  });

  test('memory is bounded by forgetting the least recently seen address', () => {
    const limits = new RateLimits(rate(1), 3);
    expect(['a', 'b', 'c', 'a', 'd', 'a', 'b'].map((key) => limits.of(key).take())).toEqual([
      true,
      true,
      true,
      false,
      true,
      false,
      true,
    ]);
    for (let i = 0; i < 1000; i++) limits.of(String(i)).take();
    expect(limits.size).toBe(3);
  });
});

test('a refused call does not reach the server', async () => {
  const { server, events } = fixture();
  await using http = await serving(server, { clientLimits: { requests: rate(3) } });
  const session = await Session.begin(http.url, '2025-06-18');
  await session.post(rpc(1, 'ping'));
  isTooMany(await session.post(call(2, 'wait', { name: 'a' })), 'requests');
  expect(events).toEqual([]);
});
