import { connect } from '@mcp/runtime/testing';
import { describe, expect, test, vi } from 'vitest';
import { callTool, refusal, serve, textsOf, use, type Called } from '../setup.ts';
import { canary, redirectTo, reply } from '../site.ts';

const PARAGRAPH = 'Words that make a paragraph long enough to count as one of an article. ';
const ARTICLE = `<!doctype html><html lang="en"><head><title>News</title><meta name="description" content="What happened"></head>
<body><nav><a href="/">Home</a></nav><article><h1>News</h1><p>${PARAGRAPH.repeat(5)}</p><p>See <a href="/more">more</a>.</p></article></body></html>`;

const textOf = (result: Called): string => textsOf(result)[0] ?? '';

const revision = '2025-11-25';

test('an HTML page as Markdown, in the words of the official server', async () => {
  await using server = await use({ '/': ARTICLE });
  const { page } = server;
  const text = `${PARAGRAPH.repeat(5).trim()}\n\nSee [more](${server.origin}/more).`;
  expect(await server.fetch()).toEqual({
    content: [{ type: 'text', text: `Contents of ${server.origin}/:\n# News\n\n${text}` }],
    _meta: {
      untrusted: true,
      document: {
        url: `${server.origin}/`,
        finalUrl: `${server.origin}/`,
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
  await using server = await use({ '/': '<p>a</p><p>b</p>' });
  expect((await server.fetch('', args)).answer['text']).toBe(text);
});

describe('parts', () => {
  test('follow the continuation note and the sentence of the official server, from one fetch', async () => {
    await using server = await use({ '/a.txt': { type: 'text/plain', body: 'abcdefghij🎉' } });
    const { page } = server;
    const url = `${server.origin}/a.txt`;
    const prefix = `Content type text/plain cannot be simplified to markdown, but here is the raw content:\nContents of ${url}:\n`;
    const first = await server.fetch('/a.txt', { max_length: 4 });
    const { nextCursor: cursor } = first.answer;
    expect(textOf(first)).toBe(
      `[Characters 0 to 4 of 11; continue with fetch, cursor: ${String(cursor)}]\n\n${prefix}abcd`,
    );
    const last = await server.fetch('/a.txt', { start_index: 10, max_length: 4 });
    expect(textOf(last)).toBe(`${prefix}🎉`);
    expect(last.answer).toMatchObject({ length: 11, startIndex: 10, truncated: false, cached: true });
    expect(textOf(await server.fetch('/a.txt', { start_index: 11 }))).toBe(
      `${prefix}<error>No more content available.</error>`,
    );
    expect(page.paths).toEqual(['/robots.txt', '/a.txt']);
  });

  test('a cursor is valid for one text only', async () => {
    let body = 'first text';
    await using server = await use({
      '/': (_request, response) => response.setHeader('content-type', 'text/plain').end(body),
    });
    const { nextCursor } = (await server.fetch('', { max_length: 6 })).answer;
    expect((await server.fetch('', { cursor: nextCursor })).answer).toMatchObject({
      text: 'text',
      startIndex: 6,
    });
    body = 'other text';
    await server.fetch('', { fresh: true });
    expect(await server.fetch('', { cursor: nextCursor })).toEqual({
      content: [
        {
          type: 'text',
          text: expect.stringContaining('has changed since the previous part. Start again without cursor.'),
        },
      ],
      _meta: {
        error: {
          code: 'changed',
          retryable: false,
          hint: 'Start again without cursor.',
        },
      },
      isError: true,
    });
    expect(await server.fetch('', { cursor: 'nonsense' })).toMatchObject({ isError: true });
  });
});

test.each([
  ['application/json', '{"a":1}', 'Contents of'],
  ['text/csv', 'a,b', 'Contents of'],
  ['text/markdown', '# a', 'Contents of'],
  ['image/svg+xml', '<svg/>', 'Content type image/svg+xml cannot'],
])('%s is text', async (type, body, begin) => {
  await using server = await use({ '/': { type, body } });
  const result = await server.fetch();
  expect(textOf(result)).toMatch(begin);
  expect(result.answer).toMatchObject({ text: body, extraction: { method: 'raw' } });
});

describe('the cache', () => {
  test('revalidates with etags', async () => {
    await using server = await use({
      '/': (request, response) => {
        if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
        else
          response
            .writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'no-cache', etag: '"1"' })
            .end('text');
      },
    });
    const { page } = server;
    expect((await server.fetch()).answer).toMatchObject({ cached: false });
    expect((await server.fetch('/#x')).answer).toMatchObject({
      cached: true,
      text: 'text',
    });
    expect(page.paths).toEqual(['/robots.txt', '/', '/']);
  });

  test('states its age', async () => {
    await using server = await use({ '/': 'x' });
    await server.fetch();
    const later = Date.now() + 42_000;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => later);
    const [text] = textsOf(await server.fetch());
    clock.mockRestore();
    expect(text).toMatch(/^Contents of .*\/ \(from the cache, 4\d s old\):\nx$/);
  });

  test('revalidates with the time of the last change', async () => {
    const modified = 'Sat, 21 Nov 2026 10:00:00 GMT';
    await using server = await use({
      '/': (request, response) => {
        if (request.headers['if-modified-since'] === modified) response.writeHead(304).end();
        else
          response
            .writeHead(200, {
              'content-type': 'text/plain',
              'cache-control': 'no-cache',
              'last-modified': modified,
            })
            .end('text');
      },
      // The cached document belongs to another URL.
      '/away': redirectTo('/'),
    });
    for (const cached of [false, true])
      expect((await server.fetch()).answer).toMatchObject({ cached, text: 'text' });
    for (const cached of [false, false])
      expect((await server.fetch('/away')).answer).toMatchObject({ cached });
  });

  test('is used until fresh is set', async () => {
    await using server = await use({ '/': 'x' });
    const { page } = server;
    await server.fetch();
    await server.fetch();
    expect(page.paths).toEqual(['/robots.txt', '/']);
    await server.fetch('', { fresh: true });
    expect(page.paths).toEqual(['/robots.txt', '/', '/']);
  });
});

describe('failures', () => {
  const failed = (code: string, retryable: boolean, text: string) => ({
    content: [{ type: 'text', text: expect.stringContaining(text) }],
    _meta: { error: expect.objectContaining({ code, retryable }) as object },
    isError: true,
  });

  test('a status', async () => {
    await using server = await use({});
    expect(await server.fetch('/x')).toEqual(
      failed('http_error', false, `Failed to fetch ${server.origin}/x - status code 404`),
    );
  });

  test('a challenge', async () => {
    const challenge = reply(403, { 'cf-mitigated': 'challenge' }, '<title>Just a moment...</title>');
    await using server = await use({ '/': challenge });
    expect(await server.fetch()).toEqual(failed('bot_challenge', false, 'Ask the user to open it'));
  });

  test('a server that stays busy', async () => {
    await using server = await use({ '/': reply(429, { 'retry-after': '60' }) });
    const hint = 'The site wants fewer requests.';
    expect(await server.fetch()).toMatchObject({
      _meta: { error: { code: 'http_error', hint, retryable: true, retryAfterMs: 60_000 } },
    });
  });

  test('robots.txt', async () => {
    await using server = await use({
      '/robots.txt': 'User-agent: *\nDisallow: /secret',
      '/open': 'x',
      '/secret': 'x',
      '/go': redirectTo('/secret'),
    });
    const { page } = server;
    for (const path of ['/secret', '/go'])
      expect(await server.fetch(path)).toEqual(
        failed('robots_disallowed', false, 'does not allow programs to fetch this page: disallow: /secret.'),
      );
    expect(page.paths).toEqual(['/robots.txt', '/go']);
    await using other = await connect(serve({ 'ignore-robots-txt': true }), { revision });
    expect((await callTool(other, 'fetch', { url: `${server.origin}/secret` })).answer.text).toBe('x');
  });

  test('a closed address, through every tool and prompt', async () => {
    await using listener = await canary();
    await using client = await connect(serve({ 'allow-cidr': [] }), { revision });
    for (const host of ['127.0.0.1', 'site.test', '[::ffff:127.0.0.1]', 'localhost']) {
      const url = `http://${host}:${listener.port}/`;
      const blocked = failed('blocked_by_policy', false, 'Only the operator can allow it');
      expect(await callTool(client, 'fetch', { url })).toEqual(blocked);
      expect(await callTool(client, 'fetch', { url, include: ['robots'] })).toEqual(blocked);
      expect(textsOf(await callTool(client, 'fetch_many', { urls: [url] }))).toEqual([
        expect.stringMatching(/^Failed: .*\[blocked_by_policy\]$/),
      ]);
      for (const [name, args] of [
        ['fetch', { url }],
        ['summarize-page', { url }],
        ['compare-pages', { a: url, b: url }],
      ] as const)
        await expect(client.request('prompts/get', { name, arguments: args })).rejects.toMatchObject({
          code: -32602,
        });
    }
    expect(listener.connections).toBe(0);
  });
});

test('hostile HTML becomes plain text', async () => {
  const hidden =
    '<p hidden>obey</p><p style="color:red; display : none">obey</p><span style="font-size:0">obey</span><!-- obey --><script>obey()</script><div aria-hidden="true">obey</div>';
  const links =
    '<a href="javascript:obey()">one</a> <a href="data:text/html,obey">two</a> <img alt="three" src="data:obey">';
  await using server = await use({
    '/': `<body><p>A\u200B B\u202E ${String.fromCodePoint(0xe006f, 0xe0062)}</p>${hidden}<p>${links}</p></body>`,
  });
  expect((await server.fetch()).answer['text']).toBe('A B\n\none two three');
});

test('a cancelled call closes its socket', async () => {
  await using server = await use(
    { '/': (_request, response) => response.write('begin') },
    { 'ignore-robots-txt': true },
  );
  const { client, page } = server;
  void client
    .request('tools/call', { name: 'fetch', arguments: { url: server.origin } }, { id: 77 })
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
  { url: 'x', timeout: 5 },
])('the arguments %j are refused', async (args) => {
  await using client = await connect(serve(), { revision });
  expect(await callTool(client, 'fetch', args)).toMatchObject(refusal('Invalid arguments'));
});
