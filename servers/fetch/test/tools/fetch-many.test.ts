import { documentIcon } from '../../src/icons.ts';
import { connect } from '@mcp/runtime/testing';
import { expect, test, vi } from 'vitest';
import { answerOf, serve } from '../setup.ts';
import { site } from '../site.ts';

const revision = '2025-11-25';

test('fetch_many: results in order, with progress, failures among them', async () => {
  await using page = await site({
    '/a': '<p>A',
    '/b': { type: 'text/plain', body: 'B' },
    '/c': { type: 'image/png', body: Buffer.from('iVBORw0KGgo=', 'base64') },
  });
  await using client = await connect(serve(), { revision });
  const urls = ['/a', '/none', '/b', '/c'].map((path) => `${page.origin}${path}`);
  const result = await client.request(
    'tools/call',
    { name: 'fetch_many', arguments: { urls } },
    { _meta: { progressToken: 1 } },
  );
  expect(result).not.toHaveProperty('structuredContent');
  expect((result['content'] as { text: string }[]).map(({ text }) => text)).toEqual([
    `Contents of ${urls[0]}:\nA`,
    `Failed: ${urls[1]}: Failed to fetch ${urls[1]} - status code 404. [http_error]`,
    expect.stringContaining(`Contents of ${urls[2]}:\nB`),
    `Contents of ${urls[3]}: image/png. Call fetch for it.`,
  ]);
  expect(client.notifications('notifications/progress').at(-1)).toMatchObject({
    params: { progress: 4, total: 4 },
  });
});

test('fetch_many: what takes too long does not keep the others back', async () => {
  const deep = '<div>x'.repeat(490_000);
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
  await using page = await site({
    '/note': { type: 'text/plain', body: 'first' },
    ...Object.fromEntries(names.map((name) => [`/${name}`, deep])),
  });
  await using client = await connect(serve({ timeout: 2 }), { revision: '2025-11-25' });
  // A busy machine may need longer than that to start the processes.
  await vi.waitFor(async () => {
    const url = `${page.origin}/note`;
    const warm = await client.request('tools/call', { name: 'fetch', arguments: { url } });
    expect(warm).not.toHaveProperty('isError');
  }, 30_000);
  const urls = ['note', ...names].map((name) => `${page.origin}/${name}`);
  const result = await client.request('tools/call', { name: 'fetch_many', arguments: { urls } });
  const { content } = result as { content: readonly { readonly text: string }[] };
  expect(content[0]?.text).toContain('first');
  expect(content.at(-1)?.text).toBe(
    `Failed: ${page.origin}/i: It took longer than 1.8 seconds. [timeout, may work later]`,
  );
});

test('fetch_many: the pages share what fits a conversation', async () => {
  await using page = await site((_request, response) =>
    response.setHeader('content-type', 'text/plain').end('x'.repeat(9000)),
  );
  await using client = await connect(serve({ 'ignore-robots-txt': true }), { revision });
  const urls = Array.from({ length: 10 }, (_, index) => `${page.origin}/${index}`);
  const { content } = (await client.request('tools/call', {
    name: 'fetch_many',
    arguments: { urls, max_length: 9000 },
  })) as { content: { text: string }[] };
  for (const { text } of content) expect(text).toContain('[4000 of ');
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
  const uri = String(answerOf(await fetchPage())['resource']);
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

test('fetch_many: redirects to URLs without end do not push pages out of the answer', async () => {
  const far = `/far?${'x'.repeat(7000)}`;
  await using page = await site({
    '/a': (_request, response) => response.writeHead(302, { location: far }).end(),
    [far]: { type: 'text/plain', body: 'arrived' },
  });
  await using client = await connect(serve(), { revision });
  const urls = Array.from({ length: 10 }, () => `${page.origin}/a`);
  const result = await client.request('tools/call', { name: 'fetch_many', arguments: { urls } });
  const texts = (result['content'] as { text: string }[]).map(({ text }) => text);
  expect(texts.filter((text) => text.endsWith('\narrived'))).toHaveLength(10);
  expect(texts.join('').length).toBeLessThan(10 * 1000);
});
