// Feeds as lists: RSS 2.0, RSS 1.0, Atom and JSON Feed, even if their type is only XML.
import { expect, test } from 'vitest';
import { textsOf, use, useInFile } from '../setup.ts';

const RSS = `<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
<title>Tide &amp; Time</title><link>https://tide.example/</link><description>What the sea does</description>
<item><title><![CDATA[High [water]](x)]]></title><link>/a?b=1&amp;c=(2)</link><pubDate>Tue, 24 Nov 2026 09:15:00 GMT</pubDate>
<description>&lt;p&gt;It &lt;b&gt;rose&lt;/b&gt;.&lt;/p&gt;&lt;script&gt;no()&lt;/script&gt;</description></item>
<item><title>Permalink only</title><guid>https://tide.example/b</guid><dc:date>2026-11-23</dc:date></item>
<item><title>No link</title><guid isPermaLink="false">id-3</guid><pubDate>yesterday</pubDate></item>
<item><title>Bad link</title><link>javascript:alert(1)</link></item></channel></rss>`;
const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Log</title><subtitle>All of it</subtitle>
<entry><title type="html">One &amp;lt;b&amp;gt;</title><link rel="replies" href="/r"/><link rel="alternate" href="/one"/>
<published>2026-11-20T10:00:00+02:00</published><updated>2026-11-22T10:00:00Z</updated><summary>Short</summary></entry></feed>`;
const RDF = `<!-- a comment --><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><channel><title>Old</title></channel>
<item><title>Entry</title><link>https://old.example/1</link></item></rdf:RDF>`;
const JSON_FEED = JSON.stringify({
  version: 'https://jsonfeed.org/version/1.1',
  title: 'Jay',
  items: [
    {
      id: '1',
      url: 'https://jay.example/1',
      title: 'First',
      content_html: '<p>Hi</p>',
      date_published: '2026-11-24T00:00:00Z',
    },
  ],
});

const server = await useInFile({
  '/rss': { type: 'application/rss+xml', body: RSS },
  '/xml': { type: 'text/xml; charset=utf-8', body: RSS },
  '/atom': { type: 'application/atom+xml', body: ATOM },
  '/rdf': { type: 'application/xml', body: RDF },
  '/json': { type: 'application/feed+json', body: JSON_FEED },
  '/empty': { type: 'application/rss+xml', body: '<rss><channel><title>None</title></channel></rss>' },
  '/none': { type: 'application/rss+xml', body: '<html>no feed</html>' },
  '/login-first': (_request, response) => response.writeHead(302, { location: '/login' }).end(),
  '/login': '<h1>Sign in</h1><form><input name=user><input type=Password name=p></form>',
});
const { origin } = server;
const textOf = async (path: string, args: object = {}): Promise<string> =>
  (textsOf(await server.fetch(path, args))[0] ?? '').replace(/^Contents of .*:\n/, '');

const RSS_LIST = [
  '# Tide & Time',
  '',
  'What the sea does',
  '',
  `- 2026-11-24 09:15: [High \\[water\\]\\](x)](${origin}/a?b=1&c=%282%29). It rose.`,
  '- 2026-11-23 00:00: [Permalink only](https://tide.example/b)',
  '- yesterday: No link',
  '- Bad link',
].join('\n');

test.each([
  ['/rss', RSS_LIST],
  ['/xml', RSS_LIST],
  ['/atom', `# Log\n\nAll of it\n\n- 2026-11-20 08:00: [One \\<b>](${origin}/one). Short`],
  ['/rdf', '# Old\n\n- [Entry](https://old.example/1)'],
  ['/json', '# Jay\n\n- 2026-11-24 00:00: [First](https://jay.example/1). Hi'],
  ['/empty', '# None\n\nThe feed has no entries.'],
])('%s', async (path, text) => {
  expect(await textOf(path)).toBe(text);
});

test.each(['Version 3', '2026-11-24 10:00:00', 'Tue, 24 Nov 2026 10:00:00', '24.11.2026'])(
  '%s is not converted to another time',
  async (date) => {
    const body = `<rss><channel><item><title>T</title><pubDate>${date}</pubDate></item></channel></rss>`;
    await using dated = await use({ '/': { type: 'application/rss+xml', body } });
    expect((await dated.fetch()).answer.text).toBe(`- ${date}: T`);
  },
);

test('raw returns the source, links are listed, and a document that is not a feed is unchanged', async () => {
  expect(await textOf('/rss', { raw: true })).toContain('<rss version="2.0"');
  expect(await textOf('/none')).toContain('<html>no feed</html>');
  const [, links] = textsOf(await server.fetch('/atom', { include: ['links'] }));
  expect(links).toBe(`Links:\n- One \\<b>: ${origin}/one`);
});

test('a redirect that ends at a password form says so, but not the form itself', async () => {
  const note = '[The URL redirected to this form for a password: this is not the page that was asked for.';
  expect(await textOf('/login-first')).toContain(note);
  expect(await textOf('/login')).not.toContain(note);
});
