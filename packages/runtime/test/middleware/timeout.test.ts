// timeout: what it ends, how it answers, and which time does not count.
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  definePrompt,
  defineResource,
  defineServer,
  defineTool,
  type McpServer,
  type Report,
} from '../../src/index.ts';
import { timeout } from '../../src/middleware.ts';
import type { TimeoutOptions } from '../../src/middleware/timeout.ts';
import { connect } from '../../src/testing/connect.ts';
import { call, extra, failure, PLACES, success } from './fixture.ts';

const schema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] } as const;
const LONG = 60_000;

interface Fixture {
  readonly server: McpServer;
  readonly reports: Report[];
  readonly reasons: unknown[];
}

const serve = (options: TimeoutOptions): Fixture => {
  const reports: Report[] = [];
  const reasons: unknown[] = [];
  const forever = async (_: unknown, { signal }: { signal: AbortSignal }): Promise<string> => {
    await once(signal, 'abort');
    reasons.push(signal.reason);
    return 'too late';
  };
  const tools = [
    defineTool({ name: 'forever', run: forever }),
    defineTool({ name: 'obedient', run: (_, { signal }) => setTimeout(LONG, 'never', { signal }) }),
    defineTool({ name: 'deaf', run: () => new Promise<string>(() => {}) }),
    defineTool({ name: 'quick', run: () => setTimeout(10, 'quick') }),
    defineTool({ name: 'at-once', run: () => 'at once' }),
    defineTool({
      name: 'ask',
      run: async (_, ctx) => (await ctx.ask.elicit('ok', { message: 'Ok?', schema })).action,
    }),
    defineTool({
      name: 'ask-then-forever',
      run: async (_, ctx) => {
        await ctx.ask.elicit('ok', { message: 'Ok?', schema });
        return forever(undefined, ctx);
      },
    }),
  ];
  const server = defineServer({
    name: 'test',
    version: '1',
    tools,
    resources: [defineResource({ uri: 'test:///', name: 'r', read: (ctx) => forever(undefined, ctx) })],
    prompts: [definePrompt({ name: 'p', get: (_, ctx) => forever(undefined, ctx) })],
    middleware: [timeout(options)],
    report: (report) => reports.push(report),
  });
  return { server, reports, reasons };
};

describe.each(PLACES)('$revision over $transport', (place) => {
  test.each(['forever', 'obedient', 'deaf'])(
    'ends the tool %s, whatever it does afterwards',
    async (name) => {
      const { server, reports } = serve({ ms: 20 });
      await using client = await connect(server, place);
      expect(await call(client, name)).toEqual({
        ...failure('Timed out after 20 ms. Ask for less at a time, or try again later.'),
        ...extra(place),
      });
      // A late answer of the tool would appear between these two.
      expect(await call(client, 'quick')).toEqual({ ...success('quick'), ...extra(place) });
      expect(client.received.filter((message) => 'id' in Object(message))).toHaveLength(3);
      // The tool's final error is not a bug.
      expect(reports).toEqual([]);
    },
  );

  test('aborts the signal, with the reason', async () => {
    const { server, reasons } = serve({ ms: 20 });
    await using client = await connect(server, place);
    await call(client, 'forever');
    expect(reasons).toEqual([
      expect.objectContaining({ name: 'TimeoutError', message: 'Timed out after 20 ms' }),
    ]);
  });

  test('ends resources and prompts with an error', async () => {
    await using client = await connect(serve({ ms: 20 }).server, place);
    const error = {
      code: -32603,
      message: 'Timed out after 20 ms. Ask for less at a time, or try again later.',
    };
    await expect(client.request('resources/read', { uri: 'test:///' })).rejects.toMatchObject(error);
    await expect(client.request('prompts/get', { name: 'p' })).rejects.toMatchObject(error);
  });

  test('passes quick calls and calls that never wait', async () => {
    await using client = await connect(serve({ ms: LONG }).server, place);
    expect(await call(client, 'quick')).toEqual({ ...success('quick'), ...extra(place) });
    expect(await call(client, 'at-once')).toEqual({ ...success('at once'), ...extra(place) });
  });

  test('a tool may have its own time limit', async () => {
    await using client = await connect(serve({ ms: LONG, tools: { deaf: 20 } }).server, place);
    expect(await call(client, 'deaf')).toMatchObject({ isError: true });
    await using patient = await connect(serve({ ms: 1, tools: { quick: Infinity } }).server, place);
    expect(await call(patient, 'quick')).toMatchObject(success('quick'));
  });
});

const SESSIONS = PLACES.filter(({ revision }) => revision !== '2026-07-28');

describe.each(SESSIONS)('a question, $revision over $transport', (place) => {
  const answers = (ms: number) => ({
    'elicitation/create': () => setTimeout(ms, { action: 'accept', content: { ok: true } }),
  });
  const capabilities = { elicitation: {} };

  test('may be open for longer than the time limit', async () => {
    const { server } = serve({ ms: 100 });
    await using client = await connect(server, { ...place, capabilities, answers: answers(400) });
    expect(await call(client, 'ask')).toEqual({ ...success('accept'), ...extra(place) });
  });

  test('stops the clock only while it is open', async () => {
    const { server } = serve({ ms: 100 });
    await using client = await connect(server, { ...place, capabilities, answers: answers(10) });
    expect(await call(client, 'ask-then-forever')).toMatchObject({ isError: true });
  });
});

test('a cancelled call gets no answer, even after its time limit', async () => {
  const { server, reasons } = serve({ ms: 20 });
  await using client = await connect(server, { revision: '2025-11-25' });
  client.send({ jsonrpc: '2.0', id: 'c', method: 'tools/call', params: { name: 'forever' } });
  client.notify('notifications/cancelled', { requestId: 'c', reason: 'changed my mind' });
  await call(client, 'deaf');
  expect(client.received.filter((message) => Object(message).id === 'c')).toEqual([]);
  expect(reasons).toMatchObject([{ name: 'AbortError', message: 'changed my mind' }]);
});
