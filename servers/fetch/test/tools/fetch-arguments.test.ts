// Arguments of fetch beyond the official ones: format, selector, include, cursor, timeout_ms, fresh.
import { describe, expect, test } from 'vitest';
import { failure, textsOf, use, useInFile } from '../setup.ts';
import { reply } from '../site.ts';

const PAGE = `<!doctype html><html lang="en"><head><title>Tools</title><meta name="author" content="Ada"></head><body>
<main><h1>Tools</h1><p onclick="x()">All <a href="/more">of them</a>.</p>
<h2 id="saw">Saw</h2><p class="price">12 €</p><h2>Hammer</h2><pre>## no heading</pre><p class="price">9 €</p>
<script>steal()</script></main></body></html>`;

const server = await useInFile(
  {
    '/': PAGE,
    '/data': (request, response) => {
      const isJson = request.headers.accept?.startsWith('application/json');
      response.writeHead(200, { 'content-type': isJson ? 'application/json' : 'text/html' });
      response.end(isJson ? '{"a": [1, "\u200B2"]}' : '<p>a page');
    },
    '/not-json': { type: 'application/json', body: '{"a": ' },
    '/native': reply(
      200,
      { 'content-type': 'text/markdown', etag: '"m1"', 'cache-control': 'no-store' },
      '# One\n\n🎉🎉\n\n```\n# none\n```\n\n## Two `x` [l](/l)\n',
    ),
    '/robots.txt': {
      type: 'text/plain',
      body: 'User-agent: *\nDisallow: /\nCrawl-delay: 3\nSitemap: https://example.com/s.xml',
    },
    '/headers': reply(
      200,
      { 'content-type': 'text/html', 'set-cookie': 'secret=1', etag: '"x"' },
      '<html lang=fi><title>T</title><meta property="og:site_name" content="S"><link rel=canonical href=/c><link rel=alternate type=application/rss+xml href=/feed>',
    ),
    '/links': Array.from({ length: 2000 }, (_, index) => `<a href="/${index}">L${index}</a>`).join(' '),
    '/headings': Array.from({ length: 1000 }, (_, index) => `<h2>Heading ${index}</h2>`).join(''),
    '/slow': () => {},
    '/image': { type: 'image/png', body: Buffer.from('iVBORw0KGgo=', 'base64') },
  },
  { 'ignore-robots-txt': true },
);
const { fetch: call, page } = server;

const get = async (path: string, args: object = {}) => {
  const result = await call(path, args);
  expect(result).not.toHaveProperty('isError');
  return result.answer;
};

describe('format', () => {
  test('auto and markdown are the same for a page', async () => {
    const { text } = await get('/', { format: 'markdown' });
    expect(text).toContain('## Saw');
    expect(await get('/')).toMatchObject({
      text,
      extraction: { method: expect.stringMatching(/article|whole/) },
    });
  });

  test('html is the content without scripts and handlers, with absolute links', async () => {
    const { text } = await get('/', { format: 'html' });
    expect(text).toContain(`<p>All <a href="${page.origin}/more">of them</a>.</p>`);
    expect(text).not.toMatch(/script|steal|onclick|class=/);
    expect(page.requests.at(-1)?.headers.accept).toMatch(/^text\/html,/);
  });

  test('json is requested from the site, and validated', async () => {
    expect(await get('/data', { format: 'json' })).toMatchObject({
      text: '{"a": [1, "2"]}',
      contentType: 'application/json',
      extraction: { method: 'raw' },
    });
    expect(await get('/data')).toMatchObject({ text: 'a page' });
    expect(await call('/not-json', { format: 'json' })).toMatchObject(failure('unsupported_type'));
    expect(await call('/', { format: 'json' })).toMatchObject(failure('unsupported_type'));
  });
});

