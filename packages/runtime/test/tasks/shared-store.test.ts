// Shared task store: the cost of listening and outages, and streams that follow another server's tasks.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { MemoryTaskStore, type TaskOptions, type TaskStore } from '../../src/tasks.ts';
import type { Report } from '../../src/index.ts';
import { connect } from '../../src/testing/connect.ts';
import type { TestClient } from '../../src/testing/test-client.ts';
import { createServer } from './fixture.ts';

const capabilities = { elicitation: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } };

/** A store that counts reads, and can be down or refuse changes. */
class Store implements TaskStore {
  readonly #memory = new MemoryTaskStore();
  /** The number of ids per read. */
  readonly reads: number[] = [];
  isAway = false;
  isStubborn = false;

  add(...given: Parameters<TaskStore['add']>): ReturnType<TaskStore['add']> {
    this.#check();
    return this.#memory.add(...given);
  }

  getMany(ids: readonly string[]): ReturnType<TaskStore['getMany']> {
    this.reads.push(ids.length);
    this.#check();
    return this.#memory.getMany(ids);
  }

  replace(...given: Parameters<TaskStore['replace']>): ReturnType<TaskStore['replace']> {
    this.#check();
    return this.isStubborn ? 'changed' : this.#memory.replace(...given);
  }

  #check(): void {
    if (this.isAway) throw new Error('the store is away');
  }
}

const open = (options: TaskOptions, reports: Report[] = []): Promise<TestClient> => {
  const server = createServer({ answerWithinMs: 0, ...options });
  server.redefine((given) => ({ ...given, report: (report) => reports.push(report) }));
  return connect(server, { capabilities });
};
const begin = async (client: TestClient): Promise<unknown> =>
  (await client.request('tools/call', { name: 'ask' }, { answer: false }))['taskId'];
const listen = async (client: TestClient, taskIds: readonly unknown[], id: string): Promise<void> => {
  void client.request('subscriptions/listen', { notifications: { taskIds } }, { id }).catch(() => {});
  await client.waitFor((message) => JSON.stringify(message).includes(`subscriptionId":"${id}"`));
};

test('polls all tasks that a process runs or listens to with one command a second, however many streams listen', async () => {
  const store = new Store();
  await using runner = await open({ store });
  const ids = await Promise.all(Array.from({ length: 400 }, () => begin(runner)));
  await using client = await open({ store });
  for (let n = 0; n < 40; n++) await listen(client, ids, `stream-${n}`);
  store.reads.length = 0;
  await sleep(3500);
  // Two processes. A busy machine may poll late, never early.
  expect(store.reads.length).toBeGreaterThan(3);
  expect(store.reads.length).toBeLessThanOrEqual(8);
  expect(new Set(store.reads)).toEqual(new Set([400]));
});

test('notifies a stream when its task expires', async () => {
  const store = new Store();
  await using runner = await open({ store, ttlMs: 600 });
  const taskId = await begin(runner);
  await using client = await open({ store });
  await listen(client, [taskId], 'stream');
  const told = await client.waitFor((message) => Object(message['params']).status === 'failed');
  expect(told).toMatchObject({
    method: 'notifications/tasks',
    params: { taskId, status: 'failed', statusMessage: 'The time of this task is over; begin again' },
  });
});

test('reports a store outage once when it starts, and once when it ends', async () => {
  const store = new Store();
  const reports: Report[] = [];
  await using client = await open({ store }, reports);
  await using runner = await open({ store });
  const ids = await Promise.all(Array.from({ length: 5 }, () => begin(runner)));
  for (let n = 0; n < 5; n++) await listen(client, ids, `stream-${n}`);
  const away = {
    level: 'error',
    message: 'the store of tasks failed',
    error: new Error('the store is away'),
  };
  const back = { level: 'warning', message: 'the store of tasks is back' };
  for (const all of [[away], [away, back], [away, back, away]]) {
    store.isAway = all.at(-1) === away;
    await vi.waitFor(() => expect(reports).toEqual(all), 20_000);
    await sleep(1100);
    expect(reports).toEqual(all);
  }
});

test('gives up a change that the store refuses repeatedly', async () => {
  const store = new Store();
  await using runner = await open({ store });
  const taskId = await begin(runner);
  await using client = await open({ store });
  store.isStubborn = true;
  store.reads.length = 0;
  await expect(client.request('tasks/cancel', { taskId })).rejects.toMatchObject({
    code: -32603,
    message: expect.stringContaining('could not change the task; try again later') as unknown,
  });
  expect(store.reads.length).toBeLessThan(50);
});
