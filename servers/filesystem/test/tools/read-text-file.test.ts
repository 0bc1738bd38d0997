import { execFileSync } from 'node:child_process';
import { connect } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import { serve, temporary } from '../setup.ts';

const ETAG = expect.stringMatching(/^[\da-z]+(?:-[\da-z]+){3}$/);
const FORMAT = {
  mtime: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  encoding: 'utf-8',
  bom: false,
  eol: expect.stringMatching(/^(?:lf|crlf|mixed|none)$/),
};

const read = async (server: ReturnType<typeof serve>, args: { [name: string]: unknown }) => {
  await using client = await connect(server, { revision: '2025-11-25' });
  return await client.request('tools/call', { name: 'read_text_file', arguments: args });
};

test('returns the whole text, byte for byte', async () => {
  using dir = temporary({ 'a.txt': '\uFEFFfirst\r\nsecond\n\nlast\n' });
  const content = '\uFEFFfirst\r\nsecond\n\nlast\n';
  expect(await read(serve([dir.path]), { path: dir.at('a.txt') })).toEqual({
    content: [{ type: 'text', text: content }],
    structuredContent: {
      content,
      path: dir.at('a.txt'),
      size: 23,
      etag: ETAG,
      ...FORMAT,
      bom: true,
      eol: 'mixed',
      startLine: 1,
      endLine: 4,
      totalLines: 4,
      truncated: false,
    },
  });
});

test('answers in every revision with what the revision knows', async () => {
  using dir = temporary({ 'a.txt': 'text' });
  const server = serve([dir.path]);
  const plain = { content: [{ type: 'text', text: 'text' }] };
  const structuredContent = {
    content: 'text',
    path: dir.at('a.txt'),
    size: 4,
    etag: ETAG,
    ...FORMAT,
    startLine: 1,
    endLine: 1,
    totalLines: 1,
    truncated: false,
  };
  const expected = {
    '2024-11-05': plain,
    '2025-03-26': plain,
    '2025-06-18': { ...plain, structuredContent },
    '2025-11-25': { ...plain, structuredContent },
    '2026-07-28': {
      ...plain,
      structuredContent,
      resultType: 'complete',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'filesystem', version: expect.any(String) } },
    },
  } as const;
  for (const revision of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const) {
    await using client = await connect(server, { revision, transport: 'stdio' });
    const params = { name: 'read_text_file', arguments: { path: 'a.txt' } };
    await client.request('tools/call', params, { id: 'read' });
    expect(client.received.at(-1)).toEqual({ jsonrpc: '2.0', id: 'read', result: expected[revision] });
  }
});

