// Cancellation: the client gives up a request, or the server one of its own (basic/utilities/cancellation,
// from 2026-07-28 basic/patterns/cancellation).
import { expect } from 'vitest';
import { defineServer, defineTool, toolRegistry } from '../../src/index.ts';
import type { Context } from '../../src/index.ts';
import { exchange, stopTimers, verifies } from './harness.ts';
import type { Message } from './harness.ts';
import { answerTo, errorTo, notificationOf, request, requestOf } from './messages.ts';

const info = { name: 'test', version: '1.0.0' };

/** A tool that waits until it is aborted, its contexts, and a list of what happened to it. */
const waiting = () => {
  const log: string[] = [];
  const contexts: Context[] = [];
  const wait = defineTool({
    name: 'wait',
    run: (_, ctx) => {
      contexts.push(ctx);
      log.push(`${JSON.stringify(ctx.requestId)} started`);
      return new Promise<string>((resolve) => {
        ctx.signal.addEventListener('abort', () => {
          log.push(`${JSON.stringify(ctx.requestId)} aborted: ${String(ctx.signal.reason)}`);
          resolve('too late');
        });
      });
    },
  });
  return { log, contexts, wait };
};
const call = (id: unknown): Message => requestOf(id, 'tools/call', { name: 'wait' });
const ping = requestOf('end', 'ping');
const pong = answerTo('end', {});

verifies(
  { stateful: ['CAN-1', 'CAN-7'], modern: ['T-04', 'X-02'] },
  'aborts the handler with the reason and sends nothing more',
  async ({ connect, revision, transport }) => {
    const { log, contexts, wait } = waiting();
    const client = await connect(defineServer({ ...info, tools: [wait] }));
    const message = request(revision, 5, 'tools/call', { name: 'wait' });
    const params = Object(message['params']);
    const level = revision === '2026-07-28' ? { 'io.modelcontextprotocol/logLevel': 'debug' } : {};
    client.send({
      ...message,
      params: { ...params, _meta: { ...params._meta, ...level, progressToken: 1 } },
    });
    client.notify('notifications/cancelled', { requestId: 5, reason: 'the user left' });
    const middle = await exchange(client, request(revision, 'mid', 'tools/list'));
    for (const ctx of contexts) {
      ctx.progress(1);
      ctx.log('error', 'late');
    }
    const end = await exchange(client, request(revision, 'end', 'tools/list'));
    // Over HTTP a client of 2026-07-28 closes the response, and can give no reason.
    const isClosed = transport === 'http' && revision === '2026-07-28';
    const reason = isClosed ? 'closed the stream' : 'the user left';
    expect(log).toEqual(['5 started', expect.stringMatching(`^5 aborted: .*${reason}`)]);
    expect(client.received.slice(1)).toEqual([middle, end]);
  },
);

verifies('CAN-7', 'reports reasons to the operator', async ({ connect }) => {
  const reports: string[] = [];
  const { wait } = waiting();
  const report = ({ message }: { readonly message: string }): void => void reports.push(message);
  const client = await connect(defineServer({ ...info, tools: [wait], report }));
  client.send(call(5));
  client.notify('notifications/cancelled', { requestId: 5, reason: 'the user left' });
  await exchange(client, ping);
  expect(reports).toEqual([expect.stringContaining('the user left')]);
});

verifies(
  { stateful: ['CAN-2', 'CAN-8', 'PROJ-43'], modern: 'T-04' },
  'overlooks cancellations that name nothing',
  async ({ connect, revision }) => {
    const { log, wait } = waiting();
    const client = await connect(defineServer({ ...info, tools: [wait] }));
    await client.request('tools/list', {}, { id: 'finished' });
    client.send(request(revision, 5, 'tools/call', { name: 'wait' }));
    for (const params of [undefined, {}, { reason: 'a' }, { requestId: null }, { requestId: [5] }]) {
      client.notify('notifications/cancelled', params);
    }
    for (const requestId of ['unknown', 'finished', 6, '5', 5.5, { id: 5 }]) {
      client.notify('notifications/cancelled', { requestId });
    }
    const end = await exchange(client, request(revision, 'end', 'tools/list'));
    expect(log).toEqual(['5 started']);
    expect(client.received.slice(2)).toEqual([end]);
    client.notify('notifications/cancelled', { requestId: 5 });
    await exchange(client, request(revision, 'last', 'tools/list'));
    expect(log).toEqual(['5 started', expect.stringMatching(/^5 aborted/)]);
  },
);

verifies('CAN-3', 'settles once when answer and cancellation cross', async ({ connect }) => {
  let finish: (text: string) => void = () => {};
  const wait = defineTool({ name: 'wait', run: () => new Promise<string>((resolve) => (finish = resolve)) });
  const client = await connect(defineServer({ ...info, tools: [wait] }));
  client.send(call('answered'));
  await exchange(client, { ...ping, id: 'first' });
  finish('in time');
  client.notify('notifications/cancelled', { requestId: 'answered' });
  client.send(call('cancelled'));
  await exchange(client, { ...ping, id: 'second' });
  client.notify('notifications/cancelled', { requestId: 'cancelled' });
  client.notify('notifications/cancelled', { requestId: 'cancelled' });
  await exchange(client, { ...ping, id: 'third' });
  finish('too late');
  await exchange(client, ping);
  const ids = client.received.slice(1).map((message) => Reflect.get(Object(message), 'id'));
  expect(ids.filter((id) => id === 'answered').length).toBeLessThanOrEqual(1);
  expect(ids).not.toContain('cancelled');
});

