import type { Socket } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { FetchError } from '../../src/failure.ts';
import { Robots } from '../../src/robots/robots.ts';
import {
  answers,
  publicOnly,
  rawSite,
  redirectTo,
  reply,
  site,
  TestFetcher,
  type FetcherSettings,
} from '../site.ts';

const { signal } = new AbortController();

const verdict = async (content: string, path: string, product = 'ExampleBot') => {
  await using page = await site({ '/robots.txt': { type: 'text/plain', body: content } });
  const fetcher = new TestFetcher();
  return await new Robots(product).verdict(new URL(path, page.origin), fetcher, signal);
};

const allows = async (content: string, path: string, product?: string): Promise<boolean> =>
  (await verdict(content, path, product)).allowed;

describe('rules', () => {
  const FILE = `
    User-agent: *
    Disallow: /
    # a comment
    user-agent: OtherBot
    USER-AGENT : examplebot/2.0 # and one here
    disallow: /private # secret
    Allow: /private/open
    Disallow: /*.pdf$
    Disallow: /q?*token=
    Disallow: /tie
    Allow: /tie
    Disallow:
    Crawl-delay: 2.5
    nonsense
    User-agent: ExampleBot
    Disallow: /second
    Sitemap: https://example.com/map.xml
  `;

  test.each([
    ['/', true],
    ['/private', false],
    ['/privateer', false],
    ['/private/open/x', true],
    ['/a/b.pdf', false],
    ['/a/b.pdf?x', true],
    ['/q?a=1&token=2', false],
    ['/tie', true],
    ['/second', false],
    ['/robots.txt', true],
    ['/%70rivate', false],
    ['/pri%76ate', false],
  ])('%s: %s', async (path, allowed) => {
    expect(await allows(FILE, path)).toBe(allowed);
  });

  test('other programs follow the group of *', async () => {
    expect(await allows(FILE, '/x', 'SomeBot')).toBe(false);
    expect(await allows('User-agent: ExampleBot\nDisallow: /', '/x', 'SomeBot')).toBe(true);
  });

  test('other lines of the file are read', async () => {
    expect(await verdict(FILE, '/')).toMatchObject({
      crawlDelay: 2.5,
      sitemaps: ['https://example.com/map.xml'],
    });
  });

  test.each([
    ['/ä', '/%C3%A4', false],
    ['/%c3%a4', '/ä', false],
    ['/a%2fb', '/a/b', true],
    ['/a%2fb', '/a%2Fb', false],
    ['*', '/x', false],
    ['/a*b*c$', '/aXbXbc', false],
    ['/a*b*c$', '/acb', true],
    ['/ab*ba$', '/aba', true],
    ['/$', '/', false],
    ['/$', '/x', true],
  ])('disallow %s, %s allowed: %s', async (pattern, path, allowed) => {
    expect(await allows(`User-agent: *\nDisallow: ${pattern}`, path)).toBe(allowed);
  });
});

