import { connect, type TestClient } from '@mcp/runtime/testing';
import { describe, expect, test, vi } from 'vitest';
import { answerOf, serve } from '../setup.ts';
import { canary, site } from '../site.ts';

const PARAGRAPH = 'Words that make a paragraph long enough to count as one of an article. ';
const ARTICLE = `<!doctype html><html lang="en"><head><title>News</title><meta name="description" content="What happened"></head>
<body><nav><a href="/">Home</a></nav><article><h1>News</h1><p>${PARAGRAPH.repeat(5)}</p><p>See <a href="/more">more</a>.</p></article></body></html>`;

const call = (client: TestClient, args: object) =>
  client.request('tools/call', { name: 'fetch', arguments: args });

const textOf = (result: object): string => (result as { content: [{ text: string }] }).content[0].text;

const revision = '2025-11-25';

test('an HTML page as Markdown, in the words of the official server', async () => {
  await using page = await site({ '/': ARTICLE });
  await using client = await connect(serve(), { revision });
  const text = `${PARAGRAPH.repeat(5).trim()}\n\nSee [more](${page.origin}/more).`;
  expect(await call(client, { url: page.origin })).toEqual({
    content: [{ type: 'text', text: `Contents of ${page.origin}/:\n# News\n\n${text}` }],
    _meta: {
      untrusted: true,
      document: {
        url: `${page.origin}/`,
        finalUrl: `${page.origin}/`,
        status: 200,
        contentType: 'text/html; charset=utf-8',
        charset: 'utf-8',
        title: 'News',
        length: `# News\n\n${text}`.length,
        startIndex: 0,
        truncated: false,
        extraction: { method: 'article' },
        redirects: [],
        fetchedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        cached: false,
        resource: expect.stringMatching(/^fetch:\/\/doc\/[0-9a-f]{16}$/),
      },
    },
  });
  expect(page.paths).toEqual(['/robots.txt', '/']);
  expect(page.requests[1]?.headers).toMatchObject({
    accept: expect.stringMatching(/^text\/markdown, /),
    'user-agent': expect.stringMatching(/^ModelContextProtocol\/1\.0 \(Autonomous[;)]/),
  });
});

test.each([
  ['raw', { raw: true }, '<p>a</p><p>b</p>'],
  ['text', { format: 'text' }, 'a\n\nb'],
])('as %s', async (_name, args, text) => {
  await using page = await site({ '/': '<p>a</p><p>b</p>' });
  await using client = await connect(serve(), { revision });
  expect(answerOf(await call(client, { url: page.origin, ...args }))['text']).toBe(text);
});

describe('parts', () => {
  test('with the sentence of the official server, from one fetch', async () => {
    await using page = await site({ '/a.txt': { type: 'text/plain', body: 'abcdefghij🎉' } });
    await using client = await connect(serve({ 'cache-ttl': 0 }), { revision });
    const url = `${page.origin}/a.txt`;
    const prefix = `Content type text/plain cannot be simplified to markdown, but here is the raw content:\nContents of ${url}:\n`;
    const first = await call(client, { url, max_length: 4 });
    const { nextCursor: cursor } = answerOf(first);
    expect(textOf(first)).toBe(
      `${prefix}abcd\n\n[4 of 11 characters so far. For the next part call fetch again with cursor: ${String(cursor)}]`,
    );
    const last = await call(client, { url, start_index: 10, max_length: 4 });
    expect(textOf(last)).toBe(`${prefix}🎉`);
    expect(answerOf(last)).toMatchObject({ length: 11, startIndex: 10, truncated: false, cached: true });
    expect(textOf(await call(client, { url, start_index: 11 }))).toBe(
      `${prefix}<error>No more content available.</error>`,
    );
    expect(page.paths).toEqual(['/robots.txt', '/a.txt']);
  });

  test('a cursor fits one text only', async () => {
    let body = 'first text';
    await using page = await site({
      '/': (_request, response) => response.setHeader('content-type', 'text/plain').end(body),
    });
    await using client = await connect(serve(), { revision });
    const { nextCursor } = answerOf(await call(client, { url: page.origin, max_length: 6 }));
    expect(answerOf(await call(client, { url: page.origin, cursor: nextCursor }))).toMatchObject({
      text: 'text',
      startIndex: 6,
    });
    body = 'other text';
    await call(client, { url: page.origin, fresh: true });
    expect(await call(client, { url: page.origin, cursor: nextCursor })).toEqual({
      content: [
        { type: 'text', text: expect.stringContaining('has changed since. Begin again without cursor.') },
      ],
      _meta: {
        error: {
          code: 'changed',
          retryable: false,
          hint: 'Begin again without cursor.',
        },
      },
      isError: true,
    });
    expect(await call(client, { url: page.origin, cursor: 'nonsense' })).toMatchObject({ isError: true });
  });
});

