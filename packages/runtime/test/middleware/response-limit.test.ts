// responseLimit: what is cut, what is kept, and who may read it.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { modern, send } from '@mcp/raw-http';
import {
  audio,
  defineResource,
  defineServer,
  defineTool,
  embeddedResource,
  image,
  resourceLink,
  REVISIONS,
  text,
  ToolError,
  ToolResult,
  type Content,
  type McpServer,
  type Revision,
} from '../../src/index.ts';
import { responseLimit, type ResponseLimitOptions } from '../../src/middleware.ts';
import { connect, type TestClient } from '../../src/testing/connect.ts';
import { serving } from '../http/client.ts';
import { call, extra, PLACES } from './fixture.ts';

/** A server whose tools return what the test says. */
const serve = (content: Content, options: Omit<ResponseLimitOptions, 'maxChars'> = {}): McpServer => {
  const value = typeof content === 'string' ? content : '';
  return defineServer({
    name: 'test',
    version: '1',
    tools: [
      defineTool({ name: 'get', run: async () => content }),
      defineTool({ name: 'now', run: () => content }),
      defineTool({
        name: 'fail',
        run: () => {
          throw new ToolError(value);
        },
      }),
      defineTool({
        name: 'structured',
        outputSchema: { type: 'object', properties: { value: { type: 'string' } }, required: ['value'] },
        run: () => ({ value }),
      }),
      defineTool({
        name: 'both',
        outputSchema: { type: 'object', properties: { value: { type: 'string' } }, required: ['value'] },
        run: () => new ToolResult({ content: 'short', structuredContent: { value } }),
      }),
    ],
    resources: [defineResource({ uri: 'test:///', name: 'r', mimeType: 'text/x', read: () => value })],
    middleware: [responseLimit({ maxChars: 100, ...options })],
  });
};

interface Link {
  readonly uri: string;
}

/** The link of a result that was cut. */
const linkOf = (result: { readonly [member: string]: unknown }): Link => {
  const content = result['content'] as readonly { readonly type: string }[];
  const link = content.find(({ type }) => type === 'resource_link');
  if (link === undefined) throw new Error(`no link in ${JSON.stringify(result)}`);
  return link as unknown as Link;
};

const read = async (client: TestClient, uri: string): Promise<readonly unknown[]> =>
  (await client.request('resources/read', { uri }))['contents'] as readonly unknown[];

const URI = /^result:\/\/\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

