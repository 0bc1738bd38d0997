// Sites that want to keep the server busy or to use up its memory, as a client meets them.
import { connect } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import { serve } from './setup.ts';
import { site, type Pages } from './site.ts';

const use = async (pages: Pages, values: Parameters<typeof serve>[0] = {}) => {
  const served = await site(pages);
  const client = await connect(serve(values), { revision: '2025-11-25' });
  const call = (name: string, args: object) => client.request('tools/call', { name, arguments: args });
  return {
    origin: served.origin,
    call,
    fetch: (path: string, args: object = {}) => call('fetch', { url: `${served.origin}${path}`, ...args }),
    async [Symbol.asyncDispose](): Promise<void> {
      await client[Symbol.asyncDispose]();
      await served[Symbol.asyncDispose]();
    },
  };
};

describe('robots.txt of 20,000 patterns', () => {
  const robots = {
    type: 'text/plain',
    body: `User-agent: *\n${Array.from({ length: 20_000 }, (_, index) => `Disallow: /*aab${index}`).join('\n')}`,
  };

  test('a path of ordinary length is compared with all of them', async () => {
    await using server = await use({ '/robots.txt': robots, '/page': '<p>a' });
    expect(await server.fetch('/page')).toMatchObject({ structuredContent: { text: 'a' } });
    expect(await server.fetch('/xaab19999')).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('disallow: /*aab19999') }],
    });
  });

  test('a path that is too long for so many counts as disallowed, also behind a redirect', async () => {
    const long = `/${'a'.repeat(8000)}`;
    await using server = await use({
      '/robots.txt': robots,
      '/to': (_request, response) => response.writeHead(302, { location: long }).end(),
      [long]: '<p>a',
    });
    for (const path of [long, '/to'])
      expect(await server.fetch(path)).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('the URL is too long for a file of 20000 rules') }],
      });
  });
});

test('headings of brackets: ten files of Markdown are read', async () => {
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
    structuredContent: { results: urls.map(() => ({ ok: true, length: 60_002 })) },
  });
});

test('a page of tags that are never closed is read, and another one meanwhile', async () => {
  await using server = await use({ '/deep': `${'<div>'.repeat(300_000)}x`, '/': '<p>a' });
  const [deep, other] = await Promise.all([server.fetch('/deep'), server.fetch('/')]);
  expect(deep).toMatchObject({ structuredContent: { text: 'x' } });
  expect(other).toMatchObject({ structuredContent: { text: 'a' } });
});