describe('sites', () => {
  const ask = async (status: number, body = 'User-agent: *\nDisallow: /x', product = 'Bot/1.0 (x)') => {
    await using page = await site(reply(status, { 'retry-after': '99' }, body));
    const fetcher = new TestFetcher();
    const robots = new Robots(product);
    const first = await robots.verdict(new URL(`${page.origin}/x`), fetcher, signal);
    await robots.verdict(new URL(`${page.origin}/y?z`), fetcher, signal);
    expect(page.paths).toEqual(['/robots.txt']);
    return first;
  };

  test('the file is fetched once per origin, with its port', async () => {
    expect(await ask(200)).toMatchObject({ allowed: false, rule: 'disallow: /x' });
  });

  test.each([
    [404, true],
    [410, true],
    [401, false],
    [403, false],
  ])('status %i: %s', async (status, allowed) => {
    expect(await ask(status)).toMatchObject({ allowed, rule: `it answers ${status}` });
  });

  test.each([429, 500, 503])('status %i does not decide what is allowed: try again later', async (status) => {
    await expect(ask(status)).rejects.toMatchObject({
      code: 'http_error',
      retryable: true,
      problem: expect.stringMatching(
        /^http:\/\/site\.test:\d+\/robots\.txt cannot be read, and the server reads it before a page\. It answers \d+\.$/,
      ),
    });
  });

  test.each<[string, string, (socket: Socket) => void, FetcherSettings]>([
    ['reset', 'connection_failed', (socket) => socket.once('data', () => socket.resetAndDestroy()), {}],
    ['no HTTP', 'connection_failed', (socket) => socket.end('nonsense'), {}],
    ['silence', 'timeout', () => {}, { timeoutMs: 200 }],
  ])('%s is a connection failure, retryable', async (_name, code, onConnection, settings) => {
    await using page = await rawSite(onConnection);
    const fetcher = new TestFetcher(settings);
    await expect(new Robots('Bot').verdict(new URL(page.origin), fetcher, signal)).rejects.toMatchObject({
      code,
      retryable: true,
      problem: expect.stringContaining('/robots.txt cannot be read'),
    });
  });

  test('a refused connection and an untrusted certificate are retryable too', async () => {
    await using secure = await site({}, { tls: true });
    const closed = await site({});
    await closed[Symbol.asyncDispose]();
    const fetcher = new TestFetcher();
    for (const [{ origin }, code] of [
      [secure, 'tls_failed'],
      [closed, 'connection_failed'],
    ] as const)
      await expect(new Robots('Bot').verdict(new URL(origin), fetcher, signal)).rejects.toMatchObject({
        code,
        retryable: true,
      });
  });

  test('the first 20 sitemaps are listed, each cut to 200 characters', async () => {
    const line = `Sitemap: https://example.com/${'x'.repeat(4000)}\n`;
    const { sitemaps } = await verdict(line.repeat(100), '/');
    expect(sitemaps).toHaveLength(20);
    expect(Math.max(...sitemaps.map(({ length }) => length))).toBe(200);
  });

  test('files are cached up to 4 MB, whatever their content', async () => {
    const file = `User-agent: *\nDisallow: /private-part\n${'#'.repeat(450_000)}`;
    await using page = await site({ '/robots.txt': { type: 'text/plain', body: file } });
    const names = Array.from({ length: 12 }, (_, number) => `site${number}.test`);
    const resolve = answers(Object.fromEntries(names.map((name) => [name, ['127.0.0.1']])));
    const fetcher = new TestFetcher({ resolve });
    const robots = new Robots('Bot');
    const read = async (name = ''): Promise<number> => {
      await robots.check(new URL(`http://${name}:${page.port}/`), fetcher, signal);
      return page.requests.length;
    };
    for (const name of names) await read(name);
    expect([await read(names.at(-1)), await read(names[0])]).toEqual([12, 13]);
  });

  test('only the first 512,000 bytes of a longer file are read', async () => {
    const rules = 'User-agent: *\nDisallow: /x\n';
    expect(await ask(200, `${rules}${'#'.repeat(600_000)}`)).toMatchObject({ allowed: false });
    expect(await ask(200, `${'#'.repeat(600_000)}\n${rules}`)).toMatchObject({ allowed: true });
  });

  test('a caller that stops waiting does not abort the others', async () => {
    const held: (() => void)[] = [];
    await using page = await site((_request, response) => {
      held.push(() => response.writeHead(404).end());
    });
    const fetcher = new TestFetcher();
    const robots = new Robots('Bot');
    const url = new URL(page.origin);
    const first = new AbortController();
    const others = new AbortController();
    const givenUp = robots.verdict(url, fetcher, first.signal);
    const waiting = [1, 2].map(() => robots.verdict(url, fetcher, others.signal));
    await vi.waitFor(() => expect(held.length).toBe(1), 20_000);
    first.abort(new FetchError('timeout', 'less time than the others'));
    await expect(givenUp).rejects.toMatchObject({ code: 'timeout' });
    for (const answer of held) answer();
    expect(await Promise.all(waiting)).toMatchObject([{ allowed: true }, { allowed: true }]);
    expect(page.requests.length).toBe(1);
  });

  test('the guard applies to robots.txt and its redirects', async () => {
    await using page = await site(redirectTo('http://127.0.0.2/'));
    const fetcher = new TestFetcher();
    const closed = new TestFetcher({ policy: publicOnly });
    const url = new URL(page.origin);
    const blocked = { code: 'blocked_by_policy' };
    await expect(new Robots('Bot').verdict(url, fetcher, signal)).rejects.toMatchObject(blocked);
    expect(page.requests.length).toBe(1);
    await expect(new Robots('Bot').verdict(url, closed, signal)).rejects.toMatchObject(blocked);
    expect(page.requests.length).toBe(1);
  });
});
