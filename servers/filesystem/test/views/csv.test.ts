import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCsv, separatorOf } from '../../views/preview/csv.ts';

const cell = fc.oneof(
  fc.string(),
  fc.constantFrom('', 'a', '"', 'a"b', 'a,b', 'a;b', '\n', 'one\r\ntwo', ',', '"quoted"', '\u202e'),
);
const table = fc
  .integer({ min: 1, max: 5 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 8 }));

const write = (rows: readonly string[][], separator: string, ending: string): string =>
  rows
    .map(
      (row) =>
        row
          .map((text) =>
            /[",;|\t\r\n]/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text,
          )
          .join(separator) + ending,
    )
    .join('');

describe.each([',', ';', '\t', '|'])('with %j', (separator) => {
  test.each(['\n', '\r\n'])(
    'what is written as CSV is read as it was, with lines that end with %j',
    (ending) => {
      fc.assert(
        fc.property(table, (rows) => {
          expect(readCsv(write(rows, separator, ending), separator)).toEqual(rows);
        }),
      );
    },
  );
});

test('reads any text, losing only separators, quotes and line breaks', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'b', '"', ',', '\n', '\r') }), (text) => {
      const letters = (from: string): string => from.replaceAll(/[^ab]/g, '');
      expect(letters(readCsv(text).flat().join(''))).toBe(letters(text));
    }),
  );
});

test.each([
  [
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a,b\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a,\n,b\n',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  ['"a\nb",c\n', [['a\nb', 'c']]],
  ['"never ends,b\nc\n', [['"never ends', 'b'], ['c']]],
  ['"a"b,c\n', [['"a"b', 'c']]],
  ['a\n\nb\n', [['a'], [''], ['b']]],
])('%j', (text, rows) => {
  expect(readCsv(text)).toEqual(rows);
});

test('the separator is the most frequent one in the first line', () => {
  expect(['a;b;c,d\n', 'a\tb', 'a|b', 'word', '"a,b,c";d'].map(separatorOf)).toEqual([
    ';',
    '\t',
    '|',
    ',',
    ';',
  ]);
});

test('reads a hundred thousand rows at once', () => {
  const rows = readCsv('1,"a ""b""",3\n'.repeat(100_000));
  expect([rows.length, rows.at(-1)]).toEqual([100_000, ['1', 'a "b"', '3']]);
  expect(readCsv('word\n'.repeat(300_000), ',').length).toBe(300_000);
  expect(readCsv('a,'.repeat(300_000), ',')[0]?.length).toBe(300_001);
});
