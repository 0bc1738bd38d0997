import { FIXTURES } from '@mcp/documents/test/fixtures';
import { copyFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { McpServer } from '@mcp/runtime';
import { expect, test } from 'vitest';
import { caller, codeOf, connectTo, errorOf, serve, temporary, textOf } from '../setup.ts';

const search = caller('search_file_contents');

interface Found {
  readonly files: readonly {
    readonly path: string;
    readonly count?: number;
    readonly lines?: readonly { readonly line: number; readonly column?: number }[];
  }[];
  readonly nextCursor?: string;
}

/** Returns matches like `a.txt:1`. */
const matchesOf = ({ files }: Found): string[] =>
  files.flatMap(({ path, lines = [] }) =>
    lines.filter(({ column }) => column !== undefined).map(({ line }) => `${path}:${line}`),
  );

const linesOf = async (server: McpServer, args: object): Promise<string[]> =>
  matchesOf((await search(server, args)).structuredContent as unknown as Found);

test('finds lines with their position and context', async () => {
  using dir = temporary({
    'a.txt': 'one\ntwo needle\nthree\nfour\nfive needle\nsix\nneedle\n',
    'b/c.txt': 'needle',
    'b/d.txt': 'nothing',
  });
  const content = [
    dir.at('a.txt'),
    '1- one',
    '2: two needle',
    '3- three',
    '4- four',
    '5: five needle',
    '6- six',
    '7: needle',
    '',
    dir.at('b/c.txt'),
    '1: needle',
  ].join('\n');
  expect(await search(dir.server, { path: '.', query: 'needle', contextLines: 1 })).toEqual({
    content: [{ type: 'text', text: content }],
    structuredContent: {
      path: dir.path,
      files: [
        {
          path: dir.at('a.txt'),
          lines: [
            { line: 1, text: 'one' },
            { line: 2, column: 5, text: 'two needle' },
            { line: 3, text: 'three' },
            { line: 4, text: 'four' },
            { line: 5, column: 6, text: 'five needle' },
            { line: 6, text: 'six' },
            { line: 7, column: 1, text: 'needle' },
          ],
        },
        { path: dir.at('b/c.txt'), lines: [{ line: 1, column: 1, text: 'needle' }] },
      ],
      filesScanned: 3,
    },
  });
});

test('separates groups of lines that are not adjacent', async () => {
  using dir = temporary({ 'a.txt': 'x\n1\n2\n3\n4\nx\n' });
  const { content } = await search(dir.server, { path: 'a.txt', query: 'x', contextLines: 1 });
  expect(content).toEqual([{ type: 'text', text: `${dir.at('a.txt')}\n1: x\n2- 1\n--\n5- 4\n6: x` }]);
});

test('supports regular expressions, letter case, globs and ignore files', async () => {
  using dir = temporary({
    '.gitignore': 'out/\n',
    '.git/config': 'Value1\n',
    'a.ts': 'Value1\nvalue\n',
    'b.md': 'value2\n',
    'out/c.ts': 'value3\n',
  });
  const find = (args: object) => linesOf(dir.server, { path: '.', ...args });
  expect(await find({ query: 'value\\d' })).toEqual([`${dir.at('a.ts')}:1`, `${dir.at('b.md')}:1`]);
  expect(await find({ query: 'value\\d', caseSensitive: true })).toEqual([`${dir.at('b.md')}:1`]);
  expect(await find({ query: 'Value' })).toEqual([`${dir.at('a.ts')}:1`]);
  expect(await find({ query: 'value', glob: '*.MD' })).toEqual([]);
  expect(await find({ query: 'value\\d', literal: true })).toEqual([]);
  expect(await find({ query: 'VALUE', caseSensitive: false, glob: '*.ts' })).toEqual([
    `${dir.at('a.ts')}:1`,
    `${dir.at('a.ts')}:2`,
  ]);
  expect(await find({ query: 'value3', gitignore: false })).toEqual([`${dir.at('out/c.ts')}:1`]);
  // A named file is searched whatever its name.
  expect(await linesOf(dir.server, { path: 'out/c.ts', query: 'value' })).toEqual([
    `${dir.at('out/c.ts')}:1`,
  ]);
});

test('says that only text in another case matches, and finds a word of a PDF in any case', async () => {
  using dir = temporary({ 'a.txt': 'insurance\n' });
  const { content, structuredContent } = await search(dir.server, { query: 'Insurance' });
  const note = '[Found only in a different case; caseSensitive: false finds it.]';
  expect(content.map(({ text }) => text)).toEqual(['No matches found', note]);
  expect(structuredContent).toMatchObject({ files: [], notes: [note] });
  expect((await search(dir.server, { query: 'Pension' })).structuredContent).not.toHaveProperty('notes');
  copyFileSync(join(FIXTURES, 'letter.pdf'), dir.at('letter.pdf'));
  const inPdf = await search(dir.server, { query: 'dear ann', glob: '*.PDF', output: 'files' });
  expect(inPdf.structuredContent).toMatchObject({ files: [] });
  const found = await search(dir.server, { query: 'dear ann', glob: '*.pdf', output: 'files' });
  expect(found.structuredContent).toMatchObject({ files: [{ path: dir.at('letter.pdf') }] });
});

test('finds a single file by its literal name', async () => {
  using dir = temporary({ '[a]*{b,c}.txt': 'x\n', 'a.txt': 'x\n', '!(b)': 'x\n' });
  for (const name of ['[a]*{b,c}.txt', '!(b)'])
    expect(await linesOf(dir.server, { path: name, query: 'x' })).toEqual([`${dir.at(name)}:1`]);
});

test('the cursor continues in the middle of a file', async () => {
  const lines = 'x\n'.repeat(5);
  using dir = temporary({ 'a.txt': lines, 'b.txt': lines });
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const { structuredContent } = await search(dir.server, {
      path: '.',
      query: 'x',
      limit: 3,
      ...(cursor === undefined ? {} : { cursor }),
    });
    const part = structuredContent as unknown as Found;
    found.push(...matchesOf(part));
    cursor = part.nextCursor;
  } while (cursor !== undefined);
  const expected = ['a.txt', 'b.txt'].flatMap((name) =>
    [1, 2, 3, 4, 5].map((line) => `${dir.at(name)}:${line}`),
  );
  expect(found).toEqual(expected);
});

