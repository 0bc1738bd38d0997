import { describe, expect, test, vi } from 'vitest';
import { FetchError } from '../../src/failure.ts';
import { decidingRule, parseRobots } from '../../src/robots/robots-file.ts';
import { Robots } from '../../src/robots/robots.ts';
import { publicOnly, site, TestFetcher } from '../site.ts';

const allows = (content: string, path: string, product = 'ExampleBot'): boolean =>
  decidingRule(parseRobots(content, product).rules, new URL(path, 'https://example.com'))?.allow ?? true;

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
  ])('%s: %s', (path, allowed) => {
    expect(allows(FILE, path)).toBe(allowed);
  });

  test('others follow the group of *', () => {
    expect(allows(FILE, '/x', 'SomeBot')).toBe(false);
    expect(allows('User-agent: ExampleBot\nDisallow: /', '/x', 'SomeBot')).toBe(true);
  });

  test('what else is in the file', () => {
    expect(parseRobots(FILE, 'ExampleBot')).toMatchObject({
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
  ])('disallow %s, %s allowed: %s', (pattern, path, allowed) => {
    expect(allows(`User-agent: *\nDisallow: ${pattern}`, path)).toBe(allowed);
  });
});

describe('sites', () => {
  const decide = async (status: number, body = 'User-agent: *\nDisallow: /x', product = 'Bot/1.0 (x)') => {
    await using page = await site((_request, response) =>
      response.writeHead(status, { 'retry-after': '99' }).end(body),
    );
    await using fetcher = new TestFetcher();
    const robots = new Robots(product);
    const { signal } = new AbortController();
    const decision = await robots.decide(new URL(`${page.origin}/x`), fetcher, signal);
    await robots.decide(new URL(`${page.origin}/y?z`), fetcher, signal);
    expect(page.paths).toEqual(['/robots.txt']);
    return decision;
  };

  test('the file is fetched once per origin, with its port', async () => {
    expect(await decide(200)).toMatchObject({ allowed: false, rule: 'disallow: /x' });
  });

  test.each([
    [404, true],
    [410, true],
    [401, false],
    [403, false],
    [429, false],
    [500, false],
    [503, false],
  ])('status %i: %s', async (status, allowed) => {
    expect(await decide(status)).toMatchObject({ allowed, rule: `it answers ${status}` });
  });

  test('of a file that is too long the first 512,000 bytes count', async () => {
    const rules = 'User-agent: *\nDisallow: /x\n';
    expect(await decide(200, `${rules}${'#'.repeat(600_000)}`)).toMatchObject({ allowed: false });
    expect(await decide(200, `${'#'.repeat(600_000)}\n${rules}`)).toMatchObject({ allowed: true });
  });

  test('who gives up while it is fetched takes nobody along', async () => {
    const held: (() => void)[] = [];
    await using page = await site((_request, response) => {
      held.push(() => response.writeHead(404).end());
    });
    await using fetcher = new TestFetcher();
    const robots = new Robots('Bot');
    const url = new URL(page.origin);
    const first = new AbortController();
    const others = new AbortController();
    const givenUp = robots.decide(url, fetcher, first.signal);
    const waiting = [1, 2].map(() => robots.decide(url, fetcher, others.signal));
    await vi.waitFor(() => expect(held.length).toBe(1), 20_000);
    first.abort(new FetchError('timeout', 'less time than the others'));
    await expect(givenUp).rejects.toMatchObject({ code: 'timeout' });
    await vi.waitFor(() => expect(held.length).toBe(2), 20_000);
    for (const answer of held) answer();
    expect(await Promise.all(waiting)).toMatchObject([{ allowed: true }, { allowed: true }]);
    expect(page.requests.length).toBe(2);
  });

  test('the guard holds for robots.txt and where it redirects to', async () => {
    await using page = await site((_request, response) =>
      response.writeHead(302, { location: 'http://127.0.0.2/' }).end(),
    );
    await using fetcher = new TestFetcher();
    await using closed = new TestFetcher({ policy: publicOnly });
    const { signal } = new AbortController();
    const url = new URL(page.origin);
    const blocked = { code: 'blocked_by_policy' };
    await expect(new Robots('Bot').decide(url, fetcher, signal)).rejects.toMatchObject(blocked);
    expect(page.requests.length).toBe(1);
    await expect(new Robots('Bot').decide(url, closed, signal)).rejects.toMatchObject(blocked);
    expect(page.requests.length).toBe(1);
  });
});
