import * as fc from 'fast-check';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { PIECE_BYTES } from '@mcp/files/test/inside';
import { searchContents, type ContentQuery } from '../../src/search/contents.ts';
import { Progress } from '../../src/search/progress.ts';
import type { Position, SearchTarget, SearchSource } from '../../src/search/walk.ts';
import { memorySource, placeIn, TOP } from './memory-source.ts';

type Files = { readonly [path: string]: string | Buffer };

const search = (
  source: SearchSource | Files,
  query: Partial<ContentQuery> = {},
  more: Partial<SearchTarget> = {},
) =>
  searchContents(
    {
      text: 'x',
      isRegex: false,
      isCaseSensitive: true,
      contextLines: 0,
      maxMatches: 1000,
      maxBytes: 1_000_000,
      ...query,
    },
    placeIn(isSource(source) ? source : memorySource(new Map(Object.entries(source))), more),
  );

const isSource = (source: SearchSource | Files): source is SearchSource =>
  typeof source['list'] === 'function';

const lines = async (...args: Parameters<typeof search>) =>
  (await search(...args)).matches.map(({ path, line, column, text }) => `${path}:${line}:${column} ${text}`);

test('finds lines, with their position and context', async () => {
  expect(await search({ 'd/a.txt': 'one\ntwo x\r\nthree\nfour', 'b.txt': 'y' }, { contextLines: 2 })).toEqual(
    {
      matches: [
        {
          path: 'd/a.txt',
          line: 2,
          column: 5,
          text: 'two x',
          before: ['one'],
          after: ['three', 'four'],
        },
      ],
      path: '',
      filesScanned: 2,
      ignored: 0,
      binaryFiles: 0,
      errors: [],
    },
  );
});

test('reports one match per line, also in empty, unterminated and last lines', async () => {
  const files = { a: 'xx x\n\nx', b: '', c: '\n', d: 'y\n\n' };
  expect(await lines(files)).toEqual(['a:1:1 xx x', 'a:3:1 x']);
  expect(await lines(files, { text: '^', isRegex: true })).toEqual([
    'a:1:1 xx x',
    'a:2:1 ',
    'a:3:1 x',
    'c:1:1 ',
    'd:1:1 y',
    'd:2:1 ',
  ]);
  expect(await lines(files, { text: '$', isRegex: true, globs: ['[cd]'] })).toEqual([
    'c:1:1 ',
    'd:1:2 y',
    'd:2:1 ',
  ]);
});

test('supports regular expressions, letter case and multiline text', async () => {
  const files = { 'a.ts': 'Foo\nfoo(1)\nÄ\n', 'b.md': 'foo\r\nbar' };
  expect(await lines(files, { text: 'foo\\(\\d', isRegex: true })).toEqual(['a.ts:2:1 foo(1)']);
  expect(await lines(files, { text: 'FOO', isCaseSensitive: false, globs: ['*.ts'] })).toEqual([
    'a.ts:1:1 Foo',
    'a.ts:2:1 foo(1)',
  ]);
  expect(await lines(files, { text: 'ä', isCaseSensitive: false })).toEqual(['a.ts:3:1 Ä']);
  expect(await lines(files, { text: 'foo\nbar' })).toEqual(['b.md:1:1 foo']);
});

test('filters files by glob and omits files that git ignores', async () => {
  const files = {
    'a.ts': 'x',
    'd/b.ts': 'x',
    'd/c.md': 'x',
    'e/f.ts': 'x',
    '.gitignore': 'e\n',
    '.git/g.ts': 'x',
  };
  expect(await lines(files, { globs: ['*.ts'] }, { gitignore: TOP })).toEqual(['a.ts:1:1 x', 'd/b.ts:1:1 x']);
  expect(await lines(files, { globs: ['d/*.ts'] })).toEqual(['d/b.ts:1:1 x']);
});

