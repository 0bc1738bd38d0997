import { expect, test } from 'vitest';
import { documentIcon } from '../../src/icons.ts';
import { textsOf, use } from '../setup.ts';
import { redirectTo } from '../site.ts';

test('fetch_many: returns results in order, with progress, including failures', async () => {
  await using server = await use({
    '/a': '<p>A',
    '/b': { type: 'text/plain', body: 'B' },
    '/c': { type: 'image/png', body: Buffer.from('iVBORw0KGgo=', 'base64') },
  });
  const { client } = server;
  const urls = ['/a', '/none', '/b', '/c'].map((path) => `${server.origin}${path}`);
  const result = await client.request(
    'tools/call',
    { name: 'fetch_many', arguments: { urls } },
    { _meta: { progressToken: 1 } },
  );
  expect(result).not.toHaveProperty('structuredContent');
  expect(textsOf(result)).toEqual([
    `Contents of ${urls[0]}:\nA`,
    `Failed: ${urls[1]}: Failed to fetch ${urls[1]} - status code 404. [http_error]`,
    expect.stringContaining(`Contents of ${urls[2]}:\nB`),
    `Failed: ${urls[3]}: It is image/png, not text. Call fetch for it. [unsupported_type]`,
  ]);
  expect(client.notifications('notifications/progress').at(-1)).toMatchObject({
    params: { progress: 4, total: 4 },
  });
});

test('fetch_many: the pages share the size limit of an answer', async () => {
  await using server = await use(
    (_request, response) => response.setHeader('content-type', 'text/plain').end('x'.repeat(9000)),
    { 'ignore-robots-txt': true },
  );
  const urls = Array.from({ length: 10 }, (_, index) => `${server.origin}/${index}`);
  const texts = textsOf(await server.call('fetch_many', { urls, max_length: 9000 }));
  expect(texts).toEqual(
    urls.map(() => expect.stringMatching(/^\[Characters 0 to 3\d\d\d of 9000; /) as unknown),
  );
  expect(texts.join('').length).toBeLessThanOrEqual(38_000);
});

test('documents are listed, read and completed, and a refetch that differs is reported', async () => {
  let body = '<p>one';
  await using server = await use({
    '/': (_request, response) => response.setHeader('content-type', 'text/html').end(body),
  });
  const { client } = server;
  const fetchPage = () => server.fetch('', { fresh: true });
  expect(await client.request('resources/list')).toEqual({ resources: [] });
  const uri = String((await fetchPage()).answer['resource']);
  expect(await client.request('resources/list')).toEqual({
    resources: [
      {
        uri,
        name: `${server.origin}/`,
        title: `${new URL(server.origin).host}/`,
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
    completion: { values: [`${server.origin}/`] },
  });
  await client.request('resources/subscribe', { uri });
  await fetchPage();
  body = '<p>two';
  await fetchPage();
  await client.waitFor(({ method }) => method === 'notifications/resources/updated');
  await client.request('ping');
  expect(client.notifications('notifications/resources/updated')).toHaveLength(1);
  expect(await client.request('resources/read', { uri })).toMatchObject({ contents: [{ text: 'two' }] });
  await expect(client.request('resources/read', { uri: 'fetch://doc/none' })).rejects.toMatchObject({
    code: -32002,
  });
});

test('clients that list documents are notified once per new document', async () => {
  await using server = await use({ '/a': '<p>a', '/b': '<p>b' }, { 'ignore-robots-txt': true });
  const { client } = server;
  await client.request('resources/list');
  await server.fetch('/a');
  await client.waitFor(({ method }) => method === 'notifications/resources/list_changed');
  expect((await client.request('resources/list'))['resources']).toHaveLength(1);
  // The same page changes nothing.
  await server.fetch('/a');
  await client.request('ping');
  expect(client.notifications('notifications/resources/list_changed')).toHaveLength(1);
});

test('prompts: robots.txt is not read, because the user chose the page', async () => {
  await using server = await use({ '/robots.txt': 'User-agent: *\nDisallow: /', '/a': '<p>A', '/b': '<p>B' });
  const { client, page } = server;
  const get = (name: string, args: object) => client.request('prompts/get', { name, arguments: args });
  const url = `${server.origin}/a`;
  expect(await get('fetch', { url })).toEqual({
    description: `Contents of ${url}`,
    messages: [{ role: 'user', content: { type: 'text', text: 'A' } }],
  });
  expect(page.requests[0]?.headers['user-agent']).toContain('User-Specified');
  expect((await get('summarize-page', { url }))['messages']).toHaveLength(2);
  expect((await get('compare-pages', { a: url, b: `${server.origin}/b` }))['messages']).toHaveLength(3);
  expect(page.paths).toEqual(['/a', '/b']);
  expect(await server.fetch('/a')).toMatchObject({ isError: true });
  expect(page.paths).toEqual(['/a', '/b', '/robots.txt']);
});

test('fetch_many: redirects to very long URLs do not crowd pages out of the answer', async () => {
  const far = `/far?${'x'.repeat(7000)}`;
  await using server = await use({
    '/a': redirectTo(far),
    [far]: { type: 'text/plain', body: 'arrived' },
  });
  const urls = Array.from({ length: 10 }, () => `${server.origin}/a`);
  const texts = textsOf(await server.call('fetch_many', { urls }));
  expect(texts.filter((text) => text.endsWith('\narrived'))).toHaveLength(10);
  expect(texts.join('').length).toBeLessThan(10 * 1000);
});