test.each([
  ['application/json', '{"a":1}', 'Content type application/json cannot'],
  ['text/markdown', '# a', 'Contents of'],
  ['image/svg+xml', '<svg/>', 'Content type image/svg+xml cannot'],
])('%s is text', async (type, body, begin) => {
  await using page = await site({ '/': { type, body } });
  await using client = await connect(serve(), { revision });
  const result = await call(client, { url: page.origin });
  expect(textOf(result)).toMatch(begin);
  expect(answerOf(result)).toMatchObject({ text: body, extraction: { method: 'raw' } });
});

describe('the cache', () => {
  test('asks again with the names of what it has', async () => {
    await using page = await site({
      '/': (request, response) => {
        if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
        else response.writeHead(200, { 'content-type': 'text/plain', etag: '"1"' }).end('text');
      },
    });
    await using client = await connect(serve({ 'cache-ttl': 0 }), { revision });
    expect(answerOf(await call(client, { url: page.origin }))).toMatchObject({ cached: false });
    expect(answerOf(await call(client, { url: `${page.origin}/#x` }))).toMatchObject({
      cached: true,
      text: 'text',
    });
    expect(page.paths).toEqual(['/robots.txt', '/', '/']);
  });

  test('asks again with the time of what it has', async () => {
    const modified = 'Sat, 21 Nov 2026 10:00:00 GMT';
    await using page = await site({
      '/': (request, response) => {
        if (request.headers['if-modified-since'] === modified) response.writeHead(304).end();
        else response.writeHead(200, { 'content-type': 'text/plain', 'last-modified': modified }).end('text');
      },
      // What was found there is not what this URL is called.
      '/away': (_request, response) => response.writeHead(302, { location: '/' }).end(),
    });
    await using client = await connect(serve({ 'cache-ttl': 0 }), { revision });
    for (const cached of [false, true])
      expect(answerOf(await call(client, { url: page.origin }))).toMatchObject({ cached, text: 'text' });
    for (const cached of [false, false])
      expect(answerOf(await call(client, { url: `${page.origin}/away` }))).toMatchObject({ cached });
  });

  test('is used for a while', async () => {
    await using page = await site({ '/': 'x' });
    await using client = await connect(serve(), { revision });
    await call(client, { url: page.origin });
    await call(client, { url: page.origin });
    expect(page.paths).toEqual(['/robots.txt', '/']);
    await call(client, { url: page.origin, fresh: true });
    expect(page.paths).toEqual(['/robots.txt', '/', '/']);
  });
});

