// Limits of a whole call: the length of its result, and its time.
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { failure, serve, textsOf, use } from '../setup.ts';
import type { Handler } from '../site.ts';

const OPEN = { 'ignore-robots-txt': true } as const;

test('text and all lists together stay within the limit', async () => {
  const links = Array.from(
    { length: 3000 },
    (_, at) => `<h2>Heading ${at}</h2><p><a href="/${at}">Link ${at}</a></p>`,
  );
  await using server = await use({
    '/': `<main>${links.join('')}</main>`,
    '/robots.txt': { type: 'text/plain', body: '' },
    '/sitemap.xml': { type: 'text/xml', body: '<loc>https://example.com/a/long/path</loc>'.repeat(3000) },
  });
  const include = ['links', 'metadata', 'outline', 'robots', 'site'];
  const texts = textsOf(await server.fetch('', { include, max_length: 40_000 }));
  const length = texts.join('').length;
  expect(texts).toHaveLength(6);
  expect(length).toBeLessThanOrEqual(38_000);
  expect(length).toBeGreaterThan(33_000);
  expect(texts[0]).toMatch(/^\[Characters 0 to \d+ of \d+; continue with fetch, cursor: /);
});

test('timeout_ms also applies to a robots.txt that another call is waiting for, and to include', async () => {
  await using server = await use({ '/robots.txt': () => {}, '/': { type: 'text/plain', body: 'Hello' } });
  const { client, page } = server;
  const first = { name: 'fetch', arguments: { url: page.origin, timeout_ms: 20_000 } };
  const waiting = client.request('tools/call', first, { id: 'first' });
  await expect.poll(() => page.paths).toEqual(['/robots.txt']);
  expect(await server.fetch('', { timeout_ms: 200 })).toMatchObject(
    failure('timeout', 'took longer than 0.2 seconds'),
  );
  await using open = await connect(serve(OPEN), { revision: '2025-11-25' });
  const args = { url: page.origin, include: ['robots'], timeout_ms: 300 };
  expect(await open.request('tools/call', { name: 'fetch', arguments: args })).toMatchObject({
    content: [{}, { text: expect.stringContaining('took longer than 0.3 seconds') }],
  });
  void waiting;
  client.notify('notifications/cancelled', { requestId: 'first' });
});

test.each([
  ['a scheme', () => `${'x'.repeat(5000)}:y`],
  ['a host that does not exist', () => `http://${'x.'.repeat(2500)}test/`],
  ['a host of this machine', () => `http://${'x.'.repeat(2500)}localhost/`],
  ['a host that the operator denies', () => `http://${'x.'.repeat(2500)}denied.test/`],
  ['a page that robots.txt closes', (port: number) => `http://other.test:${port}/closed${'x'.repeat(5000)}`],
  ['a page', (port: number) => `http://other.test:${port}/open${'x'.repeat(5000)}`],
])('a redirect to the long name of %s is shortened in the answer', async (_name, target) => {
  const answer: Handler = ({ url, socket }, response) => {
    if (url === '/robots.txt') response.end('User-agent: *\nDisallow: /closed');
    else if (url === '/') response.writeHead(302, { location: target(Number(socket.localPort)) }).end();
    else response.setHeader('content-type', 'text/plain').end('Hello');
  };
  await using server = await use(answer, { 'deny-domain': ['denied.test'] });
  const text = textsOf(await server.fetch()).join('');
  expect(text.length).toBeLessThan(1000);
  expect(text).toMatch(/x{40}|(?:x\.){20}/);
});

test('structured data of odd types cause no internal error', async () => {
  const odd = ['{"@type":{"toString":1},"headline":"a"}', `${'['.repeat(60_000)}${']'.repeat(60_000)}`];
  const scripts = odd.map((json) => `<script type="application/ld+json">${json}</script>`).join('');
  await using server = await use({ '/': `${scripts}<p>Hello` }, OPEN);
  expect(textsOf(await server.fetch())).toEqual([expect.stringContaining('Hello')]);
});

test('text declared as audio is text', async () => {
  const sound = Buffer.from([0xff, 0xfb, 0x90, 0x00, 1, 2]);
  const pages = {
    '/': { type: 'audio/mpeg', body: '<!doctype html><p>Not a sound' },
    '/sound': { type: 'audio/mpeg', body: sound },
  };
  await using server = await use(pages, OPEN);
  expect(textsOf(await server.fetch('/'))).toEqual([expect.stringContaining('Not a sound')]);
  expect(await server.fetch('/sound')).toMatchObject({ content: [{}, { type: 'audio' }] });
});

test('a prompt and a resource also stay within the limit', async () => {
  await using server = await use({ '/': { type: 'text/plain', body: 'Q'.repeat(60_000) } }, OPEN);
  const { client, origin } = server;
  const prompt = { name: 'compare-pages', arguments: { a: origin, b: `${origin}/#b` } };
  const { messages } = await client.request('prompts/get', prompt);
  const said = (messages as { content: { text: string } }[]).map(({ content }) => content.text);
  expect(said.slice(1).join('').match(/Q/g)).toHaveLength(38_000);
  const { resources } = await client.request('resources/list');
  const [{ uri } = { uri: '' }] = resources as { uri: string }[];
  expect(await client.request('resources/read', { uri })).toMatchObject({
    contents: [{ uri, text: `[The first 38000 of 60000 characters.]\n\n${'Q'.repeat(38_000)}` }],
  });
});

test('links too long to be fetched become text', async () => {
  const long = `http://site.test/${'a'.repeat(8200)}`;
  await using server = await use({
    '/': `<a href="${long}">a</a> <a href="/b">b</a> <img alt=c src="${long}">`,
    '/base': `<base href="${long}/"><a href="a">a</a> <a href="http://site.test/b">b</a>`,
  });
  expect(await server.fetch('/', { include: ['links'] })).toMatchObject({
    answer: { text: `a [b](${server.origin}/b) c` },
    content: [{}, { text: `Links:\n- b: ${server.origin}/b` }],
  });
  expect(await server.fetch('/base', { include: ['links'] })).toMatchObject({
    answer: { text: 'a [b](http://site.test/b)' },
    content: [{}, { text: 'Links:\n- b: http://site.test/b' }],
  });
});