test('does not search denied files or follow links', async () => {
  using outside = temporary({ 'secret.txt': 'needle' });
  using dir = temporary({ 'a.txt': 'needle', '.env': 'needle', 'keys/b.txt': 'needle' });
  dir.link(outside.path, 'out');
  dir.link(outside.at('secret.txt'), 'link.txt');
  const server = serve([dir.path], { deny: ['.env', 'keys'] });
  expect(await linesOf(server, { path: '.', query: 'needle' })).toEqual([`${dir.at('a.txt')}:1`]);
  for (const path of ['.env', 'keys', 'out', 'link.txt'])
    expect(errorOf(await search(server, { path, query: 'needle' }))).toBeDefined();
});

test('a cancelled search ends without an answer, and the next one runs', async () => {
  using dir = temporary({ 'a.txt': `${'a'.repeat(40)}!\n` });
  await using client = await connectTo(dir.server);
  const call = { name: 'search_file_contents', arguments: { path: '.', query: '(a+)+$b' } };
  client.send({ jsonrpc: '2.0', id: 'search', method: 'tools/call', params: call });
  client.notify('notifications/cancelled', { requestId: 'search' });
  const next = { name: 'search_file_contents', arguments: { path: '.', query: '!' } };
  expect(await client.request('tools/call', next)).toMatchObject({
    structuredContent: { files: [{ path: dir.at('a.txt') }] },
  });
  expect(client.received.filter((message) => JSON.stringify(message).includes('"id":"search"'))).toEqual([]);
});

test('huge files of NULs do not stop a search', async () => {
  using dir = temporary({ 'a.txt': 'needle\n', 'b.img': '', 'c.img': '', 'd.txt': 'needle\n' });
  for (const name of ['b.img', 'c.img']) truncateSync(dir.at(name), 400_000_000_000);
  const find = () => linesOf(dir.server, { path: '.', query: 'needle' });
  const expected = [`${dir.at('a.txt')}:1`, `${dir.at('d.txt')}:1`];
  expect(await Promise.all([find(), find(), find()])).toEqual([expected, expected, expected]);
});

test.each([
  [{ query: '' }, 'query'],
  [{ query: 'x'.repeat(1001) }, 'query'],
  [{ query: '[[:digit:]]' }, 'is not part of JavaScript regular expressions'],
  [{ query: 'x', glob: '!*.ts' }, 'The glob !*.ts begins with "!"'],
])('refuses %j', async (args, message) => {
  using dir = temporary();
  expect(errorOf(await search(dir.server, { path: '.', ...args }))).toEqual(expect.stringContaining(message));
});

