// Task replicas with one store: each serves all tasks, and reports those of a dead process as failed.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startStores } from '../stores/remote.ts';
import { call, post, type Message } from './http-client.ts';

interface Replica {
  readonly url: string;
  readonly child: ChildProcess;
}

const ending: (() => unknown)[] = [];
let replicas: readonly [Replica, Replica];
const start = async (port: number): Promise<Replica> => {
  const child = fork(join(import.meta.dirname, 'replica-main.ts'), [String(port)], { execArgv: [] });
  ending.push(() => child.kill('SIGKILL'));
  const [url] = (await once(child, 'message')) as [string];
  return { url, child };
};
beforeAll(async () => {
  const stores = await startStores();
  ending.push(() => stores[Symbol.dispose]());
  replicas = [await start(stores.port), await start(stores.port)];
}, 60_000);
afterAll(() => ending.forEach((end) => end()));

/** Waits for the task to get this status. */
const becomes = (url: string, taskId: unknown, status: string): Promise<Message> =>
  vi.waitFor(async () => {
    const task = await post(url, 'tasks/get', { taskId });
    expect(task).toMatchObject({ status });
    return task;
  }, 40_000);

test('another process can read, answer and cancel a task', async () => {
  const [a, b] = replicas;
  const { taskId } = await call(a.url, 'ask');
  await becomes(b.url, taskId, 'input_required');
  const answers = { word: { action: 'accept', content: { word: 'yes' } } };
  await post(b.url, 'tasks/update', { taskId, inputResponses: answers });
  expect(await becomes(b.url, taskId, 'completed')).toMatchObject({
    result: { content: [{ type: 'text', text: `${a.child.pid} got yes` }] },
  });
  const { taskId: waiting } = await call(a.url, 'wait');
  const stopped = once(a.child, 'message');
  await post(b.url, 'tasks/cancel', { taskId: waiting });
  expect(await stopped).toEqual(['stopped', undefined]);
  await becomes(a.url, waiting, 'cancelled');
});

test('reports a task of a killed process as failed, permanently', async () => {
  const [a, b] = replicas;
  const { taskId } = await call(a.url, 'wait');
  await vi.waitFor(async () => {
    const task = await becomes(b.url, taskId, 'working');
    expect(task).toMatchObject({ statusMessage: `waits in ${a.child.pid}` });
  }, 20_000);
  a.child.kill('SIGKILL');
  const message = 'The process that ran this task ended before the task did; begin again';
  const failed = await becomes(b.url, taskId, 'failed');
  expect(failed).toMatchObject({ statusMessage: message, error: { code: -32603, message } });
  await post(b.url, 'tasks/cancel', { taskId });
  expect(await post(b.url, 'tasks/get', { taskId })).toEqual(failed);
});
