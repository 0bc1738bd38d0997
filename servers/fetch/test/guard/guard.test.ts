import type { LookupAddress } from 'node:dns';
import { Agent, buildConnector } from 'undici';
import { describe, expect, test } from 'vitest';
import { checkedLookup, guardedConnector } from '../../src/guard/connector.ts';
import { Policy } from '../../src/guard/policy.ts';
import { createResolver } from '../../src/guard/resolver.ts';
import {
  andSites,
  answers,
  canary,
  fetcherOptions,
  getFrom,
  publicOnly,
  redirectTo,
  reply,
  site,
  TestFetcher,
  type FetcherSettings,
  EVERYWHERE,
} from '../site.ts';

const blocked = { code: 'blocked_by_policy', retryable: false };

/** Fetches a URL of a listener that must not be reached. Returns the failure and the number of connections. */
const reach = async (
  toUrl: (port: number) => string,
  settings: FetcherSettings = { policy: publicOnly },
): Promise<{ readonly error: unknown; readonly connections: number }> => {
  await using listener = await canary();
  const fetcher = new TestFetcher(settings);
  const error: unknown = await fetcher.get(toUrl(listener.port)).catch((failure: unknown) => failure);
  return { error, connections: listener.connections };
};

const REFUSED = { error: blocked, connections: 0 };

/** Everything that the WHATWG URL parser turns into an address of this machine, such as 127.0.0.1. */
const SPELLINGS = `
  127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.1 0177.0.0.1 017700000001
  127.0.0.1. 127.0.0.1%2e %31%32%37.0.0.1 １２７.0.0.1 127。0。0。1 ①②⑦.0.0.1 0 0.0.0.0 0x0
  [::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:7f00:0001] [::127.0.0.1]
  [64:ff9b::7f00:1] [2002:7f00:1::] 169.254.169.254 [fd00:ec2::254] [fe80::1] 100.100.100.200
`;
/** Hexadecimal and octal parts, other digits and dots, the same in IPv6, and addresses that merely look public. */
const MORE_SPELLINGS = `
  0x7f.0x0.0x0.0x1 0177.0.0.01 0x7f.1 127.0x1 00000177.1 127.0.0.0x1 １２７．０．０．１ 127｡0｡0｡1
  0xa9fea9fe 2852039166 0251.0376.0251.0376 169.254.43518 10.1 0xa.0.0.1 167772161 0300.0250.1
  172.16.0.1 192.168.1.1 224.0.0.1 255.255.255.255 [::ffff:a9fe:a9fe] [::ffff:10.0.0.1] [::a00:1]
  [64:ff9b::a00:1] [64:ff9b:1::7f00:1] [2002:a00:1::1] [2001:0:4136:e378:8000:63bf:f5ff:fffe] [fc00::1]
  [ff02::1] [fec0::1] [::ffff:0:127.0.0.1] [0000:0000:0000:0000:0000:0000:0000:0001]
`;
const NO_URLS = `127.0.0.1.. [::1%25lo] [fe80::1%eth0] 256.0.0.1 127.0.0.1.1 0x100000000 127.0.0.1%00 [::ffff:127.0.0.1]`;

const wordsIn = (text: string): readonly string[] => text.trim().split(/\s+/);

test.each(wordsIn(NO_URLS))('http://%s is not a URL, and nothing is contacted', async (host) => {
  expect(await reach((port) => `http://${host}:${port}/`)).toMatchObject({
    error: { code: expect.stringMatching(/^(?:invalid_url|blocked_by_policy|dns_failed)$/) },
    connections: 0,
  });
});

test.each([...wordsIn(SPELLINGS), ...wordsIn(MORE_SPELLINGS)])(
  'http://%s is refused and nothing is contacted',
  async (host) => {
    expect(await reach((port) => `http://${host}:${port}/`)).toMatchObject(REFUSED);
  },
);

test.each([
  'http:127.0.0.1:PORT',
  'http:\\\\127.0.0.1:PORT\\',
  'http://127.0.0.1:PORT\\@example.com/',
  '\thttp://127.0.\n0.1:PORT/',
  'HTTP:///127.0.0.1:PORT',
])('the odd URL %j is refused too', async (given) => {
  expect(await reach((port) => given.replace('PORT', String(port)))).toMatchObject(REFUSED);
});

