// include: ["site"], and what is said of pages that scripts write.
import { connect, type TestClient } from '@mcp/runtime/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve } from '../setup.ts';
import { site, type Site } from '../site.ts';

let page: Site;
let bare: Site;
let client: TestClient;

beforeAll(async () => {
  page = await site({
    '/robots.txt': (_request, response) =>
      response
        .setHeader('content-type', 'text/plain')
        .end(`User-agent: *\nDisallow: /closed\nSitemap: ${page.origin}/map.xml`),
    '/llms.txt': { type: 'text/plain', body: '# Shop\n\n- [Prices](https://shop.example/prices.md): all\n' },
    '/map.xml': {
      type: 'application/xml',
      body: '<urlset><url><loc>https://shop.example/?a=1&amp;b=2</loc></url><url><loc> <![CDATA[https://shop.example/b]]></loc></url></urlset>',
    },
    '/': '<link rel=alternate type="application/rss+xml" href="/feed"><script src=app.js></script><h1>Shop</h1>',
    '/app': '<script type=module src=app.js></script><div id=root></div>',
    '/long': `<script src=a.js></script><p>${'text '.repeat(100)}</p>`,
  });
  bare = await site({ '/': '<p>Hello' });
  client = await connect(serve(), { revision: '2025-11-25' });
});

afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await Promise.all([page[Symbol.asyncDispose](), bare[Symbol.asyncDispose]()]);
});

const texts = async (url: string, args: object = {}): Promise<readonly string[]> => {
  const result = await client.request('tools/call', { name: 'fetch', arguments: { url, ...args } });
  return (result as { content: readonly { text: string }[] }).content.map(({ text }) => text);
};

test('llms.txt, feeds and sitemaps, with the links in them', async () => {
  const [, list] = await texts(page.origin, { include: ['site'] });
  expect(list).toBe(
    [
      'Site:',
      `llms.txt: ${page.origin}/llms.txt (1 links)`,
      '- Prices: https://shop.example/prices.md',
      `feed: ${page.origin}/feed`,
      `sitemap: ${page.origin}/map.xml (2 links)`,
      '- https://shop.example/?a=1&b=2',
      '- https://shop.example/b',
    ].join('\n'),
  );
});

test('a site that has none of them', async () => {
  const [, list] = await texts(bare.origin, { include: ['site'] });
  expect(list).toBe('Site:\nllms.txt: none (http_error)\nsitemap: none (http_error)');
});

// A list of which each part is read again from every place before takes seconds for each call, in which nothing else goes on.
test('lists that are made to be slow hold nothing up', { timeout: 30_000 }, async () => {
  for (const part of ['[', '[](http:']) {
    const body = part.repeat(9_000_000 / part.length);
    await using slow = await site({ '/llms.txt': { type: 'text/plain', body }, '/': '<p>Hello' });
    for (let call = 0; call < 10; call += 1)
      expect((await texts(slow.origin, { include: ['site'] }))[1]).toContain('llms.txt (0 links)');
  }
});

test('of a list with more links than it may have so many count', async () => {
  const body = '<loc>a'.repeat(1_500_000);
  await using long = await site({ '/sitemap.xml': { type: 'text/xml', body }, '/': '<p>Hello' });
  expect((await texts(long.origin, { include: ['site'] }))[1]).toContain('sitemap.xml (50000 links)');
});

const INSTEAD = 'Look for an API, a feed or a sitemap (include: ["site"]), or use a browser.';

test('a page that scripts write says so, with what to use instead', async () => {
  expect((await texts(`${page.origin}/app`))[0]).toContain(
    `The page has no text. Scripts may write it, which this server does not run. ${INSTEAD}`,
  );
  expect((await texts(page.origin))[0]).toContain(
    `[The page has scripts, which this server does not run, and little text. ${INSTEAD}]`,
  );
  expect((await texts(`${page.origin}/long`))[0]).not.toContain('scripts');
});
