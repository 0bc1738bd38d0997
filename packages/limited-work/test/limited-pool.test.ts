import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { LimitedPool } from '../src/limited-pool.ts';
import type { Counted, Job } from './limited/job.ts';

const script = join(import.meta.dirname, 'limited/job.ts');
const { signal } = new AbortController();

let pool: LimitedPool<Job, Counted>;
const create = (): LimitedPool<Job, Counted> =>
  (pool = new LimitedPool({ script, name: 'work', deadlineMs: 5000, maxMemoryMb: 200 }));
afterEach(() => pool.close());

test('a job sent to a process that has just ended runs in another one', { timeout: 60_000 }, async () => {
  const jobs = create();
  for (const [waitMs, size] of [0, 1, 2, 3, 5, 8].flatMap((wait) => [
    [wait, 10] as const,
    [wait, 5_000_000] as const,
  ])) {
    const { pid } = await jobs.run({ text: 'first' }, { signal });
    process.kill(pid, 'SIGKILL');
    if (waitMs > 0) await delay(waitMs);
    const { length, pid: other } = await jobs.run({ text: 'a'.repeat(size) }, { signal });
    expect(length).toBe(size);
    expect(other).not.toBe(pid);
  }
});

test('a greedy client leaves a process for the next client', { timeout: 60_000 }, async () => {
  const jobs = create();
  let ended = 0;
  const greedy = Array.from({ length: 6 }, async () => {
    await jobs.run({ text: 'busy', takesMs: 1500 }, { signal, share: 'greedy' });
    ended += 1;
  });
  await jobs.run({ text: 'one page' }, { signal, share: 'modest' });
  expect(ended).toBeLessThan(2);
  await Promise.all(greedy);
});

test('a job sent to a process that is being killed runs in another one', { timeout: 60_000 }, async () => {
  const jobs = create();
  await jobs.run({ text: 'first' }, { signal });
  const given = new AbortController();
  const stubborn = jobs.run({ text: 'late', takesMs: 40, isStubborn: true }, { signal: given.signal });
  await delay(20);
  given.abort(new Error('not wanted'));
  // It answers anyway, so the pool considers its process free.
  const next = jobs.run({ text: 'next one', takesMs: 1500 }, { signal });
  await expect(stubborn).rejects.toThrow('not wanted');
  expect(await next).toMatchObject({ length: 8 });
});