describe('names', () => {
  const CLOSED = '127.0.0.1 10.0.0.1 169.254.169.254 ::1 ::ffff:127.0.0.1 fd00::1 0.0.0.0 64:ff9b::127.0.0.1';

  test.each(wordsIn(CLOSED))('one that leads to %s', async (address) => {
    const settings = { policy: publicOnly, resolve: answers({ 'evil.test': [address] }) };
    for (const scheme of ['http', 'https'])
      expect(await reach((port) => `${scheme}://evil.test:${port}/`, settings)).toMatchObject(REFUSED);
  });

  test.each(['localhost', 'localhost.', 'LOCALHOST'])('%s, as this machine resolves it', async (name) => {
    const settings = { policy: publicOnly, resolve: createResolver() };
    expect(await reach((port) => `http://${name}:${port}/`, settings)).toMatchObject(REFUSED);
  });

  test('of several addresses only the allowed ones are used', async () => {
    await using listener = await canary();
    await using page = await site({ '/': 'hello' });
    const resolve = answers({ 'mixed.test': ['127.0.0.2', '127.0.0.1', '10.0.0.1'] });
    const fetcher = new TestFetcher({ resolve });
    const { body } = await fetcher.get(`http://mixed.test:${page.port}/`);
    expect(body.toString()).toBe('hello');
    expect([...page.sockets].map(({ localAddress }) => localAddress)).toEqual(['127.0.0.1']);
    await listener[Symbol.asyncDispose]();
    await expect(fetcher.get(`http://mixed.test:${listener.port}/`)).rejects.toMatchObject({
      code: 'connection_failed',
    });
    expect(listener.connections).toBe(0);
  });

  test('DNS rebinding: the server connects to the address that it checked', async () => {
    await using page = await site({ '/': reply(200, { connection: 'close' }, 'good') });
    const asked: string[] = [];
    const turns: LookupAddress[][] = [
      [{ address: '127.0.0.1', family: 4 }],
      [{ address: '127.0.0.2', family: 4 }],
    ];
    const resolve = (name: string): Promise<LookupAddress[]> =>
      Promise.resolve(turns[asked.push(name) - 1] ?? []);
    const fetcher = new TestFetcher({ resolve });
    expect((await fetcher.get(`http://rebind.test:${page.port}/`)).status).toBe(200);
    expect(asked).toEqual(['rebind.test']);
    await expect(fetcher.get(`http://rebind.test:${page.port}/`)).rejects.toMatchObject(blocked);
    expect(page.connections).toBe(1);
  });

  test('one that does not exist', async () => {
    const fetcher = new TestFetcher();
    await expect(fetcher.get('http://nowhere.test/')).rejects.toMatchObject({
      code: 'dns_failed',
      retryable: false,
    });
  });
});

test('the peer address of an open socket is checked again', async () => {
  await using page = await site({ '/': 'secret' });
  // Ignores its rules for the first two questions, those before the connection.
  let questions = 0;
  class Forgetful extends Policy {
    override mayReach(address: string): boolean {
      questions += 1;
      return questions < 3 || super.mayReach(address);
    }
  }
  const policy = new Forgetful(publicOnly);
  const connect = buildConnector({ lookup: checkedLookup(policy, fetcherOptions().resolve) });
  const agent = new Agent({ connect: guardedConnector(connect, policy, () => {}) });
  await expect(agent.request({ origin: page.origin, path: '/', method: 'GET' })).rejects.toMatchObject(
    blocked,
  );
  await agent.destroy();
  expect(page.requests).toEqual([]);
});