describe.each(PLACES)('$revision over $transport', (place) => {
  test.each(['get', 'now'])('leaves alone what fits: %s', async (name) => {
    await using client = await connect(serve('x'.repeat(100)), place);
    const { content, isError } = await call(client, name);
    expect({ content, isError }).toEqual({ content: [text('x'.repeat(100))], isError: undefined });
  });

  test.each(['get', 'now'])('cuts what does not, and keeps the whole: %s', async (name) => {
    const whole = 'abc\n'.repeat(60);
    await using client = await connect(serve(whole), place);
    const result = await call(client, name);
    const { uri } = linkOf(result);
    expect(uri).toMatch(URI);
    const notice =
      'This result is cut: at most 100 characters of text and 33,554,432 of media are sent. Ask for less, if you can, or read the rest within ' +
      `10 min with resources/read: ${uri} has all 240 characters, ${uri}?page=1 to ?page=3 have it in parts.`;
    expect(result).toEqual({
      content: [
        text('abc\n'.repeat(25)),
        text(`[${notice}]`),
        {
          type: 'resource_link',
          uri,
          name: 'whole-result',
          title: `Whole result of ${name}`,
          mimeType: 'text/plain',
          size: 240,
        },
      ],
      ...extra(place),
    });
    expect(await read(client, uri)).toEqual([{ uri, mimeType: 'text/plain', text: whole }]);
    const pages = ['?page=1', '?page=2', '?page=3'].map((page) => read(client, uri + page));
    const parts = (await Promise.all(pages)).map(([part]) => Object(part).text);
    expect(parts.map((part) => part.length)).toEqual([100, 100, 40]);
    expect(parts.join('')).toBe(whole);
  });

  test('never cuts inside of a character', async () => {
    // Each of them has two units.
    const whole = `x${'𝄞'.repeat(80)}`;
    await using client = await connect(serve(whole), place);
    const result = await call(client, 'get');
    expect(result['content']).toMatchObject([text(`x${'𝄞'.repeat(49)}`), {}, {}]);
    const { uri } = linkOf(result);
    expect(await read(client, `${uri}?page=2`)).toMatchObject([{ text: '𝄞'.repeat(31) }]);
  });

  test('keeps errors errors', async () => {
    await using client = await connect(serve('e'.repeat(200)), place);
    expect(await call(client, 'fail')).toMatchObject({
      content: [text(`${'e'.repeat(100)}\n[This text is cut: at most 100 characters are sent.]`)],
      isError: true,
    });
  });

  test('leaves out structured content that is too long: then the result is an error', async () => {
    const value = 'v'.repeat(200);
    await using client = await connect(serve(value, { maxStructuredChars: 150 }), place);
    const json = JSON.stringify({ value });
    const mirrored = await call(client, 'structured');
    const { uri } = linkOf(mirrored);
    expect(mirrored).toEqual({
      content: [
        text(json.slice(0, 100)),
        text(
          '[The structured content of this result is left out: it is longer than 150 characters. Ask for less, if you can, ' +
            `or read the rest within 10 min with resources/read: ${uri} has all 212 characters, ` +
            `${uri}?page=1 to ?page=3 have it in parts.]`,
        ),
        expect.objectContaining({ type: 'resource_link', uri, size: 212 }),
      ],
      isError: true,
      ...extra(place),
    });
    expect(await read(client, uri)).toEqual([{ uri, mimeType: 'text/plain', text: json }]);
    const both = await call(client, 'both');
    expect(both).toMatchObject({ content: [text('short'), {}, {}], isError: true });
    expect(await read(client, linkOf(both).uri)).toMatchObject([
      { mimeType: 'text/plain', text: 'short' },
      { mimeType: 'application/json', text: json },
    ]);
  });

  test('structured content may be longer than the text', async () => {
    const value = 'v'.repeat(200);
    await using client = await connect(serve(value), place);
    expect(await call(client, 'both')).toEqual({
      content: [text('short')],
      structuredContent: { value },
      ...extra(place),
    });
  });

  test('leaves out images and the like, which cannot be cut, and keeps them', async () => {
    const data = 'QUJD'.repeat(30);
    const blocks = [
      text('before'),
      resourceLink({ uri: 'test:///', name: 'r' }),
      image(data, 'image/png'),
      audio(data, 'audio/wav'),
      embeddedResource({ uri: 'test:///', mimeType: 'text/x', text: 'embedded' }),
      embeddedResource({ uri: 'test:///', blob: data }),
      text('after'),
    ];
    await using client = await connect(serve(blocks, { maxMediaChars: 100 }), place);
    const result = await call(client, 'get');
    const content = result['content'] as readonly { readonly type: string; readonly uri?: string }[];
    const uri = content.at(-1)?.uri ?? '';
    expect(content).toEqual([
      ...[text('before'), blocks[1], blocks[4], text('after')],
      expect.objectContaining({ text: expect.stringContaining('This result is cut') }),
      { type: 'resource_link', uri, name: 'whole-result', title: 'Whole result of get', size: 379 },
    ]);
    expect(await read(client, uri)).toEqual([
      { uri, mimeType: 'text/plain', text: 'before' },
      { uri, mimeType: 'image/png', blob: data },
      { uri, mimeType: 'audio/wav', blob: data },
      { uri, mimeType: 'text/x', text: 'embedded' },
      { uri, mimeType: 'application/octet-stream', blob: data },
      { uri, mimeType: 'text/plain', text: 'after' },
    ]);
    expect(await read(client, `${uri}?page=2`)).toEqual([
      { uri: `${uri}?page=2`, mimeType: 'image/png', blob: data },
    ]);
  });

  test('images may be longer than texts', async () => {
    const block = image('QUJD'.repeat(30), 'image/png');
    await using client = await connect(serve([block, text('x'.repeat(100))]), place);
    expect(await call(client, 'get')).toEqual({
      content: [block, text('x'.repeat(100))],
      ...extra(place),
    });
  });

  test('refuses resources that are too long, and says how to read them', async () => {
    await using client = await connect(serve('r'.repeat(500), { maxResourceChars: 300 }), place);
    const error: unknown = await read(client, 'test:///').catch((thrown: unknown) => thrown);
    const { uri } = Object(error).data;
    expect(error).toMatchObject({
      code: -32603,
      message:
        'The resource is longer than the limit of 300 characters. Read it within 10 min: ' +
        `${uri} has all 500 characters, ${uri}?page=1 to ?page=2 have it in parts`,
      data: { uri, pages: 2 },
    });
    expect(await read(client, `${uri}?page=2`)).toEqual([
      { uri: `${uri}?page=2`, mimeType: 'text/x', text: 'r'.repeat(200) },
    ]);
  });

  test('lists nothing of what it keeps', async () => {
    await using client = await connect(serve('x'.repeat(200)), place);
    await call(client, 'get');
    expect((await client.request('resources/list'))['resources']).toEqual([
      { uri: 'test:///', name: 'r', mimeType: 'text/x' },
    ]);
    expect((await client.request('resources/templates/list'))['resourceTemplates']).toEqual([]);
  });
});