describe('failures', () => {
  const failure = (code: string, retryable: boolean, text: string) => ({
    content: [{ type: 'text', text: expect.stringContaining(text) }],
    _meta: {
      error: expect.objectContaining({ code, retryable }) as object,
    },
    isError: true,
  });

  test('a status', async () => {
    await using page = await site({});
    await using client = await connect(serve(), { revision });
    expect(await call(client, { url: `${page.origin}/x` })).toEqual(
      failure('http_error', false, `Failed to fetch ${page.origin}/x - status code 404`),
    );
  });

  test('a challenge', async () => {
    await using page = await site({
      '/': (_request, response) =>
        response.writeHead(403, { 'cf-mitigated': 'challenge' }).end('<title>Just a moment...</title>'),
    });
    await using client = await connect(serve(), { revision });
    expect(await call(client, { url: page.origin })).toEqual(
      failure('bot_challenge', false, 'Ask the user to open it'),
    );
  });

  test('a server that is busy for long', async () => {
    await using page = await site({
      '/': (_request, response) => response.writeHead(429, { 'retry-after': '60' }).end(),
    });
    await using client = await connect(serve(), { revision });
    expect(await call(client, { url: page.origin })).toMatchObject({
      _meta: {
        error: {
          code: 'http_error',
          hint: 'The site wants fewer requests.',
          retryable: true,
          retryAfterMs: 60_000,
        },
      },
    });
  });

  test('robots.txt', async () => {
    await using page = await site({
      '/robots.txt': 'User-agent: *\nDisallow: /secret',
      '/open': 'x',
      '/secret': 'x',
      '/go': (_request, response) => response.writeHead(302, { location: '/secret' }).end(),
    });
    await using client = await connect(serve(), { revision });
    for (const path of ['/secret', '/go'])
      expect(await call(client, { url: `${page.origin}${path}` })).toEqual(
        failure('robots_disallowed', false, 'does not allow programs to fetch this page: disallow: /secret.'),
      );
    expect(page.paths).toEqual(['/robots.txt', '/go']);
    await using other = await connect(serve({ 'ignore-robots-txt': true }), { revision });
    expect(answerOf(await call(other, { url: `${page.origin}/secret` }))).toMatchObject({ text: 'x' });
  });

  test('a closed address, through every tool and prompt', async () => {
    await using listener = await canary();
    await using client = await connect(serve({ 'allow-cidr': [] }), {
      revision,
    });
    for (const host of ['127.0.0.1', 'site.test', '[::ffff:127.0.0.1]', 'localhost']) {
      const url = `http://${host}:${listener.port}/`;
      const blocked = failure('blocked_by_policy', false, 'Only the operator can allow it');
      expect(await call(client, { url })).toEqual(blocked);
      expect(await call(client, { url, include: ['robots'] })).toEqual(blocked);
      const many = { name: 'fetch_many', arguments: { urls: [url] } };
      expect((await client.request('tools/call', many))['content']).toEqual([
        { type: 'text', text: expect.stringMatching(/^Failed: .*\[blocked_by_policy\]$/) },
      ]);
      for (const name of ['fetch', 'summarize-page'])
        await expect(client.request('prompts/get', { name, arguments: { url } })).rejects.toMatchObject({
          code: -32602,
        });
      await expect(
        client.request('prompts/get', { name: 'compare-pages', arguments: { a: url, b: url } }),
      ).rejects.toMatchObject({ code: -32602 });
    }
    expect(listener.connections).toBe(0);
  });
});

test('hostile HTML gives plain text', async () => {
  const hidden =
    '<p hidden>obey</p><p style="color:red; display : none">obey</p><span style="font-size:0">obey</span><!-- obey --><script>obey()</script><div aria-hidden="true">obey</div>';
  const links =
    '<a href="javascript:obey()">one</a> <a href="data:text/html,obey">two</a> <img alt="three" src="data:obey">';
  await using page = await site({
    '/': `<body><p>A\u200B B\u202E ${String.fromCodePoint(0xe006f, 0xe0062)}</p>${hidden}<p>${links}</p></body>`,
  });
  await using client = await connect(serve(), { revision });
  expect(answerOf(await call(client, { url: page.origin }))['text']).toBe('A B\n\none two three');
});

test('a cancelled call closes its socket', async () => {
  await using page = await site({ '/': (_request, response) => response.write('begin') });
  await using client = await connect(serve({ 'ignore-robots-txt': true }), { revision });
  void client
    .request('tools/call', { name: 'fetch', arguments: { url: page.origin } }, { id: 77 })
    .catch(() => {});
  await vi.waitFor(() => expect(page.requests.length).toBe(1), 20_000);
  client.notify('notifications/cancelled', { requestId: 77 });
  await vi.waitFor(() => expect(page.sockets.size).toBe(0), 20_000);
});

test.each([
  {},
  { url: 1 },
  { url: 'x', max_length: 0 },
  { url: 'x', max_length: 1_000_000 },
  { url: 'x', start_index: -1 },
  { url: 'x', headers: {} },
])('the arguments %j are refused', async (args) => {
  await using client = await connect(serve(), { revision });
  expect(await call(client, args)).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('Invalid arguments') }],
  });
});
