import { execFileSync } from 'node:child_process';
import { connect } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import { caller, errorOf, serve, temporary } from '../setup.ts';

const cutLine = (bytes: number): string =>
  `A long line is cut at ${bytes} bytes; search_file_contents shows parts of its rest that match.`;

/** Matches the block of notes by its start. */
const note = (start: string) => ({
  type: 'text',
  text: expect.stringMatching(
    new RegExp(
      String.raw`^\[${start.replaceAll('.', String.raw`\.`)}${start === '' ? '' : ' '}etag: [\da-z]+(?:-[\da-z]+){3}\]$`,
    ),
  ) as unknown,
});

const read = caller('read_text_file');

test('returns the whole text, byte for byte', async () => {
  using dir = temporary({ 'a.txt': '\uFEFFfirst\r\nsecond\n\nlast\n' });
  const content = '\uFEFFfirst\r\nsecond\n\nlast\n';
  expect(await read(dir.server, { path: dir.at('a.txt') })).toEqual({
    content: [{ type: 'text', text: content }, note('4 lines. Encoding: utf-8 with BOM. Line ends: CRLF.')],
  });
});

test('answers each revision with the fields it supports', async () => {
  using dir = temporary({ 'a.txt': 'text' });
  const plain = { content: [{ type: 'text', text: 'text' }, note('1 line.')] };
  const serverInfo = { name: 'filesystem', version: expect.any(String) };
  const more = { resultType: 'complete', _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo } };
  for (const revision of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const) {
    await using client = await connect(dir.server, { revision, transport: 'stdio' });
    const params = { name: 'read_text_file', arguments: { path: 'a.txt' } };
    await client.request('tools/call', params, { id: 'read' });
    const result = { ...plain, ...(revision === '2026-07-28' ? more : {}) };
    expect(client.received.at(-1)).toEqual({ jsonrpc: '2.0', id: 'read', result });
  }
});

describe('lines', () => {
  const text = 'one\ntwo\nthree\nfour\n';

  test.each([
    [{ head: 2 }, 'one\ntwo', 'Lines 1 to 2; continue with offset 3.'],
    [{ head: 4 }, 'one\ntwo\nthree\nfour', '4 lines.'],
    [{ head: 9 }, 'one\ntwo\nthree\nfour', '4 lines.'],
    [{ tail: 2 }, 'three\nfour\n', ''],
    [{ tail: 9 }, text, ''],
    [{ offset: 3 }, 'three\nfour\n', 'Lines 3 to 4, the last line.'],
    [{ offset: 2, limit: 2 }, 'two\nthree', 'Lines 2 to 3; continue with offset 4.'],
    [{ limit: 1 }, 'one', 'Lines 1 to 1; continue with offset 2.'],
    [{ offset: 4, limit: 5 }, 'four', 'Lines 4 to 4, the last line.'],
  ])('%j', async (range, content, start) => {
    using dir = temporary({ 'a.txt': text });
    expect(await read(dir.server, { path: 'a.txt', ...range })).toEqual({
      content: [{ type: 'text', text: content }, note(start)],
    });
  });

  test('refuses an offset past the end', async () => {
    using dir = temporary({ 'a.txt': text });
    expect(errorOf(await read(dir.server, { path: 'a.txt', offset: 5 }))).toBe(
      'a.txt has fewer than 5 lines. Give a smaller offset.',
    );
  });

  test.each([
    { head: 1, tail: 1 },
    { head: 1, limit: 1 },
    { tail: 1, offset: 1 },
  ])('refuses %j as ambiguous', async (range) => {
    using dir = temporary({ 'a.txt': text });
    expect(errorOf(await read(dir.server, { path: 'a.txt', ...range }))).toBe(
      'Give only one of head, tail, and offset with limit.',
    );
  });

  test.each([{ head: 0 }, { tail: 0, limit: 0 }, { head: -1, offset: 0 }])(
    '%j sets no bound',
    async (range) => {
      using dir = temporary({ 'a.txt': text });
      const { content } = await read(dir.server, { path: 'a.txt', ...range });
      expect(content).toEqual([{ type: 'text', text }, note('4 lines.')]);
    },
  );

  test('an empty file has no lines', async () => {
    using dir = temporary({ 'a.txt': '' });
    const content = (start: string) => [{ type: 'text', text: '' }, note(start)];
    expect((await read(dir.server, { path: 'a.txt' })).content).toEqual(content('0 lines.'));
    expect((await read(dir.server, { path: 'a.txt', tail: 3 })).content).toEqual(content(''));
  });
});

