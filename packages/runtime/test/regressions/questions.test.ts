// Regressions: questions to the client that once hung, ran twice, or took the process down.
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { defineServer, defineTool } from '../../src/index.ts';
import { connect } from '../../src/testing/connect.ts';

const info = { name: 'server', version: '1.0.0' };
const form = { type: 'object', properties: { name: { type: 'string' } } } as const;
const elicitation = {
  capabilities: { elicitation: {} },
  answers: { 'elicitation/create': () => ({ action: 'decline' }) },
};

test.each(['2025-11-25', '2026-07-28'] as const)(
  'leaves no unhandled rejection behind when two questions are awaited in turn (%s)',
  async (revision) => {
    const rejections: unknown[] = [];
    const onRejection = (error: unknown): number => rejections.push(error);
    process.on('unhandledRejection', onRejection);
    const both = defineTool({
      name: 'both',
      run: async (_, ctx) => {
        const first = ctx.ask.elicit('first', { message: 'First?', schema: form });
        const second = ctx.ask.elicit('second', { message: 'Second?', schema: form });
        return `${(await first).action}, ${(await second).action}`;
      },
    });
    await using client = await connect(defineServer({ ...info, tools: [both] }), {
      revision,
      ...elicitation,
    });
    const { content } = await client.request('tools/call', { name: 'both' });
    await setImmediate();
    process.off('unhandledRejection', onRejection);
    expect(content).toEqual([{ type: 'text', text: 'decline, decline' }]);
    expect(rejections).toEqual([]);
  },
);

test.each(['2025-11-25', '2026-07-28'] as const)(
  'runs a step without a result once (%s)',
  async (revision) => {
    let runs = 0;
    const send = defineTool({
      name: 'send',
      run: async (_, ctx) => {
        await Promise.all([ctx.once('send', () => void runs++), ctx.once('send', () => void runs++)]);
        await ctx.ask.elicit('sure', { message: 'Sure?', schema: form });
        return 'sent';
      },
    });
    await using client = await connect(defineServer({ ...info, tools: [send] }), {
      revision,
      ...elicitation,
    });
    await client.request('tools/call', { name: 'send' });
    expect(runs).toBe(1);
  },
);

test('rejects a question asked while the connection drains at once', async () => {
  let go = (): void => {};
  const gate = new Promise<void>((resolve) => (go = resolve));
  const late = defineTool({
    name: 'late',
    run: async (_, ctx) => {
      await gate;
      return (await ctx.ask.elicit('late', { message: 'Late?', schema: form })).action;
    },
  });
  const server = defineServer({ ...info, tools: [late] });
  const client = await connect(server, { revision: '2025-11-25', capabilities: { elicitation: {} } });
  const answer = client.request('tools/call', { name: 'late' });
  await client.request('ping');
  const started = performance.now();
  const closed = client.close();
  go();
  await closed;
  // Draining would take five seconds.
  expect(performance.now() - started).toBeLessThan(4900);
  expect(await answer).toMatchObject({ isError: true });
});

test('passes the roots to a call even if the call that requested them was cancelled', async () => {
  const count = defineTool({ name: 'count', run: async (_, ctx) => `${(await ctx.ask.roots()).length}` });
  let answer = (): void => {};
  const gate = new Promise<void>((resolve) => (answer = resolve));
  await using client = await connect(defineServer({ ...info, tools: [count] }), {
    revision: '2025-11-25',
    capabilities: { roots: {} },
    answers: { 'roots/list': async () => (await gate, { roots: [{ uri: 'file:///a' }] }) },
  });
  void client.request('tools/call', { name: 'count' }, { id: 'first' });
  const second = client.request('tools/call', { name: 'count' }, { id: 'second' });
  await client.waitFor(({ method }) => method === 'roots/list');
  client.notify('notifications/cancelled', { requestId: 'first' });
  answer();
  expect(await second).toEqual({ content: [{ type: 'text', text: '1' }] });
  expect(client.received.filter((message) => JSON.stringify(message).includes('roots/list'))).toHaveLength(1);
});

test('waits for an answer even if the time-out exceeds the maximum of a timer', async () => {
  const ask = defineTool({
    name: 'ask',
    run: async (_, ctx) => (await ctx.ask.elicit('a', { message: 'A?', schema: form })).action,
  });
  const answers = { 'elicitation/create': async () => (await setImmediate(), { action: 'cancel' }) };
  const server = defineServer({ ...info, tools: [ask], askTimeoutMs: Infinity });
  await using client = await connect(server, {
    revision: '2025-11-25',
    capabilities: { elicitation: {} },
    answers,
  });
  expect(await client.request('tools/call', { name: 'ask' })).toEqual({
    content: [{ type: 'text', text: 'cancel' }],
  });
});
