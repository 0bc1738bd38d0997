// Times as people and models write them. It is Monday, 2026-11-23, 08:24 in the server's time zone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { showTime, toSpan } from '../../src/read/time.ts';

const before = process.env['TZ'];
afterAll(() => {
  if (before === undefined) delete process.env['TZ'];
  else process.env['TZ'] = before;
});

const spanOf = (text: string): string => {
  const { start, end } = toSpan(text, 'start_timestamp', new Date(2026, 10, 23, 8, 24, 30));
  return [start, end].map((at) => showTime(at).replace(/ [+-]\d+$/, '')).join(' … ');
};

const day = (date: string, last = date): string => `${date} 00:00:00 … ${last} 23:59:59`;

describe.each(['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'])('in %s', (zone) => {
  beforeAll(() => {
    process.env['TZ'] = zone;
  });

  test.each([
    ['2026-11-20', day('2026-11-20')],
    ['2026/11/20', day('2026-11-20')],
    ['2026-11', day('2026-11-01', '2026-11-30')],
    ['2026', day('2026-01-01', '2026-12-31')],
    ['2024-02-29', day('2024-02-29')],
    ['today', day('2026-11-23')],
    ['Yesterday', day('2026-11-22')],
    ['monday', day('2026-11-23')],
    ['last monday', day('2026-11-16')],
    ['sunday', day('2026-11-22')],
    ['Tue', day('2026-11-17')],
    ['last week', day('2026-11-16', '2026-11-22')],
    ['this week', day('2026-11-23', '2026-11-29')],
    ['last month', day('2026-10-01', '2026-10-31')],
    ['this month', day('2026-11-01', '2026-11-30')],
    ['last year', day('2025-01-01', '2025-12-31')],
    ['2 weeks ago', day('2026-11-09')],
    ['2.weeks.ago', day('2026-11-09')],
    ['two weeks ago', day('2026-11-09')],
    ['a day ago', day('2026-11-22')],
    ['last 7 days', day('2026-11-16', '2026-11-23')],
    ['past 2 weeks', day('2026-11-09', '2026-11-23')],
    ['Jan 15 2024', day('2024-01-15')],
    ['15 January 2024', day('2024-01-15')],
    ['January 15th, 2024', day('2024-01-15')],
    ['3 hours ago', '2026-11-23 05:24:30 … 2026-11-23 05:24:30'],
    ['an hour ago', '2026-11-23 07:24:30 … 2026-11-23 07:24:30'],
    ['now', '2026-11-23 08:24:30 … 2026-11-23 08:24:30'],
    ['2026-11-20T14:30', '2026-11-20 14:30:00 … 2026-11-20 14:30:59'],
    ['2026-11-20 14:30:05.250', '2026-11-20 14:30:05 … 2026-11-20 14:30:05'],
    ['yesterday 14:30', '2026-11-22 14:30:00 … 2026-11-22 14:30:59'],
    ['Sun Mar 29 10:15:00 2026', '2026-03-29 10:15:00 … 2026-03-29 10:15:00'],
  ])('%s is %s', (text, span) => {
    expect(spanOf(text)).toBe(span);
  });
});

test('a time zone in the text takes precedence', () => {
  process.env['TZ'] = 'UTC';
  expect(spanOf('2026-11-20T14:30:00+02:00')).toBe('2026-11-20 12:30:00 … 2026-11-20 12:30:00');
  expect(spanOf('Fri Nov 20 14:30:00 2026 -0500')).toBe('2026-11-20 19:30:00 … 2026-11-20 19:30:00');
  expect(spanOf('2026-11-20 +0200')).toBe('2026-11-19 22:00:00 … 2026-11-20 21:59:59');
  expect(spanOf('2026-11-20T14:30Z')).toBe('2026-11-20 14:30:00 … 2026-11-20 14:30:59');
  expect(spanOf('1700000000')).toBe('2023-11-14 22:13:20 … 2023-11-14 22:13:20');
});

test('a day with a clock change is 23 or 25 hours long', () => {
  process.env['TZ'] = 'America/New_York';
  const hoursOf = (text: string): number => {
    const { start, end } = toSpan(text, 'start_timestamp');
    return (end - start + 1) / 3600;
  };
  expect([hoursOf('2026-03-08'), hoursOf('2026-11-01'), hoursOf('2026-11-02')]).toEqual([23, 25, 24]);
  expect(spanOf('2026-11-01 12:00')).toBe('2026-11-01 12:00:00 … 2026-11-01 12:00:59');
});

test.each([
  ...[
    '',
    'soon',
    'banana',
    '2026-13-45',
    '2026-02-30',
    '30 feb 2026',
    '2026-11-20T25:00',
    '2026-11-20T10:61',
  ],
  ...[
    '99999999999999',
    '-1',
    '01/02/2026',
    '20-11-2026',
    'last week 14:00',
    '3 hours ago 14:00',
    'monday tuesday',
    'november',
    '5 dec',
    'yesterday at noon',
  ],
  ...['2026-11-20T', 'x'.repeat(5000)],
])('%j is not a date', (text) => {
  expect(() => toSpan(text, 'start_timestamp')).toThrow(/start_timestamp is .* is not a date/);
});

test.each(['2999-01-01', '9999-12-31', '1969-12-30', '0001-01-01'])('%s is out of range', (text) => {
  expect(() => toSpan(text, 'end_timestamp')).toThrow('is not between 1970 and 2099');
});