describe('redirects', () => {
  test.each([301, 302, 303, 307, 308])('%i to a closed address is not followed', async (status) => {
    await using listener = await canary();
    await expect(getFrom(redirectTo(`http://127.0.0.2:${listener.port}/`, status))).rejects.toMatchObject(
      blocked,
    );
    expect(listener.connections).toBe(0);
  });

  test.each([1, 2, 5])('after %i hops', async (hops) => {
    await using listener = await canary();
    await using page = await site((request, response) => {
      const hop = Number(request.url?.slice(1));
      const location = hop < hops ? `/${hop + 1}` : `http://evil.test:${listener.port}/`;
      response.writeHead(302, { location }).end();
    });
    const resolve = answers({ 'site.test': ['127.0.0.1'], 'evil.test': ['127.0.0.2'] });
    const fetcher = new TestFetcher({ resolve });
    await expect(fetcher.get(`${page.origin}/1`)).rejects.toMatchObject(blocked);
    expect(page.requests.length).toBe(hops);
    expect(listener.connections).toBe(0);
  });

  test.each([
    'file:///etc/passwd',
    'ftp://example.com/',
    'data:text/plain,x',
    'javascript:alert(1)',
    'gopher://example.com/',
    'http://user:secret@example.com/',
    'http://example.com:25/',
  ])('to %s', async (location) => {
    await expect(getFrom(redirectTo(location))).rejects.toMatchObject(blocked);
  });

  test('without end', async () => {
    await using page = await site(redirectTo('/'));
    const fetcher = new TestFetcher();
    await expect(fetcher.get(page.origin)).rejects.toMatchObject({ code: 'too_many_redirects' });
    expect(page.requests.length).toBe(11);
  });
});

describe('what may be requested', () => {
  const policy = new Policy({ ...andSites, denyDomains: ['bad.test', '8.8.4.4', '[2606:4700::1]'] });

  test.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:,x',
    'ws://example.com/',
    'blob:http://example.com/x',
    'http://u@example.com/',
    'http://:p@example.com/',
    'http://example.com:22/',
    'http://example.com:0/',
    '10.1.2.3',
    ...[1433, 3306, 5432, 6379, 11211, 27017].map((port) => `http://example.com:${port}/`),
    'http://8.8.4.4/',
    'http://[::ffff:8.8.4.4]/',
    'http://[2606:4700:0::1]/',
    'https://bad.test/',
    'https://www.bad.test/',
    'https://BAD.test./',
  ])('not %s', (url) => {
    expect(() => policy.parse(url)).toThrow(expect.objectContaining(blocked));
  });

  test.each([
    '',
    'example',
    '/example.com',
    'http://',
    'http://[::1',
    'http://a b/',
    'http://256.1.1.1/',
    `http://example.com/${'x'.repeat(9000)}`,
  ])('%j is not a URL', (url) => {
    expect(() => policy.parse(url)).toThrow(expect.objectContaining({ code: 'invalid_url' }));
  });

  test.each([
    ['example.com', 'https://example.com/'],
    ['Example.com/a?b=c', 'https://example.com/a?b=c'],
    ['www.example.com:8443/a', 'https://www.example.com:8443/a'],
    ['bücher.example', 'https://xn--bcher-kva.example/'],
    [' example.com ', 'https://example.com/'],
  ])('a bare host: %j', (given, url) => {
    expect(policy.parse(given).href).toBe(url);
  });

  test('a redirect to a text that resembles a host is a path', () => {
    const base = new URL('https://example.com/a/b');
    expect(policy.parse('example.org', base).href).toBe('https://example.com/a/example.org');
  });

  test('allowed domains exclude all others and all addresses outside allowed networks', () => {
    const only = new Policy({ ...andSites, allowDomains: ['good.test'] });
    expect(only.parse('https://www.good.test/').hostname).toBe('www.good.test');
    expect(only.parse('https://good.test./').hostname).toBe('good.test.');
    expect(only.parse('http://127.0.0.1/').hostname).toBe('127.0.0.1');
    const address = new Policy({ ...publicOnly, allowDomains: ['8.8.8.8', '10.0.0.1'] });
    expect(address.parse('https://8.8.8.8/').hostname).toBe('8.8.8.8');
    expect(() => address.parse('https://10.0.0.1/')).toThrow(expect.objectContaining(blocked));
    for (const url of ['https://notgood.test/', 'https://good.test.evil.test/', 'https://8.8.8.8/'])
      expect(() => only.parse(url)).toThrow(expect.objectContaining(blocked));
  });

  test('an allowed network applies in its IPv6 form too, and both networks of all addresses allow everything', () => {
    expect(policy.mayReach('::ffff:127.0.0.1')).toBe(true);
    expect(policy.mayReach('127.0.0.2')).toBe(false);
    const open = new Policy({ ...publicOnly, allowNetworks: EVERYWHERE });
    expect([open.isOpen, policy.isOpen]).toEqual([true, false]);
    expect(['127.0.0.2', '::1', '169.254.169.254'].every((address) => open.mayReach(address))).toBe(true);
    expect(open.mayReach('nonsense')).toBe(false);
  });
});
