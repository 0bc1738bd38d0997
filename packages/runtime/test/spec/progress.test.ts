// Progress: reports on a running request, under the token that came with it (basic/utilities/progress).
import { expect } from 'vitest';
import { defineServer, defineTool } from '../../src/index.ts';
import type { Context } from '../../src/index.ts';
import { exchange, verifies } from './harness.ts';
import type { Message } from './harness.ts';
import { notificationOf, request } from './messages.ts';
import type { Revision } from './requirements/index.ts';
import { connected } from './requirements/types.ts';

const info = { name: 'test', version: '1.0.0' };
const reporting = (run: (ctx: Context) => unknown): ReturnType<typeof defineServer> =>
  defineServer({
    ...info,
    tools: [
      defineTool({
        name: 'report',
        run: async (_, ctx) => {
          await run(ctx);
        },
      }),
    ],
  });
const call = (revision: Revision, id: unknown, token?: unknown): Message => {
  const message = request(revision, id, 'tools/call', { name: 'report' });
  if (token === undefined) return message;
  const params = message['params'] as { _meta?: object };
  return { ...message, params: { ...params, _meta: { ...params._meta, progressToken: token } } };
};
const report = (progressToken: unknown, progress: number, more: object = {}): object =>
  notificationOf('notifications/progress', { progressToken, progress, ...more });

const tokenRules = { stateful: ['PROG-1', 'PROG-8', 'META-7'], modern: 'X-03' };
verifies(tokenRules, 'reports under the token of the request, before its answer', async (bench) => {
  const { revision, connect } = bench;
  for (const token of [0, '', 7, 'token']) {
    const client = await connect(reporting((ctx) => ctx.progress(1)));
    await exchange(client, call(revision, 'a', token));
    expect(client.received.slice(1)).toMatchObject([report(token, 1), { id: 'a', result: { content: [] } }]);
    expect(client.received[1]).toEqual(report(token, 1));
  }
});

verifies(
  tokenRules,
  'reports nothing when there is no token or an illegal one',
  async ({ connect, revision }) => {
    const client = await connect(reporting((ctx) => ctx.progress(1)));
    for (const [id, token] of [undefined, null, 1.5, {}, true, ['a']].entries()) {
      await exchange(client, call(revision, `c${id}`, token));
    }
    expect(client.notifications()).toEqual([]);
  },
);

verifies(
  { stateful: 'PROG-2', modern: 'X-03' },
  'leaves out reports that do not grow',
  async ({ connect, revision }) => {
    const client = await connect(
      reporting((ctx) => {
        for (const progress of [1, 1, 0.5, 2, Number.NaN, 2, 2.25, Infinity, -1, 3]) ctx.progress(progress);
      }),
    );
    await exchange(client, call(revision, 'a', 't'));
    expect(client.notifications()).toEqual([1, 2, 2.25, 3].map((progress) => report('t', progress)));
  },
);

verifies('PROG-3', 'sends fractions, and a total when there is one', async ({ connect, revision }) => {
  const client = await connect(
    reporting((ctx) => {
      ctx.progress(0);
      ctx.progress(0.5, 1.5);
      ctx.progress(1, Number.NaN);
    }),
  );
  await exchange(client, call(revision, 'a', 't'));
  expect(client.notifications()).toEqual([report('t', 0), report('t', 0.5, { total: 1.5 }), report('t', 1)]);
});

const messages = { stateful: ['PROG-4', 'PROJ-17'], modern: 'X-03' };
verifies(messages, 'sends the message', async ({ connect, revision }) => {
  const client = await connect(reporting((ctx) => ctx.progress(1, 2, 'Half-way')));
  await exchange(client, call(revision, 'a', 't'));
  expect(client.notifications()).toEqual([report('t', 1, { total: 2, message: 'Half-way' })]);
});

verifies(
  'PROJ-17',
  'leaves the message out',
  async ({ connect, revision }) => {
    const client = await connect(reporting((ctx) => ctx.progress(1, 2, 'Half-way')));
    await exchange(client, call(revision, 'a', 't'));
    expect(client.notifications()).toEqual([report('t', 1, { total: 2 })]);
  },
  { revisions: ['2024-11-05'] },
);

