// fetch_many with follow: the pages below a path, found by links, within robots.txt and limits.
import { expect, test } from 'vitest';
import { refusal, textsOf, use, useInFile } from '../setup.ts';

const link = (...paths: readonly string[]): string =>
  paths.map((path) => `<a href="${path}">${path}</a>`).join(' ');
const PAGES = {
  '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /docs/closed' },
  '/docs/': `<title>Start</title><p>tide ${link('a', 'b#part', 'b', 'closed', '/other', 'http://elsewhere.test/docs/x', 'gone')}`,
  '/docs/a': `<title>A</title><p>high tide, low tide ${link('deep/c', '/docs/')}`,
  '/docs/b': `<title>B</title><p>nothing ${link('a')}`,
  '/docs/deep/c': '<title>C</title><p>tide',
  '/other': '<p>not below',
};
const server = await useInFile(PAGES);
const follow = (args: object, path = '/docs/') =>
  server.call('fetch_many', { urls: [`${server.origin}${path}`], ...args });
const at = (path: string): string => `${server.origin}${path}`;

test('lists the pages, breadth first, then returns the beginning of each', async () => {
  const [list = '', ...pages] = textsOf(await follow({ follow: {} }));
  expect(list.replaceAll(/\d+ characters/g, 'n characters')).toBe(
    [
      `Pages below ${at('/docs/')}:`,
      `- Start: ${at('/docs/')} (n characters)`,
      `- A: ${at('/docs/a')} (n characters)`,
      `- B: ${at('/docs/b')} (n characters)`,
      `- ${at('/docs/closed')}: failed`,
      `- ${at('/docs/gone')}: failed`,
      `- C: ${at('/docs/deep/c')} (n characters)`,
    ].join('\n'),
  );
  expect(pages).toHaveLength(6);
  expect(pages[3]).toContain('does not allow programs to fetch this page: disallow: /docs/closed');
  expect(server.page.paths.filter((path) => path.includes('other') || path.includes('closed'))).toEqual([]);
});

test('with find returns only the matching pages', async () => {
  const [list, ...pages] = textsOf(await follow({ follow: {}, find: 'tide' }));
  expect(list).toContain(`- A: ${at('/docs/a')} (2 matches)`);
  expect(list).toContain(`- B: ${at('/docs/b')} (0 matches)`);
  expect(pages.filter((page) => page.startsWith('"tide"'))).toHaveLength(3);
});

test('links that were not followed are counted, and one argument allows the whole site', async () => {
  const [list] = textsOf(await follow({ follow: { max: 2 } }));
  expect(list).toContain('[4 more links below it were not followed: raise max, or start at one of them.]');
  const [site] = textsOf(await follow({ follow: { same_path: false } }));
  expect(site).toContain(`- Untitled: ${at('/other')}`);
  expect(await follow({ follow: {}, urls: [at('/docs/'), at('/other')] })).toMatchObject(
    refusal('follow takes one URL, not 2.'),
  );
  expect(await follow({ follow: {} }, '/docs/gone')).toMatchObject(refusal('status code 404'));
});

test('robots.txt can set a delay: pages are fetched one at a time, and links left at the time limit are counted', async () => {
  await using slow = await use(
    { ...PAGES, '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nCrawl-delay: 3' } },
    { timeout: 10 },
  );
  const [list] = textsOf(await slow.call('fetch_many', { urls: [`${slow.origin}/docs/`], follow: {} }));
  expect(list).toMatch(/\[\d more links below it were not followed/);
  const fetched = slow.page.paths.filter((path) => path.startsWith('/docs/'));
  expect(fetched.length).toBeLessThan(6);
  expect(fetched[0]).toBe('/docs/');
});
