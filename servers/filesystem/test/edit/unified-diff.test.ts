import { applyPatch, createTwoFilesPatch } from 'diff';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FileError } from '@mcp/files';
import type { Edit } from '../../src/edit/apply-edits.ts';
import { applyEdits } from './apply-edits.ts';
import { fenced, unifiedDiff } from '../../src/edit/unified-diff.ts';

const diffOf = (text: string, edits: readonly Edit[], maxBytes = 100_000) =>
  unifiedDiff('a.txt', text, applyEdits(text, edits).text, maxBytes);

test('shows four lines around each change', () => {
  const lines = Array.from({ length: 40 }, (_, i) => `line ${i + 1}\n`).join('');
  const edits = [
    { oldText: 'line 30\n', newText: '' },
    { oldText: 'line 3\n', newText: 'three\nand more\n' },
  ];
  expect(diffOf(lines, edits)).toEqual({
    isCut: false,
    text:
      'Index: a.txt\n===================================================================\n' +
      '--- a.txt\toriginal\n+++ a.txt\tmodified\n' +
      '@@ -1,7 +1,8 @@\n line 1\n line 2\n-line 3\n+three\n+and more\n line 4\n line 5\n line 6\n line 7\n' +
      '@@ -26,9 +27,8 @@\n line 26\n line 27\n line 28\n line 29\n-line 30\n line 31\n line 32\n line 33\n line 34\n',
  });
});

test('marks a last line without a line break', () => {
  const { text } = diffOf('a\nb', [{ oldText: 'b', newText: 'b\n' }]);
  expect(text).toContain('@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n');
});

test('is empty when only line endings change', () => {
  const { text } = diffOf('a\r\nb\r\n', [{ oldText: 'a\r\nb', newText: 'a\nb' }]);
  expect(text.split('\n')).toHaveLength(5);
});

test('stays within its limit', () => {
  const text = 'some words\n'.repeat(20_000);
  const { text: diff, isCut } = diffOf(text, [{ oldText: text, newText: 'x' }], 10_000);
  expect(isCut).toBe(true);
  expect(diff.length).toBeLessThan(10_000);
});

test('shows a part with too many differences as removed and added', () => {
  const text = Array.from({ length: 3000 }, (_, i) => `line ${i}\n`).join('');
  const { text: diff } = diffOf(text, [{ oldText: 'line', newText: 'row', replaceAll: true }], 1_000_000);
  expect(diff).toContain('@@ -1,3000 +1,3000 @@\n-line 0\n-line 1\n');
  expect(applyPatch(text, diff)).toBe(text.replaceAll('line', 'row'));
});

test('a line feed in the name does not start a line', () => {
  const { text } = unifiedDiff('a\n-b', 'x\n', 'y\n', 1000);
  expect(text.split('\n').slice(0, 4)).toEqual([
    'Index: a\\u000a-b',
    '='.repeat(67),
    '--- a\\u000a-b\toriginal',
    '+++ a\\u000a-b\tmodified',
  ]);
});

test('shows a path unchanged, with Windows backslashes and umlauts', () => {
  const path = String.raw`C:\Users\Zoë\Größe "1".txt`;
  const lines = unifiedDiff(path, 'x\n', 'y\n', 1000).text.split('\n');
  expect([lines[0], lines[2], lines[3]]).toEqual([
    `Index: ${path}`,
    `--- ${path}\toriginal`,
    `+++ ${path}\tmodified`,
  ]);
});

test('the fence is longer than any in the diff', () => {
  expect(fenced('a\n')).toBe('```diff\na\n```\n\n');
  expect(fenced('a ```` b\n')).toBe('`````diff\na ```` b\n`````\n\n');
});

test('random edits produce the same diff as both whole texts', () => {
  const line = fc.constantFrom('a', 'b', '  a', 'foo bar', 'é', '', '\tx');
  const file = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n')), { minLength: 1, maxLength: 60 });
  const choices = fc.array(fc.tuple(fc.nat(), fc.nat(10), fc.constantFrom('', 'Q', 'Q\nR', 'a\n', '\n')), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(file, choices, (lines, chosen) => {
      const text = lines.map((parts, i) => `${parts[0]}${i % 3 === 0 ? i : ''}${parts[1]}`).join('');
      const edits = chosen.map(([from, length, newText]) => {
        const start = from % text.length;
        return { oldText: text.slice(start, start + 1 + length), newText, replaceAll: true };
      });
      try {
        const edited = applyEdits(text, edits).text;
        const [before, after] = [text, edited].map((part) => part.replaceAll('\r\n', '\n'));
        const expected = createTwoFilesPatch('p', 'p', before ?? '', after ?? '', 'original', 'modified');
        expect(unifiedDiff('p', text, edited, 1_000_000).text).toBe(expected);
      } catch (error) {
        // An earlier edit removed the text.
        if (!(error instanceof FileError)) throw error;
      }
    }),
  );
});