describe('the size limit', () => {
  const line = (i: number): string => `line ${String(i).padStart(4, '0')} ${'é'.repeat(20)}`;
  const lines = Array.from({ length: 500 }, (_, i) => line(i + 1));

  test('cuts after a whole line and says how to continue, until the whole file is read', async () => {
    using dir = temporary({ 'a.txt': `${lines.join('\n')}\n` });
    const server = serve([dir.path], { maxOutputBytes: 4000 });
    const { content: start } = await read(server, { path: 'a.txt' });
    expect(start).toEqual([
      note('Lines 1 to 78; continue with offset 79.'),
      { type: 'text', text: lines.slice(0, 78).join('\n') },
    ]);
    const collected: string[] = [];
    for (let offset: number | undefined = 1; offset !== undefined;) {
      const { content } = await read(server, { path: 'a.txt', offset });
      const [{ text: first = '' } = {}, { text: second = '' } = {}] = content;
      const [, next] = /^\[Lines \d+ to \d+; continue with offset (\d+)/.exec(first) ?? [];
      const text = next === undefined ? first : second;
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4000);
      collected.push(text);
      offset = next === undefined ? undefined : Number(next);
    }
    expect(collected.join('\n')).toBe(`${lines.join('\n')}\n`);
  });

  const LONG = 'é'.repeat(5000);
  const CUT = { text: 'é'.repeat(500), start: cutLine(1001) };
  const CASES = {
    'keeps the last whole lines for tail': {
      content: `${lines.join('\n')}\n`,
      args: { tail: 100 },
      text: `${lines.slice(-19).join('\n')}\n`,
      start: 'Only the last of these lines fit; ask for fewer.',
    },
    'cuts a line that is too long between characters': {
      ...{ content: `${LONG}\nnext\n`, args: {} },
      ...{ ...CUT, start: `Lines 1 to 1; continue with offset 2. ${CUT.start}` },
    },
    'cuts the last line at its start': { content: `x${LONG}`, args: { tail: 1 }, ...CUT },
    'ends behind the only line': { content: LONG, args: {}, ...CUT, start: `1 line. ${CUT.start}` },
    'ends behind its line break': { content: `${LONG}\n`, args: {}, ...CUT, start: `1 line. ${CUT.start}` },
  };

  test.each(Object.entries(CASES))('%s', async (_, { content, args, text, start }) => {
    using dir = temporary({ 'a.txt': content });
    const result = await read(serve([dir.path], { maxOutputBytes: 1001 }), { path: 'a.txt', ...args });
    expect(result.content).toEqual([note(start), { type: 'text', text }]);
  });

  test('reads little of a file with gigabytes', async () => {
    using dir = temporary({ 'sparse.bin': '' });
    execFileSync('truncate', ['-s', '8G', dir.at('sparse.bin')]);
    const server = serve([dir.path], { maxOutputBytes: 1000 });
    expect((await read(server, { path: 'sparse.bin', tail: 1, encoding: 'utf-8' })).content).toMatchObject([
      note(cutLine(1000)),
      { text: '\0'.repeat(1000) },
    ]);
  });
});

test('refuses a non-regular file without waiting for it', async () => {
  using dir = temporary({ 'sub/': '', 'a.txt': 'still here' });
  dir.pipe('pipe');
  const pipes = await Promise.all(Array.from({ length: 8 }, () => read(dir.server, { path: 'pipe' })));
  const hint = 'Pipes, devices and sockets are not read.';
  const refused = {
    content: [{ type: 'text', text: `pipe is not a regular file. ${hint}` }],
    isError: true,
    _meta: { error: { code: 'not_regular', retryable: false, hint } },
  };
  expect(pipes).toEqual(pipes.map(() => refused));
  expect(errorOf(await read(dir.server, { path: 'sub' }))).toBe('sub is a directory. Use list_directory.');
  expect((await read(dir.server, { path: 'a.txt' })).content).toMatchObject([{ text: 'still here' }, {}]);
});

test('names the intended argument', async () => {
  using dir = temporary();
  expect(errorOf(await read(dir.server, { path: 'a', heads: 3 }))).toBe(
    'Invalid arguments for tool read_text_file:\nunknown property "heads"; did you mean "head"?',
  );
});

test('refuses a URI instead of a path, and says what to pass', async () => {
  using dir = temporary({ 'a.txt': 'A' });
  const path = `file://${dir.at('a.txt')}`;
  const hint = 'Give the path instead: without file://, and each %20 and the like as the character it is.';
  expect(errorOf(await read(dir.server, { path }))).toBe(`${path} is a URI. ${hint}`);
});

test('offers no next line after one long line, unless a second line exists', async () => {
  using dir = temporary({ one: 'x'.repeat(300_000), two: `${'x'.repeat(300_000)}\ny` });
  const server = serve([dir.path], { maxOutputBytes: 1000 });
  const told = async (path: string): Promise<string | undefined> =>
    (await read(server, { path })).content[0]?.text;
  expect(await told('one')).not.toContain('continue with offset');
  expect(await told('two')).toContain('continue with offset 2');
});