verifies(
  { stateful: 'PROG-5', modern: 'X-03' },
  'reports nothing after the answer, a failure or a cancellation',
  async ({ connect, revision }) => {
    const contexts: Context[] = [];
    const server = reporting((ctx) => {
      contexts.push(ctx);
      if (ctx.requestId === 'broken') throw new Error('a');
      return ctx.requestId === 'cancelled' ? new Promise(() => {}) : undefined;
    });
    const client = await connect(server);
    await exchange(client, call(revision, 'answered', 1));
    client.send(call(revision, 'cancelled', 2));
    client.notify('notifications/cancelled', { requestId: 'cancelled' });
    await exchange(client, call(revision, 'other'));
    for (const ctx of contexts) ctx.progress(1);
    await exchange(client, call(revision, 'end'));
    expect(client.notifications()).toEqual([]);
  },
  { transports: connected },
);

verifies('PROG-6', 'thins out a flood but lets the last report through', async ({ connect, revision }) => {
  const client = await connect(
    reporting((ctx) => {
      for (let progress = 1; progress <= 10_000; progress++) ctx.progress(progress, 10_000);
    }),
  );
  await exchange(client, call(revision, 'a', 't'));
  const reports = client.notifications();
  expect(reports.length).toBeLessThan(100);
  expect(reports.at(-1)).toEqual(report('t', 10_000, { total: 10_000 }));
  expect(client.received.at(-1)).toMatchObject({ id: 'a' });
});

verifies('PROG-7', 'keeps two requests with the same token apart', async ({ connect, revision }) => {
  const contexts = new Map<unknown, { ctx: Context; finish: (value: unknown) => void }>();
  const server = reporting(
    (ctx) => new Promise((finish) => void contexts.set(ctx.requestId, { ctx, finish })),
  );
  const client = await connect(server);
  client.send(call(revision, 'a', 't'));
  client.send(call(revision, 'b', 't'));
  await client.request('ping');
  const [a, b] = [contexts.get('a'), contexts.get('b')];
  a?.ctx.progress(5);
  a?.finish(undefined);
  await client.waitFor(({ id }) => id === 'a');
  a?.ctx.progress(6);
  b?.ctx.progress(1);
  b?.finish(undefined);
  await client.waitFor(({ id }) => id === 'b');
  expect(client.notifications()).toEqual([report('t', 5), report('t', 1)]);
});

verifies('PROG-10', 'never uses one progress token for two of its own requests', async ({ connect }) => {
  const sample = { messages: [], maxTokens: 1 };
  const ask = defineTool({
    name: 'ask',
    run: async (_, ctx) => {
      await Promise.all([
        ctx.ask.sample('a', sample),
        ctx.ask.sample('b', sample),
        ctx.ask.sample('c', sample),
      ]);
    },
  });
  const client = await connect(defineServer({ ...info, tools: [ask] }), {
    capabilities: { sampling: {} },
    answers: {
      'sampling/createMessage': () => ({ role: 'user', content: { type: 'text', text: '' }, model: 'm' }),
    },
  });
  await client.request('tools/call', { name: 'ask' });
  const asked = client.received.filter((message) => Reflect.has(Object(message), 'method'));
  const tokens = asked.flatMap((message) => Object(message).params?._meta?.progressToken ?? []);
  expect(asked).toHaveLength(3);
  expect(new Set(tokens).size).toBe(tokens.length);
});

verifies('PROG-1', 'a token of 1,024 characters is used, a longer one is refused', async (bench) => {
  const { revision, connect } = bench;
  let calls = 0;
  const server = reporting((ctx) => {
    calls++;
    ctx.progress(1);
  });
  const client = await connect(server);
  await exchange(client, call(revision, 'short', 'x'.repeat(1024)));
  expect(client.notifications()).toHaveLength(1);
  const refused = await exchange(client, call(revision, 'long', 'x'.repeat(1025)));
  const message = 'Invalid params: params._meta.progressToken has 1025 characters; use at most 1024';
  expect(refused).toMatchObject({ id: 'long', error: { code: -32602, message } });
  expect([calls, client.notifications().length]).toEqual([1, 1]);
});
