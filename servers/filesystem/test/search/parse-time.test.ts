import { expect, test } from 'vitest';
import { parseTime } from '../../src/search/parse-time.ts';

const NOW = Date.parse('2026-11-24T12:00:00Z');

test.each([
  ['2026-11-01', '2026-11-01T00:00:00.000Z'],
  ['2026-11-01T10:30', '2026-11-01T10:30:00.000Z'],
  ['2026-11-01 10:30:05.250Z', '2026-11-01T10:30:05.250Z'],
  ['2026-11-01T10:30+02:00', '2026-11-01T08:30:00.000Z'],
  ['36h', '2026-11-23T00:00:00.000Z'],
  ['7d', '2026-11-17T12:00:00.000Z'],
  ['2 W', '2026-11-10T12:00:00.000Z'],
])('%s is %s', (given, moment) => {
  expect(new Date(parseTime(given, 'modifiedAfter', NOW)).toISOString()).toBe(moment);
});

test.each(['', '7', '7m', 'yesterday', '2026-02-30', '2026-13-01', '2026-11-01T25:00', '-1d', '1/11/2026'])(
  'refuses %j',
  (given) => {
    expect(() => parseTime(given, 'modifiedAfter', NOW)).toThrow(
      `modifiedAfter is ${JSON.stringify(given)}, which is neither a date nor an age. ` +
        'Give a date like 2026-11-01 or 2026-11-01T10:00Z, or an age like 36h, 7d or 2w.',
    );
  },
);
