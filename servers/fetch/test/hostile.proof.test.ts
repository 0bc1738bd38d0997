// Sites that try to keep the server busy or exhaust its memory, as seen by a client.
import type { RequestListener } from 'node:http';
import { brotliCompressSync, deflateSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { pdf } from './pdf.ts';
import { failure, refusal, textsOf, use, type Session } from './setup.ts';
import { redirectTo, reply } from './site.ts';
import type { Pages } from './site.ts';

/** Returns the paths of the cached documents. */
const keptBy = async ({ client, origin }: Session): Promise<readonly string[]> => {
  const { resources } = await client.request('resources/list', {});
  return (resources as { readonly name: string }[]).map(({ name }) => name.slice(origin.length));
};

describe('robots.txt of 20,000 patterns', () => {
  const robots = {
    type: 'text/plain',
    body: `User-agent: *\n${Array.from({ length: 20_000 }, (_, index) => `Disallow: /*aab${index}`).join('\n')}`,
  };

  test('a path of ordinary length is compared with all of them', async () => {
    await using server = await use({ '/robots.txt': robots, '/page': '<p>a' });
    expect(await server.fetch('/page')).toMatchObject({ answer: { text: 'a' } });
    expect(await server.fetch('/xaab19999')).toMatchObject(refusal('disallow: /*aab19999'));
  });

  test('a path that is too long for many rules is disallowed, also after a redirect', async () => {
    const long = `/${'a'.repeat(8000)}`;
    await using server = await use({
      '/robots.txt': robots,
      '/to': redirectTo(long),
      [long]: '<p>a',
    });
    for (const path of [long, '/to'])
      expect(await server.fetch(path)).toMatchObject(
        refusal('the URL is too long for a file of 20000 rules'),
      );
  });
});

test('headings of brackets: ten Markdown files are read', async () => {
  const brackets = ['[', '\\[', '![', '[a](', '[\\'].map((part) => part.repeat(60_000 / part.length));
  await using server = await use(
    Object.fromEntries(
      Array.from({ length: 10 }, (_, index) => [
        `/${index}`,
        { type: 'text/markdown', body: `# ${brackets[index % 5]}` },
      ]),
    ),
  );
  const urls = Array.from({ length: 10 }, (_, index) => `${server.origin}/${index}`);
  expect(await server.call('fetch_many', { urls })).toMatchObject({
    content: urls.map(() => ({ text: expect.stringMatching(/^\[Characters 0 to 3\d\d\d of 60002; /) })),
  });
});

// Within the time limit of a page, although elements are nested as deep as in browsers.
test.each(['<div>x', '<nav>x', '<div class="ads">x'])('many unclosed %s are read', async (tag) => {
  await using server = await use({ '/': tag.repeat(490_000) });
  expect(await server.fetch('/')).toMatchObject({
    answer: { text: expect.stringMatching(/^x\n\nx\n\nx/) },
  });
});

test('a page of unclosed tags is read, and another one in the meantime', async () => {
  await using server = await use({ '/deep': `${'<div>'.repeat(300_000)}x`, '/': '<p>a' });
  const [deep, other] = await Promise.all([server.fetch('/deep'), server.fetch('/')]);
  expect(deep).toMatchObject({ answer: { text: 'x' } });
  expect(other).toMatchObject({ answer: { text: 'a' } });
});

describe('a page that would grow too large is refused, and the next one is read', () => {
  const quotes = '<blockquote>'.repeat(16);
  const compressed = brotliCompressSync(`${quotes}<pre>${'\n'.repeat(9_000_000)}x`);
  test.each<[string, Pages[string]]>([
    [
      'line feeds in quotes',
      reply(200, { 'content-type': 'text/html', 'content-encoding': 'br' }, compressed),
    ],
    ['line feeds in lists', `${'<ol start=999999999><li>'.repeat(16)}<pre>${'a\n'.repeat(400_000)}x`],
    ['list items', `<ul>${'<li>a'.repeat(1_600_000)}</ul>`],
    ['list items without text', '<li>'.repeat(1_900_000)],
    ['line breaks', 'a<br>'.repeat(1_900_000)],
    [
      'links with a long base',
      `<base href="http://site.test/${'a'.repeat(8000)}/">${Array.from({ length: 9000 }, (_, index) => `<a href=${index}>a</a>`).join('')}`,
    ],
  ])('%s', async (_name, page) => {
    await using server = await use({ '/': page, '/next': '<p>a' });
    expect(await server.fetch('/')).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^The page .* Call again with raw: true .*\n\[too_large/) }],
    });
    expect(await server.fetch('/next')).toMatchObject({ answer: { text: 'a' } });
  });
});

/** 0.1 MB that become 2 million characters, which the cache counts as 4 MB. */
const large = `${'<blockquote>'.repeat(15)}<pre>${'a\n'.repeat(62_500)}`;
const LENGTH = 32 * 62_500 + 67;

describe('the cache size', () => {
  const fill = async (count: number) => {
    const paths = Array.from({ length: count }, (_, index) => `/${index}`);
    const server = await use(Object.fromEntries(paths.map((path) => [path, large])));
    for (const path of paths)
      expect(await server.fetch(path, { max_length: 5 })).toMatchObject({
        answer: { length: LENGTH, cached: false },
      });
    return server;
  };

  test('includes texts, not only the bodies that they are made from', async () => {
    await using server = await fill(20);
    const kept = await keptBy(server);
    expect(kept).toHaveLength(15);
    expect(kept).toContain('/19');
    expect(await server.fetch('/19')).toMatchObject({ answer: { cached: true } });
  });

  test('includes each text of a document', async () => {
    await using server = await fill(15);
    expect(await keptBy(server)).toHaveLength(15);
    for (const selector of ['body', 'blockquote']) await server.fetch('/14', { selector });
    const kept = await keptBy(server);
    expect(kept).toHaveLength(13);
    expect(kept).not.toContain('/0');
    expect(kept).toContain('/14');
  });

  test('includes the text of other documents', async () => {
    const paths = Array.from({ length: 5 }, (_, index) => `/${index}`);
    const body = 'a'.repeat(9_000_000);
    await using server = await use(
      Object.fromEntries(paths.map((path) => [path, { type: 'text/plain', body }])),
    );
    for (const path of paths) await server.fetch(path, { raw: true });
    expect((await keptBy(server)).toSorted()).toEqual(['/3', '/4']);
  });
});

test('slow PDF files do not block pages', async () => {
  const body = `%PDF-1.7\n${'x '.repeat(4_000_000)}`;
  let sent = 0;
  const slow: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/pdf' }).end(body, () => (sent += 1));
  };
  await using server = await use({ '/1.pdf': slow, '/2.pdf': slow, '/first': '<p>a', '/page': '<p>b' });
  // Starts the process that reads pages.
  await server.fetch('/first');
  const ended: string[] = [];
  const fetch = (path: string): Promise<unknown> => server.fetch(path).finally(() => ended.push(path));
  const files = ['/1.pdf', '/2.pdf'].map(fetch);
  await vi.waitFor(() => expect(sent).toBe(2), 20_000);
  await Promise.all([...files, fetch('/page')]);
  expect(ended[0]).toBe('/page');
});

test('a PDF that unpacks to a gigabyte stops neither the server nor the next page', async () => {
  const zeros = deflateSync(Buffer.alloc(200_000_000, ' '));
  const bomb = { content: deflateSync(zeros), filter: '/Filter [/FlateDecode /FlateDecode]' };
  const body = pdf(Array.from({ length: 8 }, () => bomb));
  await using server = await use({ '/': { type: 'application/pdf', body }, '/next': '<p>a' });
  expect(await server.fetch('/')).toMatchObject({ content: [{ text: expect.any(String) }] });
  expect(await server.fetch('/next')).toMatchObject({ answer: { text: 'a' } });
}, 180_000);

const DEEP = '<div>x'.repeat(490_000);

test('fetch_many: a slow page does not delay the others', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
  const deep = Object.fromEntries(names.map((name) => [`/${name}`, DEEP]));
  const note = { type: 'text/plain', body: 'first' };
  await using server = await use({ '/note': note, ...deep }, { timeout: 2 });
  // A busy machine may need longer to start the processes.
  await vi.waitFor(async () => expect(await server.fetch('/note')).not.toHaveProperty('isError'), 30_000);
  const urls = ['note', ...names].map((name) => `${server.origin}/${name}`);
  const texts = textsOf(await server.call('fetch_many', { urls }));
  expect(texts[0]).toContain('first');
  expect(texts.at(-1)).toBe(
    `Failed: ${server.origin}/i: It took longer than 1.8 seconds. [timeout, may work later]`,
  );
});

test('timeout_ms also ends the reading of a page', async () => {
  await using server = await use({ '/deep': DEEP });
  expect(await server.fetch('/deep', { timeout_ms: 1000 })).toMatchObject(
    failure('timeout', `${server.origin}/deep took longer than 1 seconds.`),
  );
});

test('an endless expression is aborted, and the server continues', async () => {
  await using server = await use({ '/': { type: 'text/plain', body: `${'a'.repeat(60)}!` } });
  expect(await server.fetch('/', { find: '(a+)+$', regex: true })).toMatchObject(
    failure('invalid_arguments', 'The expression of find takes too long.'),
  );
  expect(textsOf(await server.fetch('/', { find: '!' }))[0]).toContain('start_index 60: ');
});

// A list whose parts are each read again from every position takes seconds per call, in which nothing else runs.
test.each(['[', '[](http:'])('a list of %s built to be slow blocks nothing', async (part) => {
  const body = part.repeat(9_000_000 / part.length);
  await using server = await use({ '/llms.txt': { type: 'text/plain', body }, '/': '<p>Hello' });
  for (let call = 0; call < 10; call += 1)
    expect(textsOf(await server.fetch('', { include: ['site'] }))[1]).toContain('llms.txt (0 links)');
});

test('only a limited number of links in a list is counted', async () => {
  const body = '<loc>http:a'.repeat(900_000);
  await using server = await use({ '/sitemap.xml': { type: 'text/xml', body }, '/': '<p>Hello' });
  const [, list] = textsOf(await server.fetch('', { include: ['site'] }));
  expect(list).toContain('sitemap.xml (50000 links)');
});
