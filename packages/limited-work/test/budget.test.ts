// Budget: reserves capacity before work starts.
import { assert, asyncProperty, array, constantFrom, integer, record } from 'fast-check';
import { expect, test } from 'vitest';
import { Budget, type Reservation } from '../src/budget.ts';

const { signal } = new AbortController();

test('no share gets more than half, even if the rest is idle, so another share starts at once', async () => {
  const budget = new Budget(8);
  const taken = Array.from({ length: 24 }, () => budget.take({ signal, share: 'ann' }));
  let started = 0;
  for (const each of taken) void each.then(() => started++);
  await expect.poll(() => started).toBe(4);
  expect(budget.tryTake({ share: 'bob', amount: 4 })).toBeDefined();
  expect(budget.tryTake({ share: 'cem' })).toBeUndefined();
  (await taken[0])?.[Symbol.dispose]();
  await expect.poll(() => started).toBe(5);
});

test('an excess reservation can be released early', async () => {
  const budget = new Budget(10, 10);
  const body = await budget.take({ signal, amount: 10 });
  const next = budget.take({ signal, amount: 6 });
  body.shrinkTo(5);
  body.shrinkTo(9);
  let hasStarted = false;
  void next.then(() => (hasStarted = true));
  await new Promise(setImmediate);
  expect(hasStarted).toBe(false);
  body.shrinkTo(4);
  await next;
  body[Symbol.dispose]();
  body[Symbol.dispose]();
  expect(budget.tryTake({ amount: 5 })).toBeUndefined();
  expect(budget.tryTake({ amount: 4 })).toBeDefined();
});

test('small requests do not overtake a large one', async () => {
  const budget = new Budget(10, 10);
  const first = await budget.take({ signal, share: 'ann', amount: 6 });
  const began: string[] = [];
  const large = budget.take({ signal, share: 'bob', amount: 8 }).then((held) => (began.push('large'), held));
  const small = budget.take({ signal, share: 'cem', amount: 1 }).then((held) => (began.push('small'), held));
  expect(budget.tryTake({ share: 'dan' })).toBeUndefined();
  first[Symbol.dispose]();
  await Promise.all([large, small]);
  expect(began).toEqual(['large', 'small']);
});

test('an aborted request unblocks those behind it', async () => {
  const budget = new Budget(10, 10);
  await budget.take({ signal, share: 'ann', amount: 6 });
  const stop = new AbortController();
  const large = budget.take({ signal: stop.signal, share: 'bob', amount: 8 });
  const small = budget.take({ signal, share: 'cem', amount: 1 });
  stop.abort(new Error('enough'));
  await expect(large).rejects.toThrow('enough');
  await expect(small).resolves.toBeDefined();
});

test('refuses a request beyond the limit of a share at once', async () => {
  await expect(new Budget(10).take({ signal, amount: 6 })).rejects.toThrow('6 of at most 5 for one share');
});

test('in random sequences, total and shares are never exceeded, and every request is served', async () => {
  const work = record({ share: constantFrom('ann', 'bob', 'cem'), amount: integer({ min: 1, max: 5 }) });
  await assert(
    asyncProperty(array(work, { minLength: 1, maxLength: 60 }), async (all) => {
      const budget = new Budget(10);
      const held = new Map<Reservation, { readonly share: string; readonly amount: number }>();
      const sumOf = (share?: string): number =>
        [...held.values()].reduce(
          (sum, each) => sum + (each.share === (share ?? each.share) ? each.amount : 0),
          0,
        );
      await Promise.all(
        all.map(async (each) => {
          const reservation = await budget.take({ signal, ...each });
          held.set(reservation, each);
          expect([sumOf() <= 10, sumOf(each.share) <= 5]).toEqual([true, true]);
          await new Promise(setImmediate);
          held.delete(reservation);
          reservation[Symbol.dispose]();
        }),
      );
      expect(budget.isEmpty).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test('runs work sequentially, and releases its reservation when it ends or throws', async () => {
  const budget = new Budget(1);
  const events: string[] = [];
  const first = budget.run({ signal }, async () => {
    events.push('first begins');
    await new Promise(setImmediate);
    events.push('first ends');
    throw new Error('broken');
  });
  const second = budget.run({ signal }, () => events.push('second'));
  await expect(first).rejects.toThrow('broken');
  await expect(second).resolves.toBe(3);
  expect(events).toEqual(['first begins', 'first ends', 'second']);
  expect(budget.isEmpty).toBe(true);
  const stopped = budget.run({ signal: AbortSignal.abort(new Error('enough')) }, () => events.push('never'));
  await expect(stopped).rejects.toThrow('enough');
  expect(events).toHaveLength(3);
});