describe('selector', () => {
  test('returns what the selector finds, in every format', async () => {
    expect(await get('/', { selector: '.price' })).toMatchObject({
      text: '12 €\n\n9 €',
      title: 'Tools',
      extraction: { method: 'selector' },
    });
    expect(await get('/', { selector: 'h2#saw + .price', format: 'text' })).toMatchObject({ text: '12 €' });
    expect(await get('/', { selector: '.price:last-of-type', format: 'html' })).toMatchObject({
      text: '<p>9 €</p>',
    });
  });

  test.each([
    ['.none', 'no_match'],
    ['script', 'no_match'],
    ['p[', 'invalid_selector'],
    [':nth-child(', 'invalid_selector'],
    ['x'.repeat(1001), 'invalid_selector'],
  ])('%s: %s', async (selector, code) => {
    expect(await call('/', { selector })).toMatchObject(failure(code));
  });

  test('is refused for other documents, and with raw', async () => {
    expect(await call('/native', { selector: 'p' })).toMatchObject(failure('unsupported_type'));
    expect(await call('/', { selector: 'p', raw: true })).toMatchObject(failure('invalid_arguments'));
    expect(await call('/', { format: 'text', raw: true })).toMatchObject(failure('invalid_arguments'));
  });

  test('continues with a cursor alone', async () => {
    const { nextCursor, text } = await get('/', { selector: '.price', max_length: 5 });
    expect(text).toBe('12 €\n');
    expect(await get('/', { cursor: nextCursor })).toMatchObject({ text: '\n9 €', truncated: false });
  });
});

