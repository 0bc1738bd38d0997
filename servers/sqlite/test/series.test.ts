// Chart of the grid: which columns of some rows it can show, and their values.
import { expect, test } from 'vitest';
import { choicesOf, toSeries } from '../views/grid/series.ts';

test('finds times, categories and numbers, and guesses keys last', () => {
  const columns = ['id', 'item', 'price', 'day', 'bytes', 'empty', 'big'];
  const rows = [
    [1, 'tea', 2.5, '2026-01-02', { blob: 'AA==' }, null, { int64: '9007199254740993' }],
    [2, 'rum', null, '2026-01-03T10:00:00Z', { blob: 'AA==' }, null, 3],
  ];
  expect(choicesOf(columns, rows)).toEqual({ across: [3, 1], up: [2, 6, 0] });
});

test.each([
  ['2026-13-01', 'a month that is none'],
  ['2026-1-1', 'digits that are missing'],
  ['yesterday', 'words'],
])('%s is not a time: %s', (text) => {
  expect(toSeries([[text, 1]], 0, 1).kind).toBe('bars');
});

test('interprets times without a zone as UTC, as SQLite does', () => {
  const { points } = toSeries(
    [
      ['2026-01-01 10:00', 1],
      ['2026-01-01T11:00:00+02:00', 2],
    ],
    0,
    1,
  );
  expect(points.map(({ time }) => new Date(time ?? 0).toISOString())).toEqual([
    '2026-01-01T09:00:00.000Z',
    '2026-01-01T10:00:00.000Z',
  ]);
});

test('adds up the rows of a category, and ignores values that are not finite numbers', () => {
  const rows = [
    ['a', 1],
    ['b', { float: 'Infinity' }],
    ['a', 2],
    [null, 4],
    ['c', null],
    ['', -1],
  ];
  expect(toSeries(rows, 0, 1)).toEqual({
    kind: 'bars',
    isSum: true,
    left: 0,
    points: [
      { label: 'a', value: 3 },
      { label: 'NULL', value: 4 },
      { label: '', value: -1 },
    ],
  });
});