describe('lines', () => {
  const text = 'one\ntwo\nthree\nfour\n';

  test.each([
    [{ head: 2 }, { content: 'one\ntwo', startLine: 1, endLine: 2, nextOffset: 3 }],
    [{ head: 4 }, { content: 'one\ntwo\nthree\nfour', startLine: 1, endLine: 4, totalLines: 4 }],
    [{ head: 9 }, { content: 'one\ntwo\nthree\nfour', startLine: 1, endLine: 4, totalLines: 4 }],
    [{ tail: 2 }, { content: 'three\nfour\n' }],
    [{ tail: 9 }, { content: text }],
    [{ offset: 3 }, { content: 'three\nfour\n', startLine: 3, endLine: 4, totalLines: 4 }],
    [
      { offset: 2, limit: 2 },
      { content: 'two\nthree', startLine: 2, endLine: 3, nextOffset: 4 },
    ],
    [{ limit: 1 }, { content: 'one', startLine: 1, endLine: 1, nextOffset: 2 }],
    [
      { offset: 4, limit: 5 },
      { content: 'four', startLine: 4, endLine: 4, totalLines: 4 },
    ],
  ])('%j', async (range, expected) => {
    using dir = temporary({ 'a.txt': text });
    const { structuredContent } = await read(serve([dir.path]), { path: 'a.txt', ...range });
    expect(structuredContent).toEqual({
      ...expected,
      path: dir.at('a.txt'),
      size: 19,
      etag: ETAG,
      ...FORMAT,
      truncated: false,
    });
  });

  test('an offset behind the end is refused', async () => {
    using dir = temporary({ 'a.txt': text });
    expect(await read(serve([dir.path]), { path: 'a.txt', offset: 5 })).toMatchObject({
      content: [{ type: 'text', text: 'a.txt has fewer than 5 lines. Give a smaller offset.' }],
      isError: true,
    });
  });

  test.each([
    { head: 1, tail: 1 },
    { head: 1, limit: 1 },
    { tail: 1, offset: 1 },
  ])('%j is refused as ambiguous', async (range) => {
    using dir = temporary({ 'a.txt': text });
    expect(await read(serve([dir.path]), { path: 'a.txt', ...range })).toMatchObject({
      content: [{ type: 'text', text: 'Give only one of head, tail, and offset with limit.' }],
      isError: true,
    });
  });

  test.each([{ head: 0 }, { tail: 0, limit: 0 }, { head: -1, offset: 0 }])(
    '%j is no bound',
    async (range) => {
      using dir = temporary({ 'a.txt': text });
      const { structuredContent } = await read(serve([dir.path]), { path: 'a.txt', ...range });
      expect(structuredContent).toMatchObject({ content: text, totalLines: 4 });
    },
  );

  test('an empty file has no lines', async () => {
    using dir = temporary({ 'a.txt': '' });
    const server = serve([dir.path]);
    const common = { content: '', path: dir.at('a.txt'), size: 0, etag: ETAG, ...FORMAT, truncated: false };
    expect((await read(server, { path: 'a.txt' }))['structuredContent']).toEqual({
      ...common,
      startLine: 1,
      endLine: 0,
      totalLines: 0,
    });
    expect((await read(server, { path: 'a.txt', tail: 3 }))['structuredContent']).toEqual(common);
  });
});

describe('the size limit', () => {
  const line = (i: number): string => `line ${String(i).padStart(4, '0')} ${'é'.repeat(20)}`;
  const lines = Array.from({ length: 500 }, (_, i) => line(i + 1));

  test('cuts after a whole line and says how to go on, until all is read', async () => {
    using dir = temporary({ 'a.txt': `${lines.join('\n')}\n` });
    const server = serve([dir.path], { maxOutputBytes: 4000 });
    const first = await read(server, { path: 'a.txt' });
    expect(first['content']).toEqual([
      { type: 'text', text: lines.slice(0, 78).join('\n') },
      { type: 'text', text: '[Truncated at 4000 bytes. Go on with offset 79.]' },
    ]);
    const collected: string[] = [];
    let offset: unknown = 1;
    while (typeof offset === 'number') {
      const { structuredContent } = await read(server, { path: 'a.txt', offset });
      const { content, nextOffset } = structuredContent as { content: string; nextOffset?: number };
      expect(Buffer.byteLength(content)).toBeLessThanOrEqual(4000);
      collected.push(content);
      offset = nextOffset;
    }
    expect(collected.join('\n')).toBe(`${lines.join('\n')}\n`);
  });

  test('keeps the last whole lines for tail', async () => {
    using dir = temporary({ 'a.txt': `${lines.join('\n')}\n` });
    const result = await read(serve([dir.path], { maxOutputBytes: 1000 }), { path: 'a.txt', tail: 100 });
    expect(result['content']).toEqual([
      { type: 'text', text: `${lines.slice(-19).join('\n')}\n` },
      {
        type: 'text',
        text: '[The last lines are longer than the limit of 1000 bytes; earlier ones are left out.]',
      },
    ]);
    expect(result['structuredContent']).toMatchObject({ truncated: true });
  });

  test('cuts a line that is too long between characters', async () => {
    using dir = temporary({ 'a.txt': `${'é'.repeat(5000)}\nnext\n`, 'b.txt': `x${'é'.repeat(5000)}` });
    const server = serve([dir.path], { maxOutputBytes: 1001 });
    expect(await read(server, { path: 'a.txt' })).toEqual({
      content: [
        { type: 'text', text: 'é'.repeat(500) },
        { type: 'text', text: '[A line is longer than the limit of 1001 bytes and is cut.]' },
        { type: 'text', text: '[Truncated at 1001 bytes. Go on with offset 2.]' },
      ],
      structuredContent: {
        content: 'é'.repeat(500),
        path: dir.at('a.txt'),
        size: 10_006,
        etag: ETAG,
        ...FORMAT,
        startLine: 1,
        endLine: 1,
        nextOffset: 2,
        truncated: true,
      },
    });
    const { structuredContent } = await read(server, { path: 'b.txt', tail: 1 });
    expect(structuredContent).toMatchObject({ content: 'é'.repeat(500), truncated: true });
  });

  test('reads little of a file of gigabytes', async () => {
    using dir = temporary({ 'sparse.bin': '' });
    execFileSync('truncate', ['-s', '8G', dir.at('sparse.bin')]);
    const { structuredContent } = await read(serve([dir.path], { maxOutputBytes: 1000 }), {
      path: 'sparse.bin',
      tail: 1,
    });
    expect(structuredContent).toMatchObject({ size: 8 * 1024 ** 3, truncated: true });
  });
});

