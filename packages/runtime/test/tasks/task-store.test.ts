// What a task store has to do: the one in memory, and one of another process over TCP.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { MemoryTaskStore, type StoredTask, type TaskStore } from '../../src/extensions.ts';
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
  test('a task is there from the beginning, on whatever connection', async () => {
    const [one, other, task] = [open(), open(), newTask({ message: 'half', inputRequests: { a: { b: 1 } } })];
    expect(await one.add(task, 10)).toBe(true);
    expect(await other.get(task.id)).toEqual(task);
    expect(await other.get('none')).toBeUndefined();
  });

  test('a change on top of a version that is not there any more is refused', async () => {
    const [store, task] = [open(), newTask()];
    await store.add(task, 10);
    const changes = Array.from({ length: 10 }, async (_item, i) =>
      store.replace({ ...task, version: 2, message: `${i}` }),
    );
    expect((await Promise.all(changes)).filter(Boolean)).toHaveLength(1);
    expect(await store.replace({ ...task, version: 2 })).toBe(false);
    expect(await store.replace({ ...newTask(), version: 2 })).toBe(false);
    expect(await store.replace({ ...task, version: 3, status: 'completed' })).toBe(true);
  });

  test('an owner has as many tasks as it may, until some are over', async () => {
    const [store, owner] = [open(), crypto.randomUUID()];
    const expiresAt = Date.now() + 200;
    expect(await store.add(newTask({ owner, expiresAt }), 2)).toBe(true);
    expect(await store.add(newTask({ owner }), 2)).toBe(true);
    expect(await store.add(newTask({ owner }), 2)).toBe(false);
    expect(await store.add(newTask(), 2)).toBe(true);
    await vi.waitFor(async () => expect(await store.add(newTask({ owner }), 2)).toBe(true), 30_000);
  }, 40_000);

  test('a task is forgotten when its time is over', async () => {
    const [store, task] = [open(), newTask({ expiresAt: Date.now() + 50 })];
    await store.add(task, 10);
    await vi.waitFor(async () => expect(await store.get(task.id)).toBeUndefined(), 10_000);
    expect(await store.replace({ ...task, version: 2 })).toBe(false);
  });
});

test('memory holds results up to a limit', () => {
  const store = new MemoryTaskStore(100);
  const task = newTask();
  expect(store.add(task, 10)).toBe(true);
  expect(store.replace({ ...task, version: 2, result: 'x'.repeat(101) })).toBe(true);
  expect(store.add(newTask(), 10)).toBe(false);
});
