// What calls cost in Redis: commands, each a round trip of its own. docs/operations.md of the runtime counts with these.
import { RedisNonceStore, RedisTaskStore } from '@mcp/redis';
import { defineServer, defineTool } from '@mcp/runtime';
import { tasks } from '@mcp/runtime/tasks';
import { connect } from '@mcp/runtime/testing';
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
  `a call costs no command, an answer that counts once one, a short task four${unlessRun}`,
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