test('reports files that were not searched', async () => {
  const log = Buffer.concat([Buffer.from('one\ntwo'), Buffer.alloc(3), Buffer.from('\nneedle')]);
  const late = Buffer.concat([Buffer.from(`${'.'.repeat(99)}\n`.repeat(1000)), log]);
  using dir = temporary({ 'app.log': log, 'late.log': late, 'wide.txt': Buffer.from('needle', 'utf16le') });
  const notes = async (path: string) =>
    (await search(dir.server, { path, query: 'needle' })).content.map(({ text }) => text);
  const binary = '[1 file is not text and not searched.]';
  expect(await notes('app.log')).toEqual(['No matches found', binary]);
  expect(await notes('wide.txt')).toEqual(['No matches found', binary]);
  const cut = `${dir.at('late.log')}: searched up to a NUL in line 1002; what follows is not text`;
  expect(await notes('late.log')).toEqual(['No matches found', `[Not everything could be read. ${cut}]`]);
  expect(await notes('.')).toEqual([
    'No matches found',
    '[2 files are not text and not searched.]',
    `[Not everything could be read. ${cut}]`,
  ]);
});

test('refuses a pipe', async () => {
  using dir = temporary();
  dir.pipe('pipe');
  expect(codeOf(await search(dir.server, { path: 'pipe', query: 'x' }))).toBe('not_regular');
});

test('searches an invalid expression as text, and says so', async () => {
  using dir = temporary({ 'a.txt': 'total(1)\n', 'b.txt': 'foo|bar\nfoo\n' });
  expect(textOf(await search(dir.server, { query: 'total(' }))).toBe(
    `${dir.at('a.txt')}\n1: total(1)\n[Searched as text, not as an expression: Unterminated group.]`,
  );
  expect(await linesOf(dir.server, { query: 'foo|bar' })).toHaveLength(2);
  expect(await linesOf(dir.server, { query: 'foo|bar', literal: true })).toEqual([`${dir.at('b.txt')}:1`]);
});

test('lists files only, or counts lines, in pages', async () => {
  using dir = temporary({ 'a.txt': 'x\ny\nx x\n', 'b.txt': 'y\n', 'c/d.txt': 'x\n' });
  const ask = (args: object) => search(dir.server, { query: 'x', ...args });
  const files = await ask({ output: 'files' });
  expect(files.content).toEqual([{ type: 'text', text: `${dir.at('a.txt')}\n${dir.at('c/d.txt')}` }]);
  expect(files.structuredContent?.['files']).toEqual([
    { path: dir.at('a.txt') },
    { path: dir.at('c/d.txt') },
  ]);
  const counts = await ask({ output: 'count' });
  expect(counts.content).toEqual([{ type: 'text', text: `${dir.at('a.txt')}: 2\n${dir.at('c/d.txt')}: 1` }]);
  const first = await ask({ output: 'count', limit: 1 });
  expect(first.content[0]?.text).toMatch(/^\[Stopped after 1 files; continue with cursor/);
  const next = await ask({ output: 'count', limit: 1, cursor: first.structuredContent?.['nextCursor'] });
  expect(next.structuredContent?.['files']).toEqual([{ path: dir.at('c/d.txt'), count: 1 }]);
});

test('an answer with context lines uses the size limit well', async () => {
  using dir = temporary({ 'a.txt': 'a line of some words with a needle\n'.repeat(5000) });
  const server = serve([dir.path], { maxOutputBytes: 40_000 });
  const { content } = await search(server, { query: 'needle', contextLines: 3, limit: 5000 });
  expect(content[1]?.text?.length).toBeGreaterThan(20_000);
  expect(content[1]?.text?.length).toBeLessThan(40_000);
});

test('returns the last matches of each file, in pages too', async () => {
  const log = Array.from({ length: 50_000 }, (_, i) => `${i + 1} error\n`).join('');
  using dir = temporary({ 'a.log': log, 'b.log': 'no\nerror 1\nno\nerror 2', 'c.log': 'nothing' });
  const last = [
    `${dir.at('a.log')}:49999`,
    `${dir.at('a.log')}:50000`,
    `${dir.at('b.log')}:2`,
    `${dir.at('b.log')}:4`,
  ];
  expect(await linesOf(dir.server, { query: 'error', tail: 2 })).toEqual(last);
  expect(await linesOf(dir.server, { query: 'error', last: 1 })).toEqual([last[1], last[3]]);
  const pages: string[] = [];
  for (let cursor: unknown, page = 0; page < 4; page++) {
    const { structuredContent } = await search(dir.server, {
      query: 'error',
      tail: 2,
      limit: 1,
      ...(cursor === undefined ? {} : { cursor }),
    });
    pages.push(...matchesOf(structuredContent as unknown as Found));
    cursor = structuredContent?.['nextCursor'];
  }
  expect(pages).toEqual(last);
  // Files and counts cover all lines.
  const counts = await search(dir.server, { query: 'error', tail: 1, output: 'count' });
  expect(textOf(counts)).toBe(`${dir.at('a.log')}: 50000\n${dir.at('b.log')}: 2`);
});
