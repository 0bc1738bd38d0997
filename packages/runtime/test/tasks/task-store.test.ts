// Task stores: the contract for the one in memory and one in another process.
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { MemoryTaskStore, type StoredTask, type TaskStore } from '../../src/tasks.ts';
import { RemoteStores, startStores } from '../stores/remote.ts';

const ending: (() => unknown)[] = [];
let port = 0;
beforeAll(async () => {
  const stores = await startStores();
  port = stores.port;
  ending.push(() => stores[Symbol.dispose]());
});
afterAll(() => ending.forEach((end) => end()));

const remote = (): TaskStore => {
  const stores = new RemoteStores(port);
  ending.push(() => stores[Symbol.dispose]());
  return stores.tasks;
};
const memory = new MemoryTaskStore();
const newTask = (over: Partial<StoredTask> = {}): StoredTask => {
  const now = Date.now();
  const times = { createdAt: now, updatedAt: now, aliveUntil: now + 60_000, expiresAt: now + 60_000 };
  return {
    id: crypto.randomUUID(),
    owner: crypto.randomUUID(),
    version: 1,
    status: 'working',
    ...times,
    ...over,
  };
};

describe.each<[string, () => TaskStore]>([
  ['in memory', () => memory],
  ['in another process', remote],
])('%s', (_, open) => {
  test('a task exists from the start, on any connection', async () => {
    const [one, other, task] = [open(), open(), newTask({ message: 'half', inputRequests: { a: { b: 1 } } })];
    expect(await one.add(task)).toBe(true);
    expect(await other.getMany(['none', task.id, task.id])).toEqual([undefined, task, task]);
  });

  test('refuses a change based on an outdated version', async () => {
    const [store, task] = [open(), newTask()];
    await store.add(task);
    const changes = Array.from({ length: 10 }, async (_item, i) =>
      store.replace({ ...task, version: 2, message: `${i}` }),
    );
    const outcomes = await Promise.all(changes);
    expect(outcomes.toSorted()).toEqual([...Array<string>(9).fill('changed'), 'stored']);
    expect(await store.replace({ ...task, version: 2 })).toBe('changed');
    expect(await store.replace({ ...newTask(), version: 2 })).toBe('changed');
    expect(await store.replace({ ...task, version: 3, status: 'completed' })).toBe('stored');
  });

  test('forgets a task after its time to live', async () => {
    const [store, task] = [open(), newTask({ expiresAt: Date.now() + 50 })];
    await store.add(task);
    await vi.waitFor(async () => expect(await store.getMany([task.id])).toEqual([undefined]), 10_000);
    expect(await store.replace({ ...task, version: 2 })).toBe('changed');
  });
});

describe('capacity in memory', () => {
  const RESERVED = 16_384;

  test('a task reserves 16,384 characters, and once it is over as many as its length', () => {
    const [store, owner] = [new MemoryTaskStore(4 * RESERVED), crypto.randomUUID()];
    const task = newTask({ owner });
    expect([store.add(task), store.add(newTask({ owner })), store.add(newTask({ owner }))]).toEqual([
      true,
      true,
      false,
    ]);
    const result = 'x'.repeat(RESERVED / 2);
    expect(store.replace({ ...task, version: 2, status: 'completed', result })).toBe('stored');
    expect(store.add(newTask({ owner }))).toBe(false);
    expect(store.add(newTask())).toBe(true);
  });

  test('one owner gets at most half of it, and a result that does not fit changes nothing', () => {
    const [store, owner] = [new MemoryTaskStore(4 * RESERVED), crypto.randomUUID()];
    const task = newTask({ owner });
    store.add(task);
    const result = 'x'.repeat(2 * RESERVED);
    expect(store.replace({ ...task, version: 2, status: 'completed', result })).toBe('full');
    expect(store.getMany([task.id])).toEqual([task]);
    expect(store.replace({ ...task, version: 2, status: 'completed', result: '{}' })).toBe('stored');
    const others = [newTask(), newTask(), newTask()];
    expect(others.map((other) => store.add(other))).toEqual([true, true, true]);
    expect(store.add(newTask())).toBe(false);
  });

  test('an expired task releases its share', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const store = new MemoryTaskStore(4 * RESERVED);
    const all = Array.from({ length: 4 }, () => newTask({ expiresAt: Date.now() + 50 }));
    expect(all.map((task) => store.add(task))).toEqual([true, true, true, true]);
    expect(store.add(newTask())).toBe(false);
    vi.advanceTimersByTime(10_050);
    const later = Array.from({ length: 5 }, () => newTask());
    expect(later.map((task) => store.add(task))).toEqual([true, true, true, true, false]);
  });
});
