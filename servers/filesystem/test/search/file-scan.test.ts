// File scan: finds the same wherever the pieces of a large file end.
import * as fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import type { TreeFile } from '@mcp/files';
import { scanFile, type Scanned, type ScanOptions } from '../../src/search/file-scan.ts';
import { Progress } from '../../src/search/progress.ts';
import { toMatcher } from '../../src/search/query.ts';

const inPieces = (content: Buffer, size: number): TreeFile => ({
  read: (offset) => {
    const bytes = content.subarray(offset, offset + size);
    return { bytes, isEnd: offset + bytes.length === content.length };
  },
  [Symbol.dispose]: () => {},
});

interface Search {
  readonly text: string;
  readonly isRegex?: boolean;
  readonly contextLines?: number;
}

const scan = async (content: Buffer, size: number, search: Search): Promise<Scanned> => {
  const { text, isRegex = false, contextLines = 0 } = search;
  const options: ScanOptions = {
    matcher: toMatcher({ text, isRegex, isCaseSensitive: true }),
    contextLines,
    maxMatches: Infinity,
    afterLine: 0,
    progress: new Progress(60_000),
  };
  return scanFile(inPieces(content, size), options);
};

const MIB = 1_048_576;

describe('a line of several MiB', () => {
  const at = [10, MIB - 3, MIB, 2 * MIB - 1, 3 * MIB - 6];
  test.each(at)('is searched across pieces for a text at %d', async (offset) => {
    const line = 'a'.repeat(offset) + 'needle' + 'ä'.repeat(MIB);
    const { matches } = await scan(Buffer.from(`first\n${line}\nlast needle`), MIB, { text: 'needle' });
    expect(matches.map(({ line: number, column }) => [number, column])).toEqual([
      [2, offset + 1],
      [3, 6],
    ]);
  });

  test('counts as one line: starts and ends once, matches once, and no character is cut', async () => {
    const content = Buffer.from(`x${'äb'.repeat(MIB)}y\nxy`);
    const found = async (text: string) =>
      (await scan(content, MIB, { text, isRegex: true })).matches.map(({ line, column }) => [line, column]);
    expect(await found('^.')).toEqual([
      [1, 1],
      [2, 1],
    ]);
    expect(await found('.$')).toEqual([
      [1, 2 * MIB + 2],
      [2, 2],
    ]);
    expect(await found('b')).toEqual([[1, 3]]);
    expect(await found('\uFFFD')).toEqual([]);
  });

  test.each(['shift_jis', 'gb18030', 'euc-kr'])('keeps its characters in %s', async (encoding) => {
    const text = encoding === 'euc-kr' ? '한국어 텍스트, ' : '日本語の文章、テスト。 ';
    const content = iconv.encode(`${text.repeat(100_000)}needle`, encoding);
    const { matches } = await scan(content, MIB, { text: 'needle' });
    expect(matches.map(({ column }) => column)).toEqual([text.length * 100_000 + 1]);
  });
});

test('finds a text of several lines wherever the pieces end', async () => {
  const lines = Array.from({ length: 20_000 }, (_, i) => `line number ${i} ${'.'.repeat(100)}`);
  const content = Buffer.from(lines.join('\n'));
  const first = content.lastIndexOf('\n', 1_000_000);
  const number = content.subarray(0, first).toString().split('\n').length;
  for (const count of [2, 3, 5, 8]) {
    for (let start = number - count - 1; start <= number + 1; start++) {
      const text = lines
        .slice(start, start + count)
        .join('\n')
        .slice(0, 990);
      const { matches } = await scan(content, 1_000_000, { text });
      expect(matches.map(({ line }) => line)).toEqual([start + 1]);
    }
  }
});

test('finds the same in pieces of any size', async () => {
  const part = fc.oneof(
    fc.constantFrom('needle', 'one\ntwo\nthree', '\n', '\r\n', '\n\n\n', 'ä', '😀'),
    fc.integer({ min: 0, max: 90_000 }).map((length) => 'pad '.repeat(length / 4)),
  );
  const search = fc.constantFrom<Search>(
    { text: 'needle' },
    { text: 'two\nthree', contextLines: 2 },
    { text: '^needle', isRegex: true },
    { text: 'e$', isRegex: true, contextLines: 1 },
    { text: 'two\\s+three', isRegex: true },
    { text: '(?<!d )needle\\b', isRegex: true },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { maxLength: 30 }),
      search,
      fc.integer({ min: 40_000, max: 300_000 }),
      async (parts, query, size) => {
        const content = Buffer.from(parts.join(''));
        const whole = await scan(content, content.length + 1, query);
        const found = await scan(content, size, query);
        const places = ({ matches }: Scanned) => matches.map(({ line, column }) => [line, column]);
        expect(places(found)).toEqual(places(whole));
      },
    ),
    { numRuns: 150 },
  );
});