test('decodes encodings, and skips and counts files that are not text', async () => {
  const files = {
    'utf16.txt': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('é\nfindé x\n', 'utf16le')]),
    'latin.txt': Buffer.from('\xe9\nfind\xe9 x\n', 'latin1'),
    'bom.txt': '\uFEFFfindé x',
    'binary.bin': Buffer.from('find\0x'),
  };
  expect(await lines(files, { text: 'x' })).toEqual([
    'bom.txt:1:8 \uFEFFfindé x',
    'latin.txt:2:7 findé x',
    'utf16.txt:2:7 findé x',
  ]);
  const found = await search(files, { text: 'FINDÉ', isCaseSensitive: false });
  expect(found.matches).toHaveLength(3);
  expect(found).toMatchObject({ filesScanned: 4, binaryFiles: 1 });
});

test('cuts long lines around the match', async () => {
  const [match] = (await search({ a: `${'é'.repeat(3000)}x${'z'.repeat(3000)}` })).matches;
  expect(match).toMatchObject({ column: 3001 });
  expect(match?.text).toBe('é'.repeat(100) + 'x' + 'z'.repeat(399));
});

test('limits for matches and characters report the remainder and where to continue', async () => {
  const files = { a: 'x\nx\nx\n', b: 'x\nx\n' };
  const page = await search(files, { maxMatches: 2 });
  expect(page.next).toEqual({ path: 'a', line: 2 });
  expect(await lines(files, { from: page.next })).toEqual(['a:3:1 x', 'b:1:1 x', 'b:2:1 x']);
  expect((await search(files, { maxMatches: 3 })).next).toEqual({ path: 'a' });
  expect((await search(files, { maxMatches: 5 })).next).toBeUndefined();
  expect((await search(files, { maxBytes: 1 })).matches).toHaveLength(1);
});

test('lists unreadable files and searches the rest', async () => {
  const files = new Map([
    ['a', 'x'],
    ['b', 'x'],
    ['c/d', 'x'],
  ]);
  const source = memorySource(files, { closed: ['a', 'c'] });
  expect(await search(source)).toMatchObject({
    matches: [{ path: 'b' }],
    errors: ['a: a is closed', 'c: c is closed'],
  });
});

test('searches large files in pieces, and keeps context lines whole', async () => {
  // Pieces end within lines, and matches lie on both sides of the borders.
  const line = 'some text that is not looked for, 0123456789\n';
  const filler = line.repeat(Math.floor((PIECE_BYTES - 200) / line.length));
  const text = `${filler}a\nb\nx 1\nc\n${filler}d\nx 2\ne\n${filler}x 3`;
  const all = text.split('\n');
  for (const isRegex of [false, true]) {
    const { matches } = await search({ big: text }, { text: 'x ', isRegex, contextLines: 2 });
    expect(matches.map(({ line: number }) => all[number - 1])).toEqual(['x 1', 'x 2', 'x 3']);
    expect(matches.map(({ before, after }) => [...(before ?? []), ...(after ?? [])])).toEqual([
      ['a', 'b', 'c', line.trimEnd()],
      [line.trimEnd(), 'd', 'e', line.trimEnd()],
      [line.trimEnd(), line.trimEnd()],
    ]);
  }
  expect(await lines({ long: 'y'.repeat(3 * PIECE_BYTES) + 'x' })).toHaveLength(1);
});

