// What holds for a whole call: the length of its result, and the time that it may take.
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { serve } from '../setup.ts';
import { site } from '../site.ts';

test('text and all lists together are at most 40,000 characters', async () => {
  const links = Array.from(
    { length: 3000 },
    (_, at) => `<h2>Heading ${at}</h2><p><a href="/${at}">Link ${at}</a></p>`,
  );
  await using page = await site({
    '/': `<main>${links.join('')}</main>`,
    '/robots.txt': { type: 'text/plain', body: '' },
    '/sitemap.xml': { type: 'text/xml', body: '<loc>https://example.com/a/long/path</loc>'.repeat(3000) },
  });
  await using client = await connect(serve(), { revision: '2025-11-25' });
  const include = ['links', 'metadata', 'outline', 'robots', 'site'];
  const args = { url: page.origin, include, max_length: 40_000 };
  const result = await client.request('tools/call', { name: 'fetch', arguments: args });
  const texts = (result as { content: readonly { text: string }[] }).content.map(({ text }) => text);
  const length = texts.join('').length;
  expect(texts).toHaveLength(6);
  expect(length).toBeLessThanOrEqual(40_000);
  expect(length).toBeGreaterThan(35_000);
  expect(texts[0]).toContain('For the next part call fetch again with cursor: ');
});

test('timeout_ms also holds for a robots.txt that another call waits for, and for include', async () => {
  await using page = await site({
    '/robots.txt': () => {},
    '/': { type: 'text/plain', body: 'Hello' },
  });
  await using client = await connect(serve(), { revision: '2025-11-25' });
  const first = { name: 'fetch', arguments: { url: page.origin, timeout_ms: 20_000 } };
  client.send({ jsonrpc: '2.0', id: 'first', method: 'tools/call', params: first });
  await expect.poll(() => page.paths).toEqual(['/robots.txt']);
  const second = await client.request('tools/call', {
    name: 'fetch',
    arguments: { url: page.origin, timeout_ms: 200 },
  });
  expect(second).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('took longer than 0.2 seconds') }],
  });
  await using open = await connect(serve({ 'ignore-robots-txt': true }), { revision: '2025-11-25' });
  const args = { url: page.origin, include: ['robots'], timeout_ms: 300 };
  expect(await open.request('tools/call', { name: 'fetch', arguments: args })).toMatchObject({
    content: [{}, { text: expect.stringContaining('took longer than 0.3 seconds') }],
  });
});

test.each([
  ['a scheme', () => `${'x'.repeat(5000)}:y`],
  ['a host that does not exist', () => `http://${'x.'.repeat(2500)}test/`],
  ['a host of this machine', () => `http://${'x.'.repeat(2500)}localhost/`],
  ['a host that the operator denies', () => `http://${'x.'.repeat(2500)}denied.test/`],
  ['a page that robots.txt closes', (port: number) => `http://other.test:${port}/closed${'x'.repeat(5000)}`],
  ['a page', (port: number) => `http://other.test:${port}/open${'x'.repeat(5000)}`],
])('a redirect to the long name of %s makes no long sentence', async (_name, target) => {
  await using page = await site((request, response) => {
    if (request.url === '/robots.txt') response.end('User-agent: *\nDisallow: /closed');
    else if (request.url === '/') response.writeHead(302, { location: target(page.port) }).end();
    else response.setHeader('content-type', 'text/plain').end('Hello');
  });
  await using client = await connect(serve({ 'deny-domain': ['denied.test'] }), { revision: '2025-11-25' });
  const result = await client.request('tools/call', { name: 'fetch', arguments: { url: page.origin } });
  const texts = (result as { content: readonly { text: string }[] }).content.map(({ text }) => text);
  expect(texts.join('').length).toBeLessThan(1000);
  expect(texts.join('')).toMatch(/x{40}|(?:x\.){20}/);
});

test('structured data of odd types are no internal error', async () => {
  const odd = ['{"@type":{"toString":1},"headline":"a"}', `${'['.repeat(60_000)}${']'.repeat(60_000)}`];
  const scripts = odd.map((json) => `<script type="application/ld+json">${json}</script>`).join('');
  await using page = await site({ '/': `${scripts}<p>Hello` });
  await using client = await connect(serve({ 'ignore-robots-txt': true }), { revision: '2025-11-25' });
  expect(
    await client.request('tools/call', { name: 'fetch', arguments: { url: page.origin } }),
  ).toMatchObject({
    content: [{ text: expect.stringContaining('Hello') }],
  });
});

test('text that calls itself a sound is text', async () => {
  await using page = await site({
    '/': { type: 'audio/mpeg', body: '<!doctype html><p>Not a sound' },
    '/sound': { type: 'audio/mpeg', body: Buffer.from([0xff, 0xfb, 0x90, 0x00, 1, 2]) },
  });
  await using client = await connect(serve({ 'ignore-robots-txt': true }), { revision: '2025-11-25' });
  const call = (path: string): Promise<object> =>
    client.request('tools/call', { name: 'fetch', arguments: { url: `${page.origin}${path}` } });
  expect(await call('/')).toMatchObject({ content: [{ text: expect.stringContaining('Not a sound') }] });
  expect(await call('/sound')).toMatchObject({ content: [{}, { type: 'audio' }] });
});

test('a prompt and a resource are at most 40,000 characters too', async () => {
  await using page = await site({ '/': { type: 'text/plain', body: 'Q'.repeat(60_000) } });
  await using client = await connect(serve({ 'ignore-robots-txt': true }), { revision: '2025-11-25' });
  const prompt = { name: 'compare-pages', arguments: { a: page.origin, b: `${page.origin}/#b` } };
  const { messages } = await client.request('prompts/get', prompt);
  const said = (messages as { content: { text: string } }[]).map(({ content }) => content.text);
  expect(said.slice(1).join('').match(/Q/g)).toHaveLength(40_000);
  const { resources } = await client.request('resources/list');
  const [{ uri } = { uri: '' }] = resources as { uri: string }[];
  expect(await client.request('resources/read', { uri })).toMatchObject({
    contents: [{ uri, text: `${'Q'.repeat(40_000)}\n\n[40000 of 60000 characters.]` }],
  });
});
