// Replica of a server whose tasks and nonces are in Redis. Arguments: the URL of the store and the port.
import { setTimeout as sleep } from 'node:timers/promises';
import { connectRedis } from '@mcp/redis';
import { defineServer, defineTool } from '@mcp/runtime';
import { tasks } from '@mcp/runtime/tasks';
import { serveHttp } from '@mcp/runtime/http';

const stores = await connectRedis(process.argv[2] ?? '', { timeoutMs: 1000, report: () => {} });
const schema = { type: 'object', properties: { word: { type: 'string' } } } as const;

const plain = defineTool({ name: 'plain', description: 'Needs no store.', run: () => 'plain' });
const optional = defineTool({
  name: 'optional',
  description: 'May be a task, and takes longer than a call should.',
  task: 'optional',
  run: async () => {
    await sleep(100);
    return 'optional';
  },
});
const wait = defineTool({
  name: 'wait',
  description: 'Waits.',
  task: 'required',
  run: async (_, ctx) => {
    ctx.progress(1, 2, `waits in ${process.pid}`);
    await sleep(600_000, undefined, { signal: ctx.signal }).finally(() => process.send?.('stopped'));
  },
});
const finish = defineTool({
  name: 'finish',
  description: 'Is done.',
  task: 'required',
  run: () => `done in ${process.pid}`,
});
const once = defineTool({
  name: 'once',
  description: 'Asks, and goes on once only.',
  atMostOnce: true,
  run: async (_, ctx) => (await ctx.ask.elicit('word', { message: 'Which word?', schema })).action,
});
const sleepy = defineTool({
  name: 'sleepy',
  description: 'Works for this many milliseconds, and is no task.',
  inputSchema: { type: 'object', properties: { ms: { type: 'integer' } }, required: ['ms'] },
  run: async ({ ms }, ctx) => {
    await sleep(ms, undefined, { signal: ctx.signal });
    return 'slept';
  },
});
const crash = defineTool({
  name: 'crash',
  description: 'Ends its process before it answers.',
  run: () => void process.kill(process.pid, 'SIGKILL'),
});

/** Longer than a proxy takes to notice that the replica no longer listens. */
const DRAIN_MS = 30_000;

const server = defineServer({
  name: 'replica',
  version: '1',
  tools: [plain, optional, wait, finish, once, sleepy, crash],
  nonces: stores.nonces,
  stateSecrets: ['a secret of all replicas, long enough'],
  extensions: [tasks({ store: stores.tasks, answerWithinMs: 20 })],
  report: () => {},
});
const serving = await serveHttp(server, { port: Number(process.argv[3]) });
process.send?.(serving.url);
process.once('SIGTERM', () => void serving.close(DRAIN_MS).then(() => process.exit(0)));
process.on('disconnect', () => process.exit(0));
