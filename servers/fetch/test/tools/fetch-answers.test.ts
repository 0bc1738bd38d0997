// Answers with little or no text, and the lines around a text.
import { connect } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import { callTool, refusal, serve, textsOf, use, type Called } from '../setup.ts';
import { redirectTo, reply } from '../site.ts';
import type { Pages } from '../site.ts';

const textOf = (result: Called): string => textsOf(result)[0] ?? '';

describe('content that is not text', () => {
  const bytes = Buffer.from([1, 2, 3]);
  const png = Buffer.from('iVBORw0KGgo=', 'base64');
  const PAGES: Pages = {
    '/image/png': { type: 'image/png', body: png },
    ...Object.fromEntries(
      ['audio/wav', 'application/pdf', 'application/zip'].map((type) => [`/${type}`, { type, body: bytes }]),
    ),
  };

  test.each([
    ['image/png', '8 bytes', { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' }],
    ['audio/wav', '3 bytes', { type: 'audio', data: 'AQID', mimeType: 'audio/wav' }],
    [
      'application/pdf',
      '3 bytes. URL is damaged.',
      { type: 'resource', resource: { uri: expect.any(String), mimeType: 'application/pdf', blob: 'AQID' } },
    ],
    [
      'application/zip',
      '3 bytes',
      {
        type: 'resource_link',
        uri: expect.any(String),
        name: expect.any(String),
        mimeType: 'application/zip',
        size: 3,
      },
    ],
  ])('%s', async (type, about, block) => {
    await using server = await use(PAGES);
    const { client } = server;
    const url = `${server.origin}/${type}`;
    const result = await server.fetch(`/${type}`);
    expect(result).not.toHaveProperty('structuredContent');
    expect(result['content']).toEqual([
      { type: 'text', text: `Contents of ${url}: ${type}, ${about.replace('URL', url)}` },
      block,
    ]);
    const { resource } = result.answer;
    const read = await client.request('resources/read', { uri: resource });
    const { body } = PAGES[`/${type}`] as { readonly body: Buffer };
    expect(read['contents']).toEqual([{ uri: resource, mimeType: type, blob: body.toString('base64') }]);
  });

  test('a PDF declared as bytes', async () => {
    await using server = await use({ '/': { type: 'application/octet-stream', body: '%PDF-1.7' } });
    expect((await server.fetch())['content']).toMatchObject([
      {
        text: `Contents of ${server.origin}/: application/pdf, 8 bytes. ${server.origin}/ is damaged.`,
      },
      { type: 'resource', resource: { mimeType: 'application/pdf' } },
    ]);
  });

  test('HTML declared as an image is not an image, and a JPEG declared as PNG is a JPEG', async () => {
    await using server = await use({
      '/login.png': { type: 'image/png', body: '<!doctype html><p>Log in' },
      '/photo.png': { type: 'image/png', body: Buffer.from([0xff, 0xd8, 0xff, 0xe0]) },
    });
    expect((await server.fetch('/login.png'))['content']).toMatchObject([
      { type: 'text' },
      { type: 'resource_link', mimeType: 'image/png' },
    ]);
    expect((await server.fetch('/photo.png'))['content']).toMatchObject([
      { type: 'text' },
      { type: 'image', mimeType: 'image/jpeg' },
    ]);
  });
});

test('header values of a site appear shortened and without control characters in the sentences of the server', async () => {
  const long = `text/x-${'\u009b\u00ad'.repeat(100)}${'a'.repeat(8000)}`;
  await using server = await use(
    {
      '/type': reply(200, { 'content-type': long }, 'x'),
      '/binary': reply(200, { 'content-type': long.replace('text/', 'application/') }, '\0'),
      '/title': `<title>${'t'.repeat(900)}</title><meta name=description content="${'d'.repeat(900)}">`,
      '/encoding': reply(200, { 'content-encoding': `\u009b${'b'.repeat(8000)}` }, 'x'),
      '/location': redirectTo(`http://${'\u009b'.repeat(20)}${'c'.repeat(6000)}:x`),
    },
    { 'ignore-robots-txt': true },
  );
  for (const path of ['/type', '/binary', '/title', '/encoding', '/location']) {
    const result = await server.fetch(path);
    expect(textOf(result).length).toBeLessThan(600);
    expect(JSON.stringify(result)).not.toMatch(/[\u0080-\u009f]/);
  }
});

test.each([
  [204, '', '<error>The site answers that there is no content (204).</error>'],
  [200, '', '<error>The document is empty.</error>'],
  [
    200,
    '<!doctype html><title>App</title><meta name=description content="Numbers of a team"><div id=root></div>',
    '<error>The page has no text. Scripts may write it, which this server does not run. Look for an API, a feed or a sitemap (include: ["site"]), or use a browser. It says of itself: App. Numbers of a team</error>',
  ],
])('status %i with %j has no text, and the answer says why', async (status, body, text) => {
  await using server = await use({ '/': reply(status, {}, body) });
  const result = await server.fetch();
  expect(result.answer.text).toBe(text);
  expect(textOf(result)).not.toContain('raw content');
});

test('the target of a redirect is named above the text, without a fragment', async () => {
  await using server = await use({
    '/a': redirectTo('/b#c'),
    '/b': '<p>b',
  });
  const result = await server.fetch('/a#d');
  expect(textOf(result)).toBe(`Contents of ${server.origin}/a (redirected to ${server.origin}/b):\nb`);
  expect(result.answer).toMatchObject({ url: `${server.origin}/a`, finalUrl: `${server.origin}/b` });
});

test('text declared as bytes, and a repeated type, are read', async () => {
  await using server = await use({
    '/notes': { type: 'application/octet-stream', body: 'a – b\n' },
    '/page': { type: 'application/octet-stream', body: '<!doctype html><p>a' },
    '/bytes': { type: 'application/octet-stream', body: Buffer.from([0xff, 0xfe, 0xfd]) },
    '/twice': { type: 'text/html, text/html', body: '<p>a' },
  });
  const read = async (path: string) => (await server.fetch(path)).answer.text;
  expect(await read('/notes')).toBe('a – b\n');
  expect(await read('/page')).toBe('<!doctype html><p>a');
  expect(await read('/bytes')).toMatch(/: application\/octet-stream, 3 bytes$/);
  expect(await read('/twice')).toBe('a');
});

test('a partial document (206) is refused', async () => {
  await using server = await use({
    '/': reply(206, { 'content-range': 'bytes 0-0/9', 'content-type': 'text/plain' }, 'x'),
  });
  expect(await server.fetch()).toMatchObject(refusal('a part of the document only (206)'));
});

test('a result fits a conversation, and says how to continue', async () => {
  await using server = await use({ '/': { type: 'text/plain', body: 'x'.repeat(60_000) } });
  const result = await server.fetch('', { max_length: 999_999 });
  expect(result.answer).toMatchObject({ nextIndex: expect.any(Number), truncated: true });
  expect(textOf(result).length).toBeLessThanOrEqual(38_000);
  expect(textOf(result).length).toBeGreaterThan(37_500);
  await using open = await connect(serve({ 'max-output-bytes': 0 }));
  const whole = await callTool(open, 'fetch', { url: server.origin, max_length: 999_999 });
  expect(whole.answer).toMatchObject({ truncated: false });
});
