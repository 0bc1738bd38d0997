// responseLimit: what it cuts, and what it reports.
import { describe, expect, test } from 'vitest';
import {
  audio,
  defineResource,
  defineServer,
  defineTool,
  embeddedResource,
  image,
  resourceLink,
  text,
  ToolError,
  ToolResult,
  type Content,
  type McpServer,
} from '../../src/index.ts';
import { responseLimit } from '../../src/middleware.ts';
import type { ResponseLimitOptions } from '../../src/middleware/response-limit.ts';
import { connect } from '../../src/testing/connect.ts';
import { call, extra, PLACES } from './fixture.ts';

/** Makes a server with the given tool results. */
const serve = (content: Content, options: Omit<ResponseLimitOptions, 'maxBytes'> = {}): McpServer => {
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
    middleware: [responseLimit({ maxBytes: MAX, ...options })],
  });
};

const MAX = 300;
const CUT =
  '[This result is cut: at most 300 bytes of text and 33,554,432 of media are sent. Ask for less, if you can.]\n';
const LONG =
  '[The structured content of this result is left out: it is longer than 150 characters. Ask for less, if you can.]\n';

describe.each(PLACES)('$revision over $transport', (place) => {
  test.each(['get', 'now'])('leaves results that fit unchanged: %s', async (name) => {
    await using client = await connect(serve('x'.repeat(MAX)), place);
    const { content, isError } = await call(client, name);
    expect({ content, isError }).toEqual({ content: [text('x'.repeat(MAX))], isError: undefined });
  });

  test.each(['get', 'now'])('cuts results that do not fit, and says so at the start: %s', async (name) => {
    await using client = await connect(serve('abc\n'.repeat(160)), place);
    expect(await call(client, name)).toEqual({
      content: [text(CUT + 'abc\n'.repeat(Math.floor((MAX - CUT.length) / 4)))],
      ...extra(place),
    });
  });

  test('never cuts inside a character', async () => {
    // Each has two code units and four bytes.
    const whole = `x${'𝄞'.repeat(80)}`;
    await using client = await connect(serve(whole), place);
    const { content } = await call(client, 'get');
    expect(content).toEqual([text(`${CUT}x${'𝄞'.repeat(Math.floor((MAX - CUT.length - 1) / 4))}`)]);
  });

  test('keeps errors errors', async () => {
    await using client = await connect(serve('e'.repeat(400)), place);
    const notice = '[This text is cut: at most 300 bytes are sent.]\n';
    expect(await call(client, 'fail')).toMatchObject({
      content: [text(`${notice}${'e'.repeat(MAX - notice.length)}`)],
      isError: true,
    });
  });

  test('omits structured content that is too long, and makes the result an error', async () => {
    const value = 'v'.repeat(200);
    await using client = await connect(serve(value, { maxStructuredChars: 150 }), place);
    expect(await call(client, 'structured')).toEqual({
      content: [text(LONG + JSON.stringify({ value }).slice(0, MAX - LONG.length))],
      isError: true,
      ...extra(place),
    });
    const both = { content: [text(`${LONG}short`)], isError: true, ...extra(place) };
    expect(await call(client, 'both')).toEqual(both);
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

  test('omits images and similar content, which cannot be cut', async () => {
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
    await using client = await connect(serve(blocks, { maxMediaBytes: 100 }), place);
    expect((await call(client, 'get'))['content']).toEqual([
      text(`${CUT.replace('33,554,432', '100')}before`),
      ...[blocks[1], blocks[4], text('after')],
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

  test('refuses resources that are too long', async () => {
    await using client = await connect(serve('r'.repeat(500), { maxResourceChars: 300 }), place);
    await expect(client.request('resources/read', { uri: 'test:///' })).rejects.toMatchObject({
      code: -32603,
      message: 'The resource is longer than the limit of 300 characters',
    });
  });
});
