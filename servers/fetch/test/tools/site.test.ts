// include: ["site"], and the notes on pages that scripts write.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
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

test('lists llms.txt, feeds and sitemaps, with the links in them', async () => {
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

test('reports that a site has none of them', async () => {
  await using bare = await use({ '/': '<p>Hello' });
  const [, list] = textsOf(await bare.fetch('', { include: ['site'] }));
  expect(list).toBe('Site:\nllms.txt: none (http_error)\nsitemap: none (http_error)');
});

const INSTEAD = 'Look for an API, a feed or a sitemap (include: ["site"]), or use a browser.';

test('a page written by scripts is reported, with alternatives', async () => {
  expect(textsOf(await server.fetch('/app'))[0]).toContain(
    `The page has no text. Scripts may write it, which this server does not run. ${INSTEAD}`,
  );
  expect(textsOf(await server.fetch())[0]).toContain(
    `[The page has scripts, which this server does not run, and little text. ${INSTEAD}]`,
  );
  expect(textsOf(await server.fetch('/long'))[0]).not.toContain('scripts');
});

const folder = mkdtempSync(join(tmpdir(), 'mcp-site-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['header-file', '{"http://other.test": {"authorization": "Bearer abc"}}'],
  ['cookie-file', 'other.test\tFALSE\t/\tFALSE\t0\tsession\tdef\n'],
] as const)(
  'the contents of --%s are sent to no other site, even after a redirect',
  async (flag, content) => {
    const file = join(folder, flag);
    writeFileSync(file, content);
    const asked: string[] = [];
    const note: RequestListener = ({ headers, url }, response) => {
      asked.push(`${headers.host} ${url} ${headers.authorization ?? headers.cookie ?? '-'}`);
      response.setHeader('content-type', 'application/xml').end('<loc>https://a.example/</loc>');
    };
    await using other = await use(
      {
        '/': '<p>Hello',
        '/robots.txt': ({ headers }, response) => {
          const port = headers.host?.split(':')[1];
          const maps = ['other', 'away', 'secure'].map(
            (name) => `Sitemap: http://${name.replace('away', 'secure')}.test:${port}/${name}.xml`,
          );
          response.setHeader('content-type', 'text/plain').end(maps.join('\n'));
        },
        ...{
          '/other.xml': note,
          '/away.xml': ({ headers }, response) =>
            response
              .writeHead(302, { location: `http://${headers.host?.replace('secure', 'other')}/other.xml` })
              .end(),
          '/secure.xml': note,
        },
      },
      { [flag]: file },
    );
    const { port } = new URL(other.origin);
    const [, list] = textsOf(await other.fetch('', { include: ['site'] }));
    expect(list).toBe(
      [
        'Site:',
        'llms.txt: none (http_error)',
        `sitemap: none (blocked_by_policy)`,
        `sitemap: none (blocked_by_policy)`,
        `sitemap: http://secure.test:${port}/secure.xml (1 links)`,
        '- https://a.example/',
      ].join('\n'),
    );
    expect(asked).toEqual([`secure.test:${port} /secure.xml -`]);
  },
);

test('lists are safe Markdown: no injected link, no other scheme', async () => {
  await using hostile = await use({
    '/': '<a href="http://x.example/)[press](javascript:alert(2))">[a](javascript:b)</a>',
    '/llms.txt': { type: 'text/plain', body: '[`b`](http://x.example/)[press](javascript:alert(3))' },
    '/sitemap.xml': {
      type: 'application/xml',
      body: '<loc>javascript:alert(1)</loc><loc>http://x.example/)[p](javascript:x)</loc>',
    },
  });
  const texts = textsOf(await hostile.fetch('', { include: ['links', 'site'] }));
  expect(texts.slice(1)).toEqual([
    String.raw`Links:
- \[a\](javascript:b): http://x.example/)\[press\](javascript:alert(2))`,
    [
      'Site:',
      `llms.txt: ${hostile.origin}/llms.txt (1 links)`,
      String.raw`- \`b\`: http://x.example/`.replaceAll('|', '`'),
      `sitemap: ${hostile.origin}/sitemap.xml (1 links)`,
      String.raw`- http://x.example/)\[p`,
    ].join('\n'),
  ]);
});
