// Capacity process: has little memory; one caller starts many tasks with long results at once, then another calls.
import { setTimeout as sleep } from 'node:timers/promises';
import { tasks } from '../../src/tasks.ts';
import { defineServer, defineTool } from '../../src/index.ts';
import { servingUsers } from '../http/serving-users.ts';
import { call, post, type Message } from './http-client.ts';

const COUNT = 300;
/** Not Latin-1, so two bytes per character; 4 Mi characters with overhead. */
const LONG = 4 * 1024 * 1024 - 200;

const long = defineTool({
  name: 'long',
  task: 'required',
  run: async (_, ctx) => {
    await sleep(5000, undefined, { signal: ctx.signal });
    return 'я'.repeat(LONG);
  },
});
const server = defineServer({ name: 'test', version: '1', tools: [long], extensions: [tasks()] });
// Client and server share this process, and on a slow machine 300 results block it for longer than a request may take.
const { url } = await servingUsers(server, { headersTimeoutMs: 300_000, requestTimeoutMs: 300_000 });
const [ann, bob] = [{ 'x-user': 'ann' }, { 'x-user': 'bob' }];

const begun = await Promise.all(Array.from({ length: COUNT }, () => call(url, 'long', {}, ann)));
const other = await call(url, 'long', {}, bob);
const ended = async (taskId: unknown, headers: object): Promise<string> => {
  for (;;) {
    const { status, result } = await post(url, 'tasks/get', { taskId }, headers);
    if (status !== 'working') return toText(status, result as Message | undefined);
    await sleep(500);
  }
};
const toText = (status: unknown, result: Message | undefined): string => {
  const [{ text }] = (result?.['content'] ?? [{ text: '' }]) as [{ text: string }];
  return `${String(status)}: ${text.length === LONG ? 'the whole result' : text}`;
};
const counts: Record<string, number> = {};
for (const { taskId } of begun) {
  const how = await ended(taskId, ann);
  counts[how] = (counts[how] ?? 0) + 1;
}
process.send?.({ counts, other: await ended(other['taskId'], bob) });
process.disconnect?.();
process.exit(0);