verifies(['CAN-4', 'CAN-11'], 'tells ids of different types and connections apart', async ({ connect }) => {
  const { log, wait } = waiting();
  const server = defineServer({ ...info, tools: [wait] });
  const [client, other] = [await connect(server), await connect(server)];
  for (const id of [0, '0', 1, '1', '']) client.send(call(id));
  other.send(call(0));
  await exchange(other, ping);
  client.notify('notifications/cancelled', { requestId: 0 });
  client.notify('notifications/cancelled', { requestId: '1' });
  client.notify('notifications/cancelled', { requestId: '' });
  await exchange(client, ping);
  await exchange(other, { ...ping, id: 'more' });
  const aborted = log.filter((line) => line.includes('aborted')).map((line) => line.split(' ')[0]);
  expect(aborted).toEqual(['0', '"1"', '""']);
  for (const requestId of ['0', 1]) client.notify('notifications/cancelled', { requestId });
  other.notify('notifications/cancelled', { requestId: 0 });
});

verifies('CAN-5', 'finishes the handshake though it is cancelled', async ({ connect, revision }) => {
  const client = await connect(defineServer(info), { initialize: false });
  const params = { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'c', version: '1' } };
  client.send(requestOf(1, 'initialize', params));
  client.notify('notifications/cancelled', { requestId: 1 });
  expect(await client.waitFor(({ id }) => id === 1)).toMatchObject({ result: { protocolVersion: revision } });
});

const askModel = async (_: unknown, ctx: Context): Promise<string> =>
  (await ctx.ask.sample('a', { messages: [], maxTokens: 1 })).model;
const never = (): Promise<never> => new Promise(() => {});

verifies('CAN-6', 'overlooks the late answer to what it gave up', async ({ connect }) => {
  const ask = defineTool({ name: 'ask', run: askModel });
  const server = defineServer({ ...info, tools: [ask], askTimeoutMs: 5 });
  let answer = (): void => {};
  const gate = new Promise<void>((resolve) => (answer = resolve));
  const client = await connect(server, {
    capabilities: { sampling: {} },
    answers: {
      'sampling/createMessage': async () => {
        await gate;
        return { role: 'user', content: { type: 'text', text: '' }, model: 'm' };
      },
    },
  });
  expect(await client.request('tools/call', { name: 'ask' })).toMatchObject({ isError: true });
  const [count, before] = [client.received.length, client.sent.length];
  // A server without sessions has not asked.
  const questions = client.received.filter((message) => Object(message).method === 'sampling/createMessage');
  answer();
  await expect.poll(() => client.sent.length).toBe(before + questions.length);
  client.send(errorTo(1, { code: -1, message: 'late' }));
  client.send(answerTo(99, {}));
  await exchange(client, ping);
  expect(client.received.slice(count)).toEqual([pong]);
});

verifies('CAN-10', 'gives up its questions together with their request', async ({ connect }) => {
  const ask = defineTool({ name: 'wait', run: askModel });
  const server = defineServer({ ...info, tools: [ask] });
  const client = await connect(server, {
    capabilities: { sampling: {} },
    answers: { 'sampling/createMessage': never },
  });
  client.send(call('outer'));
  const question = await client.waitFor(({ method }) => method === 'sampling/createMessage');
  client.notify('notifications/cancelled', { requestId: 'outer' });
  await exchange(client, ping);
  expect(client.received.slice(2)).toEqual([
    notificationOf('notifications/cancelled', { requestId: question['id'], reason: expect.any(String) }),
    pong,
  ]);
});

verifies('CAN-1', 'runs no request that is cancelled while it waits for its turn', async ({ connect }) => {
  const { log, wait } = waiting();
  const server = defineServer({ ...info, tools: [wait], limits: { inFlight: 1 } });
  const client = await connect(server);
  for (const id of [1, 2, 3]) client.send(call(id));
  await exchange(client, { ...ping, id: 'first' });
  for (const requestId of [2, 1]) client.notify('notifications/cancelled', { requestId });
  await exchange(client, ping);
  await expect.poll(() => log).toEqual(['1 started', expect.stringMatching(/^1 aborted/), '3 started']);
  client.notify('notifications/cancelled', { requestId: 3 });
});

verifies('X-01', 'cancels nothing itself, not even at its end', async ({ connect, revision }) => {
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
  client.send(request(revision, 'l', 'subscriptions/listen', { notifications }));
  await timers.pass(15);
  await client.close();
  expect(client.notifications('notifications/cancelled')).toEqual([]);
});
