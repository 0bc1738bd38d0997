// include: ["site"], and what is said of pages that scripts write.
import { expect, test } from 'vitest';
import { textsOf, use, useInFile } from '../setup.ts';

const server = await useInFile({
  '/robots.txt': ({ headers }, response) =>
    response
      .setHeader('content-type', 'text/plain')
      .end(`User-agent: *\nDisallow: /closed\nSitemap: http://${headers.host}/map.xml`),
  '/llms.txt': { type: 'text/plain', body: '# Shop\n\n- [Prices](https://shop.example/prices.md): all\n' },
  '/map.xml': {
    type: 'application/xml',
    body: '<urlset><url><loc>https://shop.example/?a=1&amp;b=2</loc></url><url><loc> <![CDATA[https://shop.example/b]]></loc></url></urlset>',
  },
  '/': '<link rel=alternate type="application/rss+xml" href="/feed"><script src=app.js></script><h1>Shop</h1>',
  '/app': '<script type=module src=app.js></script><div id=root></div>',
  '/long': `<script src=a.js></script><p>${'text '.repeat(100)}</p>`,
});
const { origin } = server;

test('llms.txt, feeds and sitemaps, with the links in them', async () => {
  const [, list] = textsOf(await server.fetch('', { include: ['site'] }));
  expect(list).toBe(
    [
      'Site:',
      `llms.txt: ${origin}/llms.txt (1 links)`,
      '- Prices: https://shop.example/prices.md',
      `feed: ${origin}/feed`,
      `sitemap: ${origin}/map.xml (2 links)`,
      '- https://shop.example/?a=1&b=2',
      '- https://shop.example/b',
    ].join('\n'),
  );
});

test('a site that has none of them', async () => {
  await using bare = await use({ '/': '<p>Hello' });
  const [, list] = textsOf(await bare.fetch('', { include: ['site'] }));
  expect(list).toBe('Site:\nllms.txt: none (http_error)\nsitemap: none (http_error)');
});

const INSTEAD = 'Look for an API, a feed or a sitemap (include: ["site"]), or use a browser.';

test('a page that scripts write says so, with what to use instead', async () => {
  expect(textsOf(await server.fetch('/app'))[0]).toContain(
    `The page has no text. Scripts may write it, which this server does not run. ${INSTEAD}`,
  );
  expect(textsOf(await server.fetch())[0]).toContain(
    `[The page has scripts, which this server does not run, and little text. ${INSTEAD}]`,
  );
  expect(textsOf(await server.fetch('/long'))[0]).not.toContain('scripts');
});
