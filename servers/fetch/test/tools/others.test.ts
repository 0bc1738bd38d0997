import { documentIcon } from '../../src/icons.ts';
import { connect } from '@mcp/runtime/testing';
import { expect, test, vi } from 'vitest';
import { serve } from '../setup.ts';
import { site } from '../site.ts';

const revision = '2025-11-25';

test('fetch_many: results in order, with progress, failures among them', async () => {
  await using page = await site({
    '/a': '<p>A',
    '/b': { type: 'text/plain', body: 'B' },
    '/c': { type: 'image/png', body: 'C' },
  });
  await using client = await connect(serve(), { revision });
  const urls = ['/a', '/none', '/b', '/c'].map((path) => `${page.origin}${path}`);
  const result = await client.request(
    'tools/call',
    { name: 'fetch_many', arguments: { urls } },
    { _meta: { progressToken: 1 } },
  );
  expect(result['structuredContent']).toEqual({
    results: [
      expect.objectContaining({ url: urls[0], ok: true, text: 'A' }),
      expect.objectContaining({ url: urls[1], ok: false, code: 'http_error', retryable: false }),
      expect.objectContaining({ url: urls[2], ok: true, text: 'B' }),
      expect.objectContaining({ url: urls[3], ok: true, contentType: 'image/png' }),
    ],
  });
  expect(result['content']).toHaveLength(4);
  expect(client.notifications('notifications/progress').at(-1)).toMatchObject({
    params: { progress: 4, total: 4 },
  });
});

test('fetch_metadata: safe headers only', async () => {
  await using page = await site({
    '/': (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'secret=1', etag: '"x"' })
        .end(
          '<html lang=fi><title>T</title><meta property="og:site_name" content="S"><link rel=canonical href=/c><link rel=alternate type=application/rss+xml href=/feed>',
        ),
  });
  await using client = await connect(serve(), { revision });
  const result = await client.request('tools/call', {
    name: 'fetch_metadata',
    arguments: { url: page.origin },
  });
  expect(result['structuredContent']).toMatchObject({
    status: 200,
    headers: { etag: '"x"', 'content-type': 'text/html' },
    metadata: {
      title: 'T',
      siteName: 'S',
      lang: 'fi',
      canonical: `${page.origin}/c`,
      feeds: [`${page.origin}/feed`],
    },
  });
  expect(JSON.stringify(result)).not.toContain('secret');
});

test('check_robots', async () => {
  await using page = await site({
    '/robots.txt': {
      type: 'text/plain',
      body: 'User-agent: ModelContextProtocol\nDisallow: /x\nCrawl-delay: 3\nSitemap: https://example.com/s.xml',
    },
  });
  await using client = await connect(serve(), { revision });
  const check = async (path: string) =>
    (
      await client.request('tools/call', {
        name: 'check_robots',
        arguments: { url: `${page.origin}${path}` },
      })
    )['structuredContent'];
  const about = {
    robotsUrl: `${page.origin}/robots.txt`,
    crawlDelay: 3,
    sitemaps: ['https://example.com/s.xml'],
  };
  expect(await check('/x/y')).toEqual({ allowed: false, rule: 'disallow: /x', ...about });
  expect(await check('/y')).toEqual({ allowed: true, rule: 'no rule for it', ...about });
  expect(page.paths).toEqual(['/robots.txt']);
});

test('list_links: by scope, in parts', async () => {
  const links = Array.from({ length: 250 }, (_, index) => `<a href="/${index}">L${index}</a>`).join(' ');
  await using page = await site({
    '/': `<body>${links}<a href="https://example.com/" rel="nofollow">Out</a><a href="#x">In</a>`,
  });
  await using client = await connect(serve(), { revision });
  const list = async (args: object) =>
    (await client.request('tools/call', { name: 'list_links', arguments: { url: page.origin, ...args } }))[
      'structuredContent'
    ] as { links: unknown[]; nextCursor: string };
  expect(await list({ scope: 'external' })).toEqual({
    links: [{ url: 'https://example.com/', text: 'Out', rel: 'nofollow' }],
    total: 1,
  });
  const first = await list({ scope: 'internal' });
  expect(first).toMatchObject({ total: 250, nextCursor: expect.any(String) });
  expect(first.links[0]).toEqual({ url: `${page.origin}/0`, text: 'L0' });
  expect((await list({ scope: 'internal', cursor: first.nextCursor })).links).toHaveLength(50);
});

