// The watch of a database checks it once per interval, however listeners come and go.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChangeWatch } from '../src/change-watch.ts';
import type { Versions } from '../src/tasks.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('resubscribing during a check starts no second timer', async () => {
  const answers: (() => void)[] = [];
  const versions = (): Promise<Versions> =>
    new Promise((resolve) => answers.push(() => resolve({ data: '1', schema: '1' })));
  const watch = new ChangeWatch({ versions });
  const answerAll = async (): Promise<void> => {
    for (const answer of answers) answer();
    await vi.advanceTimersByTimeAsync(0);
  };
  const first = watch.listen('any', () => {});
  await answerAll();
  await vi.advanceTimersByTimeAsync(500);
  expect(answers).toHaveLength(2);
  (await first)();
  const second = watch.listen('any', () => {});
  expect(answers).toHaveLength(3);
  answers[2]?.();
  await vi.advanceTimersByTimeAsync(0);
  await answerAll();
  await vi.advanceTimersByTimeAsync(500);
  expect(answers).toHaveLength(4);
  (await second)();
  await answerAll();
  await vi.advanceTimersByTimeAsync(2000);
  expect(answers).toHaveLength(4);
});