const notFound = (revision: Revision) => ({ code: revision === '2026-07-28' ? -32602 : -32002 });

describe.each(PLACES)('what is kept, $revision over $transport', (place) => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  test('is gone after its time', async () => {
    await using client = await connect(serve('x'.repeat(200), { keepMs: 1000 }), place);
    const { uri } = linkOf(await call(client, 'get'));
    vi.advanceTimersByTime(999);
    expect(await read(client, uri)).toHaveLength(1);
    vi.advanceTimersByTime(1);
    await expect(read(client, uri)).rejects.toMatchObject({
      ...notFound(place.revision),
      message: `Resource not found: ${uri}`,
    });
  });

  test('goes when newer results need its place', async () => {
    await using client = await connect(serve('x'.repeat(200), { keepChars: 500 }), place);
    const uris: string[] = [];
    for (let i = 0; i < 3; i++) uris.push(linkOf(await call(client, 'get')).uri);
    const [first = '', second = '', third = ''] = uris;
    await expect(read(client, first)).rejects.toMatchObject(notFound(place.revision));
    expect([await read(client, second), await read(client, third)]).toMatchObject([[{}], [{}]]);
  });

  test('has only the pages that it has', async () => {
    await using client = await connect(serve('x'.repeat(200)), place);
    const { uri } = linkOf(await call(client, 'get'));
    for (const page of ['0', '3', '999999']) {
      await expect(read(client, `${uri}?page=${page}`)).rejects.toMatchObject({
        code: -32602,
        message: `Invalid params: there are pages 1 to 2, not ${page}`,
      });
    }
    for (const wrong of ['?page=-1', '?page=', '?page=1&page=2', '/1', '#1'])
      await expect(read(client, uri + wrong)).rejects.toMatchObject(notFound(place.revision));
  });

  test('cannot be read on another connection', async () => {
    const server = serve('x'.repeat(200));
    await using client = await connect(server, place);
    await using other = await connect(server, place);
    const { uri } = linkOf(await call(client, 'get'));
    await expect(read(other, uri)).rejects.toMatchObject(notFound(place.revision));
    expect(await read(client, uri)).toHaveLength(1);
  });
});

test('what is too long to keep is cut without a link', async () => {
  await using client = await connect(serve('x'.repeat(200), { keepChars: 199 }));
  expect((await call(client, 'get'))['content']).toEqual([
    text('x'.repeat(100)),
    text(
      '[This result is cut: at most 100 characters of text and 33,554,432 of media are sent. Ask for less, if you can.]',
    ),
  ]);
  await using readers = await connect(serve('x'.repeat(200), { keepChars: 0, maxResourceChars: 100 }));
  await expect(read(readers, 'test:///')).rejects.toMatchObject({
    code: -32603,
    message: 'The resource is longer than the limit of 100 characters',
  });
});

test.each(REVISIONS)('the link is one that %s knows', async (revision) => {
  await using client = await connect(serve('x'.repeat(200)), { revision });
  const { content } = await call(client, 'get');
  const link = (content as readonly unknown[])[2];
  const uri = JSON.stringify(link).match(/result:\/\/\/[\da-f-]{36}/)?.[0] ?? '';
  const expected =
    revision < '2025-06-18'
      ? text(`Whole result of get: ${uri}`)
      : {
          type: 'resource_link',
          uri,
          name: 'whole-result',
          title: 'Whole result of get',
          mimeType: 'text/plain',
          size: 200,
        };
  expect(link).toEqual(expected);
  expect(await read(client, uri)).toEqual([{ uri, mimeType: 'text/plain', text: 'x'.repeat(200) }]);
});

test('over stateless HTTP the next request can read it, and may keep it as long as the server does', async () => {
  await using http = await serving(serve('x'.repeat(200)));
  const called = await send(http.url, modern('tools/call', { name: 'get' }));
  const { uri } = linkOf(JSON.parse(called.text).result);
  const answered = await send(http.url, modern('resources/read', { uri }));
  const { result } = JSON.parse(answered.text);
  expect(result).toMatchObject({ contents: [{ uri, text: 'x'.repeat(200) }], cacheScope: 'private' });
  expect(result.ttlMs).toBeGreaterThan(500_000);
  expect(result.ttlMs).toBeLessThanOrEqual(600_000);
});
