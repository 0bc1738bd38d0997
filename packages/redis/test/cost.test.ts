// Costs of calls in Redis commands, each a round trip. docs/operations.md of the runtime relies on these numbers.
import { setTimeout as sleep } from 'node:timers/promises';
import { RedisNonceStore, RedisTaskStore } from '@mcp/redis';
import { defineServer, defineTool } from '@mcp/runtime';
import { tasks } from '@mcp/runtime/tasks';
import { connect, type TestClient } from '@mcp/runtime/testing';
import { createClient } from 'redis';
import { expect, test, vi } from 'vitest';
import { hasRedis, RedisServer, unlessRun } from './redis-server.ts';

const finish = defineTool({ name: 'finish', task: 'required', run: () => 'done' });
const plain = defineTool({ name: 'plain', run: () => 'plain' });
const schema = { type: 'object', properties: {} } as const;
const once = defineTool({
  name: 'once',
  atMostOnce: true,
  run: async (_, ctx) => (await ctx.ask.elicit('sure', { message: 'Sure?', schema })).action,
});
const capabilities = { elicitation: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } };

test.skipIf(!hasRedis)(
  `a call needs no command, a one-time answer one, a short task four${unlessRun}`,
  async () => {
    await using redis = await RedisServer.start();
    const client = await createClient({ url: redis.url }).connect();
    const sent: string[] = [];
    const sendCommand = (args: readonly string[]): Promise<unknown> => {
      sent.push(args[0] ?? '');
      return client.sendCommand(args);
    };
    const server = defineServer({
      name: 'counted',
      version: '1.0.0',
      tools: [plain, once, finish],
      nonces: new RedisNonceStore({ sendCommand }),
      extensions: [tasks({ store: new RedisTaskStore({ sendCommand }) })],
    });
    await using caller = await connect(server, { capabilities });
    await caller.request('tools/call', { name: 'plain' });
    expect(sent).toEqual([]);

    const asked = await caller.request('tools/call', { name: 'once' }, { answer: false });
    expect(sent).toEqual([]);
    const inputResponses = { sure: { action: 'accept', content: {} } };
    const answer = { name: 'once', requestState: asked['requestState'], inputResponses };
    await caller.request('tools/call', answer);
    expect(sent.splice(0)).toEqual(['SET']);

    const { taskId } = await caller.request('tools/call', { name: 'finish' });
    await vi.waitFor(() => expect(sent).toEqual(['EVAL', 'MGET', 'EVAL']), 20_000);
    expect(await caller.request('tasks/get', { taskId })).toMatchObject({ status: 'completed' });
    expect(sent).toEqual(['EVAL', 'MGET', 'EVAL', 'MGET']);
    client.destroy();
  },
);

test.skipIf(!hasRedis)(
  `polls all tasks that a process runs or listens to with one command a second: 400 tasks, and 40 streams of 400 ids elsewhere${unlessRun}`,
  async () => {
    await using redis = await RedisServer.start();
    const client = await createClient({ url: redis.url }).connect();
    const wait = defineTool({
      name: 'wait',
      task: 'required',
      run: (_, ctx) =>
        new Promise<string>((resolve) => ctx.signal.addEventListener('abort', () => resolve(''))),
    });
    const open = async (): Promise<{ readonly sent: string[]; readonly caller: TestClient }> => {
      const sent: string[] = [];
      const sendCommand = (args: readonly string[]): Promise<unknown> => {
        sent.push(`${args[0] ?? ''} ${args.length}`);
        return client.sendCommand(args);
      };
      const extensions = [tasks({ store: new RedisTaskStore({ sendCommand }) })];
      const server = defineServer({ name: 'counted', version: '1.0.0', tools: [wait], extensions });
      return { sent, caller: await connect(server, { capabilities }) };
    };
    const [runs, listens] = [await open(), await open()];
    const begun = Array.from({ length: 400 }, () => runs.caller.request('tools/call', { name: 'wait' }));
    const taskIds = (await Promise.all(begun)).map(({ taskId }) => taskId);
    for (let i = 0; i < 40; i++) {
      const params = { notifications: { taskIds } };
      void listens.caller.request('subscriptions/listen', params, { id: `stream-${i}` }).catch(() => {});
    }
    await vi.waitFor(
      () => expect(listens.caller.notifications('notifications/tasks')).toHaveLength(40 * 400),
      30_000,
    );
    for (const { sent } of [runs, listens]) sent.length = 0;
    await sleep(3500);
    for (const { sent } of [runs, listens]) {
      expect(new Set(sent)).toEqual(new Set(['MGET 401']));
      // A busy machine may poll late but never early.
      expect(sent.length).toBeLessThanOrEqual(4);
    }
    await Promise.all(taskIds.map((taskId) => runs.caller.request('tasks/cancel', { taskId })));
    for (const { caller } of [runs, listens]) await caller.close();
    await client.close();
  },
  60_000,
);