test('random files: finds the same lines as splitting the text, in pages of any size', async () => {
  const word = fc.constantFrom('x', 'y', 'xy', 'é', '');
  const file = fc.array(fc.tuple(word, fc.constantFrom('\n', '\r\n')), { maxLength: 10 });
  const kinds = fc.record({ isRegex: fc.boolean(), isCaseSensitive: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(
      fc.array(file, { maxLength: 4 }),
      kinds,
      fc.integer({ min: 1, max: 4 }),
      async (contents, kind, maxMatches) => {
        const files = Object.fromEntries(contents.map((parts, i) => [`f${i}`, parts.flat().join('')]));
        const expected = Object.entries(files).flatMap(([path, text]) =>
          text.split('\n').flatMap((line, i) => (line.includes('x') ? [`${path}:${i + 1}`] : [])),
        );
        const found: string[] = [];
        let from: Position | undefined;
        for (let page = 0; page < 100; page++) {
          const { matches, next } = await search(files, { ...kind, maxMatches, from });
          found.push(...matches.map(({ path, line }) => `${path}:${line}`));
          from = next;
          if (from === undefined) break;
        }
        expect(found).toEqual(expected);
      },
    ),
  );
});

test('stops reading a binary file at once, and reports only the matches before a late NUL', async () => {
  const source = memorySource(
    new Map([
      ['late-nul.txt', `${'y\n'.repeat(PIECE_BYTES)}x\n\0\nx\n`],
      ['program', `\x7fELF\0${'y\n'.repeat(2 * PIECE_BYTES)}x\n`],
    ]),
  );
  const offsets: number[] = [];
  const open: SearchSource['open'] = (path) => {
    const file = source.open(path);
    return {
      read: (offset) => {
        if (path === 'program') offsets.push(offset);
        return file.read(offset);
      },
      [Symbol.dispose]: () => file[Symbol.dispose](),
    };
  };
  expect(await search({ ...source, open })).toMatchObject({
    matches: [{ path: 'late-nul.txt', line: PIECE_BYTES + 1 }],
    filesScanned: 2,
    binaryFiles: 1,
  });
  expect(offsets).toEqual([0]);
});

test('detects the encoding from the whole file, wherever the first match is', async () => {
  const latin = Buffer.concat([
    Buffer.from('caf\xe9\n', 'latin1'),
    Buffer.from('y\n'.repeat(PIECE_BYTES)),
    Buffer.from('caf\xe9 x\n', 'latin1'),
  ]);
  expect(await lines({ 'latin.txt': latin }, { text: 'café x' })).toEqual([
    `latin.txt:${PIECE_BYTES + 2}:1 café x`,
  ]);
  const gbk = iconv.encode('标题\n本项目用于处理数据文件，支持多种编码。\n', 'gbk');
  expect(await lines({ 'gbk.txt': gbk }, { text: '数据' })).toEqual([
    'gbk.txt:2:8 本项目用于处理数据文件，支持多种编码。',
  ]);
  const wide = Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from(`${'y\n'.repeat(PIECE_BYTES)}é x\n`, 'utf16le'),
  ]);
  expect(await lines({ 'wide.txt': wide }, { text: 'é x' })).toEqual([`wide.txt:${PIECE_BYTES + 1}:1 é x`]);
});

test('a file that uses up the time is left for the next call, and reported if it does so again', async () => {
  const files = memorySource(
    new Map([
      ['a', 'x\n'],
      ['z', 'x\n'],
    ]),
  );
  let isOver = false;
  const open: SearchSource['open'] = (path) =>
    path === 'a'
      ? files.open(path)
      : {
          read: (offset) => {
            isOver = offset > 5 * PIECE_BYTES;
            return { bytes: Buffer.from('x\n'.repeat(PIECE_BYTES / 2)), isEnd: false };
          },
          [Symbol.dispose]: () => {},
        };
  const progress = Object.defineProperty(new Progress(60_000), 'isOver', { get: () => isOver });
  const query = { text: 'none', maxMatches: 10 };
  const source = { ...files, open };
  const first = await search(source, query, { progress });
  expect(first).toMatchObject({ matches: [], filesScanned: 1, errors: [], next: { path: 'a' } });
  isOver = false;
  const second = await search(source, { ...query, from: first.next }, { progress });
  expect(second).toMatchObject({
    filesScanned: 1,
    errors: ['z: it is too large to be searched to its end'],
  });
  expect(second).not.toHaveProperty('next');
});
