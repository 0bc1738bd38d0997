// Task capacity with one greedy caller: the process survives and serves another caller.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { servingUsers } from '../http/serving-users.ts';
import { createServer } from './fixture.ts';
import { call, post } from './http-client.ts';

test('300 simultaneous results of 4 Mi characters: their caller gets half of the store, and 768 MB suffice', async () => {
  const child = fork(join(import.meta.dirname, 'capacity-main.ts'), {
    execArgv: ['--max-old-space-size=768'],
  });
  const ended = once(child, 'exit');
  const said = await Promise.race([once(child, 'message'), ended]);
  const noRoom =
    'completed: The result cannot be stored: too many results are stored already. ' +
    'The tool has done its work. Ask for less at a time.';
  // 128 Mi of 256 Mi characters: 31 results and the others' reservations.
  expect(said).toEqual([
    { counts: { 'completed: the whole result': 31, [noRoom]: 269 }, other: 'completed: the whole result' },
    undefined,
  ]);
  expect(await ended).toEqual([0, null]);
}, 300_000);

test('1,000 tasks of one caller leave capacity for another caller, who gets a task at once', async () => {
  await using http = await servingUsers(createServer({ answerWithinMs: 0 }));
  const [ann, bob] = [{ 'x-user': 'ann' }, { 'x-user': 'bob' }];
  const begun: unknown[] = [];
  for (let i = 0; i < 20; i++) {
    const calls = Array.from({ length: 50 }, () => call(http.url, 'ask', {}, ann));
    begun.push(...(await Promise.all(calls)).map(({ taskId }) => taskId));
  }
  expect(new Set(begun).size).toBe(1000);
  expect(begun).not.toContain(undefined);
  await expect(call(http.url, 'long', {}, ann)).rejects.toMatchObject({ code: -31000 });
  const start = performance.now();
  const { taskId } = await call(http.url, 'long', {}, bob);
  expect(taskId).toEqual(expect.any(String));
  expect(performance.now() - start).toBeLessThan(1000);
  for (const id of begun) await post(http.url, 'tasks/cancel', { taskId: id }, ann);
}, 120_000);
