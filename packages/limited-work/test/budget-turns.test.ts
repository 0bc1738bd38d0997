// Budget turns: no share gets all slots, and waiting shares alternate.
import { expect, test } from 'vitest';
import { Budget, type Turn } from '../src/budget.ts';

const { signal } = new AbortController();

/** Takes slots and records the order. */
const begin = (budget: Budget) => {
  const began: unknown[] = [];
  const take = async (share: string, more: Partial<Turn> = {}): Promise<Disposable> => {
    const place = await budget.take({ signal, share, ...more });
    began.push(share);
    return place;
  };
  const leave = async (place: Promise<Disposable> | undefined): Promise<void> =>
    (await place)?.[Symbol.dispose]();
  return { began, take, leave };
};

test('a share gets at most four of six slots, and waiting shares alternate in freed ones', async () => {
  const { began, take, leave } = begin(new Budget(6, 4));
  const ann = Array.from({ length: 6 }, () => take('ann'));
  const bob = Array.from({ length: 4 }, () => take('bob'));
  await expect.poll(() => began).toEqual(['ann', 'ann', 'ann', 'ann', 'bob', 'bob']);
  for (const place of [bob[0], ann[0], ann[1], bob[1]]) await leave(place);
  await expect.poll(() => began.slice(6)).toEqual(['bob', 'ann', 'bob', 'ann']);
});

test('two shares together leave a slot for a third one', async () => {
  const { began, take } = begin(new Budget(8, 4, 1));
  for (const share of ['ann', 'bob']) for (let at = 0; at < 5; at += 1) void take(share);
  await take('cem');
  expect(['ann', 'bob', 'cem'].map((name) => began.filter((share) => share === name).length)).toEqual([
    4, 3, 1,
  ]);
});

test('short work goes first, and may exceed its share by one', async () => {
  const { began, take, leave } = begin(new Budget(3, 1));
  const first = take('ann');
  const waiting = take('ann');
  const other = take('bob');
  await take('ann', { isShort: true });
  const short = take('cem', { isShort: true });
  await leave(other);
  await short;
  expect(began).toEqual(['ann', 'bob', 'ann', 'cem']);
  await leave(first);
  expect(began).toHaveLength(4);
  await leave(short);
  expect(began).toHaveLength(4);
  void waiting;
});

test('an aborted request takes no slot', async () => {
  const budget = new Budget(1);
  const held = await budget.take({ signal });
  const stop = new AbortController();
  const waiting = budget.take(stop);
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  held[Symbol.dispose]();
  expect(budget.isEmpty).toBe(true);
  await expect(budget.take({ signal })).resolves.toBeDefined();
  await expect(new Budget(1).take(stop)).rejects.toThrow('enough');
});