describe('include', () => {
  const extrasOf = async (path: string, include: readonly string[]): Promise<readonly string[]> => {
    return textsOf(await call(path, { include })).slice(1);
  };

  test('adds nothing when omitted', async () => {
    expect((await call('/'))['content']).toHaveLength(1);
  });

  test('links, metadata and outline are separate texts', async () => {
    const [links, metadata, outline] = await extrasOf('/', ['links', 'metadata', 'outline']);
    expect(links).toBe(`Links:\n- of them: ${page.origin}/more`);
    expect(metadata).toBe(
      `Metadata:\ntitle: Tools\nauthor: Ada\nlang: en\nurl: ${page.origin}/\nstatus: 200\ntype: text/html\ncharset: utf-8`,
    );
    const [, , start] =
      /^Outline:\n# Tools \(start_index 0\)\n(## Saw \(start_index (\d+)\))\n## Hammer/.exec(outline ?? '') ??
      [];
    const { text } = await get('/', { start_index: Number(start) });
    expect(text).toMatch(/^## Saw\n/);
  });

  test('the index of an outline is a start_index, also after surrogate pairs', async () => {
    expect(await extrasOf('/native', ['outline'])).toEqual([
      'Outline:\n# One (start_index 0)\n## Two x l (start_index 27)',
    ]);
    expect(await get('/native', { start_index: 27 })).toMatchObject({ text: '## Two `x` [l](/l)\n' });
  });

  test('metadata lists feeds and safe headers only', async () => {
    const [metadata] = await extrasOf('/headers', ['metadata']);
    expect(metadata).toBe(
      `Metadata:\ntitle: T\nsiteName: S\ncanonical: ${page.origin}/c\nlang: fi\nfeed: ${page.origin}/feed\n` +
        `url: ${page.origin}/headers\nstatus: 200\ntype: text/html\ncharset: utf-8\netag: "x"`,
    );
  });

  test('robots shows the verdict of robots.txt, even if it is ignored', async () => {
    expect(await extrasOf('/', ['robots'])).toEqual([
      `Robots: ${page.origin}/robots.txt does not allow programs to fetch it (disallow: /)\n` +
        'crawl-delay: 3 seconds\nsitemap: https://example.com/s.xml',
    ]);
  });

  test('a long list states how much of it is missing', async () => {
    const [links] = await extrasOf('/links', ['links']);
    expect(links?.length).toBeLessThan(8100);
    expect(links).toMatch(/^Links \(\d{3,} more do not fit\):\n/);
    expect(await extrasOf('/native', ['links'])).toEqual(['Links: none']);
    const [outline = ''] = await extrasOf('/headings', ['outline']);
    const [, missing] = /^Outline \((\d+) more do not fit\):\n/.exec(outline) ?? [];
    expect(Number(missing) + outline.split('\n').length - 1).toBe(1000);
  });
});

test('a document with no-cache is revalidated with its etag', async () => {
  const before = page.requests.length;
  expect(await get('/native')).toMatchObject({ etag: '"m1"', cached: false });
  expect(page.requests.slice(before)).toHaveLength(1);
  expect(page.requests[before]?.headers['if-none-match']).toBe('"m1"');
});

test('timeout_ms ends the call', async () => {
  expect(await call('/slow', { timeout_ms: 50 })).toMatchObject({
    ...failure('timeout', 'took longer than 0.05 seconds'),
    _meta: { error: { code: 'timeout', retryable: true } },
  });
});

test('content that is not text is returned as its block in any format', async () => {
  expect(await call('/image', { format: 'text' })).toMatchObject({
    content: [{ type: 'text' }, { type: 'image' }],
  });
});

test('included lists also come with an image', async () => {
  expect(await call('/image', { include: ['metadata', 'links', 'robots'] })).toMatchObject({
    content: [
      { type: 'text' },
      { type: 'image' },
      { text: `Metadata:\nurl: ${page.origin}/image\nstatus: 200\ntype: image/png` },
      { text: 'Links: none' },
      { text: expect.stringMatching(/^Robots: .* does not allow/) },
    ],
  });
});

test('an unreadable robots.txt does not block the page if it is ignored', async () => {
  await using busy = await use({ '/': '<p>a', '/robots.txt': reply(500) }, { 'ignore-robots-txt': true });
  expect(await busy.fetch('/', { include: ['robots'] })).toMatchObject({
    content: [
      { text: expect.stringMatching(/\na$/) },
      { text: expect.stringMatching(/^Robots: .* cannot be read.* It answers 500\.$/) },
    ],
  });
});

test('fetch_many accepts a format', async () => {
  const urls = [`${page.origin}/`, `${page.origin}/data`];
  expect(textsOf(await server.call('fetch_many', { urls, format: 'json' }))).toEqual([
    expect.stringMatching(/^Failed: .*\[unsupported_type\]$/),
    expect.stringContaining('{"a": [1, "2"]}'),
  ]);
});

describe('arguments of other servers', () => {
  const { origin } = server;

  test.each([
    ['fetch', { uri: `${origin}/native`, offset: 2 }, 'One\n'],
    ['fetch', { urls: [`${origin}/native`], query: 'Two' }, '"Two", 1 in the '],
    ['fetch_many', { url: `${origin}/native` }, '# One'],
  ])('%s accepts %j', async (tool, args, text) => {
    const result = await server.call(tool, args);
    expect(result).not.toHaveProperty('isError');
    expect(textsOf(result)[0]).toContain(text);
  });

  test('fetch refuses several URLs and names the right tool', async () => {
    const args = { urls: [`${origin}/`, `${origin}/native`] };
    const problem = 'fetch takes one URL, not 2. Call fetch_many with urls.';
    expect(await server.call('fetch', args)).toMatchObject(failure('invalid_arguments', problem));
  });

  test('an argument without effect is reported', async () => {
    const before = page.requests.length;
    const result = await call('/native', { prompt: 'What is this?', headers: { 'x-mine': '1' } });
    expect(textsOf(result).slice(1)).toEqual([
      '[prompt was ignored: this tool returns the content itself.]',
      '[headers were not sent: only the operator can set them, with --header-file.]',
    ]);
    expect(page.requests.length).toBeGreaterThan(before);
    for (const { headers } of page.requests) expect(headers).not.toHaveProperty('x-mine');
    expect(textsOf(await call('/native', { headers: {} }))).toHaveLength(1);
  });
});