test('agrees with lines cut by hand, for every range and limit', async () => {
  const text = 'a\nbb\n\nccc\r\ndddd\n';
  for (const content of [text, text.slice(0, -1), '\n', '\n\n', 'x', '']) {
    using dir = temporary({ 'a.txt': content });
    const lines = content.split('\n');
    if (lines.at(-1) === '') lines.pop();
    const server = serve([dir.path]);
    const textOf = async (range: object) => {
      const { structuredContent } = await read(server, { path: 'a.txt', ...range });
      return (structuredContent as { content: string } | undefined)?.content;
    };
    for (let first = 1; first <= 6; first++) {
      for (let count = 1; count <= 6; count++) {
        const isThere = first <= Math.max(1, lines.length);
        const cut = lines.slice(first - 1, first - 1 + count).join('\n');
        expect(await textOf({ offset: first, limit: count })).toBe(isThere ? cut : undefined);
      }
      expect(await textOf({ head: first })).toBe(lines.slice(0, first).join('\n'));
      const end = content.endsWith('\n') ? '\n' : '';
      expect(await textOf({ tail: first })).toBe(lines.slice(-first).join('\n') + end);
    }
  }
});

test('refuses what is not a regular file, and does not wait for it', async () => {
  using dir = temporary({ 'sub/': '', 'a.txt': 'still here' });
  execFileSync('mkfifo', [dir.at('pipe')]);
  const server = serve([dir.path]);
  const pipes = await Promise.all(Array.from({ length: 8 }, () => read(server, { path: 'pipe' })));
  for (const result of pipes) {
    expect(result).toEqual({
      content: [
        { type: 'text', text: 'pipe is not a regular file. Pipes, devices and sockets are not read.' },
      ],
      isError: true,
      _meta: {
        'io.github.mcp-reference-servers/error': {
          code: 'not_regular',
          retryable: false,
          hint: 'Pipes, devices and sockets are not read.',
        },
      },
    });
  }
  expect(await read(server, { path: 'sub' })).toMatchObject({
    content: [{ type: 'text', text: 'sub is a directory. Use list_directory.' }],
    isError: true,
  });
  expect((await read(server, { path: 'a.txt' }))['content']).toEqual([{ type: 'text', text: 'still here' }]);
});

test('says which argument was meant', async () => {
  using dir = temporary();
  expect(await read(serve([dir.path]), { path: 'a', heads: 3 })).toMatchObject({
    content: [
      {
        type: 'text',
        text: 'Invalid arguments for tool read_text_file:\nunknown property "heads"; did you mean "head"?',
      },
    ],
    isError: true,
  });
});

test('a URI in the place of a path is refused with what to give', async () => {
  using dir = temporary({ 'a.txt': 'A' });
  const path = `file://${dir.at('a.txt')}`;
  const hint = 'Give the path instead: without file://, and each %20 and the like as the character it is.';
  expect(await read(serve([dir.path]), { path })).toMatchObject({
    isError: true,
    content: [{ text: `${path} is a URI. ${hint}` }],
  });
});
