// Cancellation of stateless requests (basic/patterns/cancellation, basic/transports/stdio).
import { expect } from 'vitest';
import { defineServer, defineTool, toolRegistry } from '../../src/index.ts';
import type { Context } from '../../src/index.ts';
import { exchange, stopTimers, verifies } from './harness.ts';
import type { Message } from './harness.ts';
import { request } from './messages.ts';

const info = { name: 'test', version: '1.0.0' };
const call = (id: unknown): Message => request('2026-07-28', id, 'tools/call', { name: 'wait' });
const waiting = (contexts: Context[], log: string[] = []): ReturnType<typeof defineTool> =>
  defineTool({
    name: 'wait',
    run: (_, ctx) => {
      contexts.push(ctx);
      return new Promise<string>((resolve) => {
        ctx.signal.addEventListener('abort', () => {
          log.push(`${JSON.stringify(ctx.requestId)} ${String(ctx.signal.reason)}`);
          resolve('too late');
        });
      });
    },
  });

verifies(
  ['T-04', 'X-02'],
  'aborts with the reason and sends nothing more',
  async ({ connect, transport }) => {
    const contexts: Context[] = [];
    const log: string[] = [];
    const client = await connect(defineServer({ ...info, tools: [waiting(contexts, log)] }));
    const message = call(5);
    const params = Object(message['params']);
    const _meta = { ...params._meta, progressToken: 1, 'io.modelcontextprotocol/logLevel': 'debug' };
    client.send({ ...message, params: { ...params, _meta } });
    client.notify('notifications/cancelled', { requestId: 5, reason: 'the user left' });
    await exchange(client, request('2026-07-28', 'mid', 'tools/list'));
    for (const ctx of contexts) {
      ctx.progress(1);
      ctx.log('error', 'late');
    }
    await exchange(client, request('2026-07-28', 'end', 'tools/list'));
    // Over HTTP the client closes the response, and can give no reason.
    const reason = transport === 'http' ? 'closed the stream' : 'the user left';
    expect(log).toEqual([expect.stringMatching(`^5 .*${reason}`)]);
    expect(client.received.slice(1)).toMatchObject([{ id: 'mid' }, { id: 'end' }]);
  },
);

verifies('T-04', 'overlooks cancellations of what is unknown, finished or malformed', async ({ connect }) => {
  const contexts: Context[] = [];
  const log: string[] = [];
  const client = await connect(defineServer({ ...info, tools: [waiting(contexts, log)] }));
  await client.request('tools/list', {}, { id: 'finished' });
  client.send(call(5));
  for (const params of [undefined, {}, { requestId: null }, { requestId: [5] }]) {
    client.notify('notifications/cancelled', params);
  }
  for (const requestId of ['finished', 'unknown', '5', 5.5]) {
    client.notify('notifications/cancelled', { requestId });
  }
  await exchange(client, request('2026-07-28', 'end', 'tools/list'));
  expect(log).toEqual([]);
  expect(client.received.slice(2)).toMatchObject([{ id: 'end' }]);
  client.notify('notifications/cancelled', { requestId: 5 });
  await exchange(client, request('2026-07-28', 'end2', 'tools/list'));
  expect(log).toHaveLength(1);
});

verifies('X-01', 'cancels nothing itself, not even at its end', async ({ connect }) => {
  using timers = stopTimers();
  const ask = defineTool({
    name: 'wait',
    run: async (_, ctx) => {
      await ctx.ask.sample('a', { messages: [], maxTokens: 1 });
    },
  });
  const server = defineServer({ ...info, tools: toolRegistry([ask]), askTimeoutMs: 5 });
  const client = await connect(server, { capabilities: { sampling: {} } });
  const question = await client.request('tools/call', { name: 'wait' }, { answer: false });
  expect(question).toMatchObject({ resultType: 'input_required' });
  const notifications = { toolsListChanged: true };
  client.send(request('2026-07-28', 'l', 'subscriptions/listen', { notifications }));
  await timers.pass(15);
  await client.close();
  expect(client.notifications('notifications/cancelled')).toEqual([]);
});
