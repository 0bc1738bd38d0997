// Replaces the official fetch server in a host's configuration: the same calls, and its texts, from its public source.
// The README lists the intended differences.
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { failure, serve, textsOf, use, useInFile } from './setup.ts';
import { reply } from './site.ts';

const CUT = 'x'.repeat(5000);

const server = await useInFile(
  {
    '/robots.txt': {
      type: 'text/plain',
      body: 'User-agent: ModelContextProtocol\nDisallow: /no\nUser-agent: *\nDisallow: /other',
    },
    '/': '<html><body><article><h1>News</h1><p>Some <b>words</b>.</p></article></body></html>',
    '/empty': '<html><body></body></html>',
    '/long': { type: 'text/plain', body: `${CUT}yz` },
    '/exact': { type: 'text/plain', body: CUT },
    '/data': { type: 'application/json', body: '{"a":1}' },
    '/odd': reply(418),
    '/no': 'closed',
  },
  {},
  { revision: '2024-11-05' },
);
const { client, page } = server;

const call = async (path: string, args: object = {}): Promise<{ isError: unknown; text: string }> => {
  const result = await server.fetch(path, args);
  const [text = '', ...others] = textsOf(result);
  expect(others).toEqual([]);
  return { isError: result['isError'], text };
};

const textOf = async (path: string, args: object = {}): Promise<string> => {
  const { isError, text } = await call(path, args);
  expect(isError).toBeUndefined();
  return text
    .replace(/ \(from the cache, \d+ s old\)/, '')
    .replace(/(?<=^\[.* cursor: )[\w.-]+(?=\]\n)/, '…');
};

const RAW = (type: string): string =>
  `Content type ${type} cannot be simplified to markdown, but here is the raw content:\n`;
// The official server says so in an element `error`, and only with a start_index, which no longer fits after a change.
const MORE = (from: number, to: number): string =>
  `[Characters ${from} to ${to} of 5002; continue with fetch, cursor: …]\n\n`;

test('the tool and the prompt have the same arguments, limits and defaults', async () => {
  const { tools } = await client.request('tools/list');
  const fetch = (tools as { name: string; inputSchema: object }[]).find(({ name }) => name === 'fetch');
  expect(fetch?.inputSchema).toMatchObject({
    properties: {
      url: { type: 'string' },
      max_length: { type: 'integer', default: 5000, minimum: 1, maximum: 999_999 },
      start_index: { type: 'integer', default: 0, minimum: 0 },
      raw: { type: 'boolean', default: false },
    },
    required: ['url'],
  });
  const { prompts } = await client.request('prompts/list');
  expect(prompts).toContainEqual(
    expect.objectContaining({
      name: 'fetch',
      description: 'Fetch a URL and extract its contents as markdown',
      arguments: [expect.objectContaining({ name: 'url', required: true })],
    }),
  );
});

test('a page is Markdown after its URL', async () => {
  expect(await textOf('/')).toBe(`Contents of ${page.origin}/:\n# News\n\nSome **words**.`);
});

test('raw is the source, with the sentence for documents that are not pages', async () => {
  expect(await textOf('/', { raw: true })).toBe(
    `${RAW('text/html; charset=utf-8')}Contents of ${page.origin}/:\n<html><body><article><h1>News</h1><p>Some <b>words</b>.</p></article></body></html>`,
  );
  expect(await textOf('/data')).toBe(`Contents of ${page.origin}/data:\n{"a":1}`);
});

test('a page without text', async () => {
  // The official server claims that it failed to simplify the page, which is wrong.
  expect(await textOf('/empty')).toBe(
    `Contents of ${page.origin}/empty:\n<error>The page has no text. Scripts may write it, which this server does not run. Look for an API, a feed or a sitemap (include: ["site"]), or use a browser.</error>`,
  );
});

test('5000 characters are returned, and the index to continue from', async () => {
  const begin = `${RAW('text/plain')}Contents of ${page.origin}/long:\n`;
  expect(await textOf('/long')).toBe(`${MORE(0, 5000)}${begin}${CUT}`);
  expect(await textOf('/long', { start_index: 5000 })).toBe(`${begin}yz`);
  expect(await textOf('/long', { start_index: 4999, max_length: 2 })).toBe(`${MORE(4999, 5001)}${begin}xy`);
  expect(await textOf('/exact')).toBe(`${RAW('text/plain')}Contents of ${page.origin}/exact:\n${CUT}`);
});

test('after the end there is no content', async () => {
  const begin = `${RAW('text/plain')}Contents of ${page.origin}/long:\n`;
  for (const start_index of [5002, 99_999])
    expect(await textOf('/long', { start_index })).toBe(`${begin}<error>No more content available.</error>`);
});

// Except for robots.txt, where the official server does not name the deciding line.
test('a failure is an error with the same text', async () => {
  expect(await call('/odd')).toEqual({
    isError: true,
    text: expect.stringContaining(`Failed to fetch ${page.origin}/odd - status code 418`),
  });
  expect(await call('/no')).toEqual({
    isError: true,
    text: expect.stringContaining(
      `${page.origin}/robots.txt does not allow programs to fetch this page: disallow: /no.`,
    ),
  });
  for (const args of [{ max_length: 0 }, { max_length: 1_000_000 }, { start_index: -1 }])
    expect(await call('/', args)).toMatchObject({ isError: true });
});

test('requests carry --user-agent, also for robots.txt, and prompts carry User-Specified by default', async () => {
  await using own = await connect(serve({ 'user-agent': 'Custom/2.0' }), { revision: '2024-11-05' });
  const before = page.requests.length;
  await own.request('tools/call', { name: 'fetch', arguments: { url: `${page.origin}/` } });
  await own.request('prompts/get', { name: 'fetch', arguments: { url: `${page.origin}/exact` } });
  await client.request('prompts/get', { name: 'fetch', arguments: { url: `${page.origin}/no` } });
  const agents = page.requests.slice(before).map(({ url, headers }) => [url, headers['user-agent']]);
  const [, , , manual] = agents;
  expect(agents.slice(0, 3)).toEqual([
    ['/robots.txt', 'Custom/2.0'],
    ['/', 'Custom/2.0'],
    ['/exact', 'Custom/2.0'],
  ]);
  expect(manual).toEqual(['/no', expect.stringMatching(/^ModelContextProtocol\/1\.0 \(User-Specified[;)]/)]);
});

test('the prompt returns the page alone, even if robots.txt forbids it', async () => {
  const url = `${page.origin}/no`;
  expect(await client.request('prompts/get', { name: 'fetch', arguments: { url } })).toEqual({
    description: `Contents of ${url}`,
    messages: [{ role: 'user', content: { type: 'text', text: 'closed' } }],
  });
  await expect(client.request('prompts/get', { name: 'fetch', arguments: {} })).rejects.toMatchObject({
    code: -32602,
  });
});

test.each([401, 403])('a site whose robots.txt answers %i is disallowed', async (status) => {
  await using closed = await use(reply(status));
  expect(await closed.fetch()).toMatchObject(failure('robots_disallowed', `answers ${status}`));
  expect(closed.page.paths).toEqual(['/robots.txt']);
});
