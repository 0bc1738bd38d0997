// Token buckets: what they admit and when.
import { expect, onTestFinished, test, vi } from 'vitest';
import { RateLimit, RateLimits } from '../../src/limits/token-bucket.ts';

const stopTime = (): void => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
};

const takes = (bucket: RateLimit): number => {
  let taken = 0;
  while (bucket.take()) taken++;
  return taken;
};

test('admits a burst, then as many as have refilled, and never more than the burst', () => {
  stopTime();
  const bucket = new RateLimit(3, 2);
  expect(takes(bucket)).toBe(3);
  vi.advanceTimersByTime(999);
  expect(takes(bucket)).toBe(1);
  vi.advanceTimersByTime(1);
  expect(takes(bucket)).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(takes(bucket)).toBe(3);
});

test('a returned token can be taken again once', () => {
  stopTime();
  const bucket = new RateLimit(3, 1);
  bucket.take();
  bucket.take();
  bucket.release();
  expect(takes(bucket)).toBe(2);
});

test('says how long no token is available', () => {
  stopTime();
  const bucket = new RateLimit(1, 1);
  expect(bucket.waitMs()).toBe(0);
  bucket.take();
  expect(bucket.waitMs()).toBe(1000);
  vi.advanceTimersByTime(500);
  expect(bucket.waitMs()).toBe(500);
});

test('keeps the most recently used buckets', () => {
  stopTime();
  const limits = new RateLimits({ burst: 1, perSecond: 1 }, 2);
  for (const key of ['a', 'b', 'a', 'c']) limits.of(key).take();
  expect(limits.size).toBe(2);
  expect(['a', 'c'].map((key) => limits.of(key).take())).toEqual([false, false]);
  expect(limits.of('b').take()).toBe(true);
});

test.each([
  [0, 1],
  [0.5, 1],
  [1, 0],
  [1, -1],
  [Number.NaN, 1],
])('refuses a rate of %d at once and %d a second', (burst, perSecond) => {
  expect(() => new RateLimits({ burst, perSecond })).toThrow(/a rate needs a burst of at least 1/);
});