test('documents: listed, read, completed, and told when a refetch differs', async () => {
  let body = '<p>one';
  await using page = await site({
    '/': (_request, response) => response.setHeader('content-type', 'text/html').end(body),
  });
  await using client = await connect(serve(), { revision });
  const fetchPage = () =>
    client.request('tools/call', { name: 'fetch', arguments: { url: page.origin, fresh: true } });
  expect(await client.request('resources/list')).toEqual({ resources: [] });
  const { resource: uri } = (await fetchPage())['structuredContent'] as { resource: string };
  expect(await client.request('resources/list')).toEqual({
    resources: [
      {
        uri,
        name: `${page.origin}/`,
        title: `${new URL(page.origin).host}/`,
        icons: documentIcon,
        mimeType: 'text/markdown',
        annotations: { lastModified: expect.any(String) },
      },
    ],
  });
  expect(await client.request('resources/read', { uri })).toEqual({
    contents: [{ uri, mimeType: 'text/markdown', text: 'one' }],
  });
  const complete = (ref: object, name: string) =>
    client.request('completion/complete', { ref, argument: { name, value: 'site.test' } });
  expect(await complete({ type: 'ref/resource', uri: 'fetch://doc/{id}' }, 'id')).toMatchObject({
    completion: { values: [uri.slice('fetch://doc/'.length)] },
  });
  expect(await complete({ type: 'ref/prompt', name: 'fetch' }, 'url')).toMatchObject({
    completion: { values: [`${page.origin}/`] },
  });
  await client.request('resources/subscribe', { uri });
  await fetchPage();
  body = '<p>two';
  await fetchPage();
  await client.waitFor(({ method }) => method === 'notifications/resources/updated');
  expect(client.notifications('notifications/resources/updated')).toHaveLength(1);
  expect(await client.request('resources/read', { uri })).toMatchObject({ contents: [{ text: 'two' }] });
  await expect(client.request('resources/read', { uri: 'fetch://doc/none' })).rejects.toMatchObject({
    code: -32002,
  });
});

test('who lists documents is told of another one, once for each', async () => {
  await using page = await site({ '/a': '<p>a', '/b': '<p>b' });
  await using client = await connect(serve({ 'ignore-robots-txt': true }), { revision });
  const fetchPage = (path: string) =>
    client.request('tools/call', { name: 'fetch', arguments: { url: `${page.origin}${path}` } });
  await client.request('resources/list');
  await fetchPage('/a');
  await client.waitFor(({ method }) => method === 'notifications/resources/list_changed');
  expect((await client.request('resources/list'))['resources']).toHaveLength(1);
  // The same page again changes nothing.
  await fetchPage('/a');
  expect(client.notifications('notifications/resources/list_changed')).toHaveLength(1);
});

test('prompts: the user chose, so robots.txt is not asked', async () => {
  await using page = await site({ '/robots.txt': 'User-agent: *\nDisallow: /', '/a': '<p>A', '/b': '<p>B' });
  await using client = await connect(serve(), { revision });
  const get = (name: string, args: object) => client.request('prompts/get', { name, arguments: args });
  const url = `${page.origin}/a`;
  expect(await get('fetch', { url })).toEqual({
    description: `Contents of ${url}`,
    messages: [{ role: 'user', content: { type: 'text', text: 'A' } }],
  });
  expect(page.requests[0]?.headers['user-agent']).toContain('User-Specified');
  expect((await get('summarize-page', { url }))['messages']).toHaveLength(2);
  expect((await get('compare-pages', { a: url, b: `${page.origin}/b` }))['messages']).toHaveLength(3);
  expect(page.paths).toEqual(['/a', '/b']);
  const result = await client.request('tools/call', { name: 'fetch', arguments: { url } });
  expect(result).toMatchObject({ isError: true });
  await vi.waitFor(() => expect(page.paths).toEqual(['/a', '/b', '/robots.txt']), 20_000);
});
