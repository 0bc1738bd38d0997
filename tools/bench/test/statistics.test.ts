// Medians, quartiles and ratios of samples.
import { expect, test } from 'vitest';
import { ratios, summarize } from '../src/report/statistics.ts';

test('interpolates between the samples beside a quantile', () => {
  const samples = [4, 1, 3, 2];
  expect(summarize(samples)).toEqual({ median: 2.5, p25: 1.75, p75: 3.25, samples });
  expect(summarize([7])).toEqual({ median: 7, p25: 7, p75: 7, samples: [7] });
});

test('measures nothing without samples', () => {
  expect(summarize([])).toBeUndefined();
  expect(summarize(undefined)).toBeUndefined();
});

test('divides samples of the same round', () => {
  expect(ratios([2, 9], [1, 3])).toEqual([2, 3]);
});
