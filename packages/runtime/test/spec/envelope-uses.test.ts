// What handlers learn from the envelope: capabilities, trace, log level; and who answers (basic/index, 2026-07-28).
import { expect } from 'vitest';
import {
  definePrompt,
  defineResource,
  defineServer,
  defineTool,
  MissingCapabilityError,
} from '../../src/index.ts';
import type { ClientCapabilities, Context } from '../../src/index.ts';
import { exchange, verifies } from './harness.ts';
import { answerTo, errorTo, notificationOf, requestOf } from './messages.ts';

const info = { name: 'test', version: '1.0.0' };
const serverInfo = { 'io.modelcontextprotocol/serverInfo': info };
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const schema = { type: 'object', properties: { a: { type: 'string' } } } as const;
const sample = { messages: [], maxTokens: 1 };

/** What each question needs, and what a client that falls short of it may have. */
const questions: readonly [string, (ctx: Context) => Promise<unknown>, object, ClientCapabilities][] = [
  ['roots', (ctx) => ctx.ask.roots(), { roots: {} }, { sampling: {} }],
  ['sampling', (ctx) => ctx.ask.sample('q', sample), { sampling: {} }, { roots: {} }],
  [
    'sampling with tools',
    (ctx) => ctx.ask.sample('q', { ...sample, tools: [] }),
    { sampling: { tools: {} } },
    { sampling: {} },
  ],
  ['a form', (ctx) => ctx.ask.elicit('q', { message: 'a', schema }), { elicitation: { form: {} } }, {}],
  [
    'a form',
    (ctx) => ctx.ask.elicit('q', { message: 'a', schema }),
    { elicitation: { form: {} } },
    { elicitation: { url: {} } },
  ],
  [
    'a URL visit',
    (ctx) => ctx.ask.elicitUrl('q', { message: 'a', url: 'https://example.com/' }),
    { elicitation: { url: {} } },
    { elicitation: {} },
  ],
];

for (const [index, [what, ask, requiredCapabilities, capabilities]] of questions.entries()) {
  verifies(
    'E-03',
    `names what it lacks when a client cannot be asked for ${what} (${index})`,
    async (bench) => {
      const run = async (_: unknown, ctx: Context): Promise<string> => String(await ask(ctx));
      const server = defineServer({
        ...info,
        tools: [defineTool({ name: 'ask', run })],
        prompts: [definePrompt({ name: 'ask', get: run })],
        resources: [defineResource({ uri: 'test://ask', name: 'ask', read: (ctx) => run(undefined, ctx) })],
      });
      const client = await bench.connect(server, { capabilities });
      const requests = [
        client.request('tools/call', { name: 'ask' }),
        client.request('prompts/get', { name: 'ask' }),
        client.request('resources/read', { uri: 'test://ask' }),
      ];
      for (const request of requests) {
        await expect(request).rejects.toMatchObject({ code: -32021, data: { requiredCapabilities } });
      }
    },
  );
}

verifies('E-03', 'lets a handler do without what the client lacks', async ({ connect }) => {
  const ask = defineTool({
    name: 'ask',
    run: async (_, ctx) => {
      if (ctx.client.supports('roots')) return 'can';
      const error: unknown = await ctx.ask.roots().catch((reason: unknown) => reason);
      return error instanceof MissingCapabilityError ? 'did without' : 'other';
    },
  });
  const client = await connect(defineServer({ ...info, tools: [ask] }));
  expect(await client.request('tools/call', { name: 'ask' })).toEqual({
    resultType: 'complete',
    _meta: serverInfo,
    content: [{ type: 'text', text: 'did without' }],
  });
});

verifies('E-04', 'says in each result who answered', async ({ connect }) => {
  const ask = defineTool({ name: 'ask', run: async (_, ctx) => `${(await ctx.ask.roots()).length}` });
  const client = await connect(defineServer({ ...info, title: 'Test', tools: [ask] }), {
    capabilities: { roots: {} },
  });
  const question = await client.request('tools/call', { name: 'ask' }, { answer: false });
  expect(question).toMatchObject({ resultType: 'input_required', _meta: serverInfo });
  expect(await client.request('tools/list')).toMatchObject({ _meta: serverInfo });
  expect(client.server).toMatchObject({
    _meta: { 'io.modelcontextprotocol/serverInfo': { ...info, title: 'Test' } },
  });
});

verifies('E-06', 'hands a well-formed trace context to the handler', async ({ connect }) => {
  const seen: unknown[] = [];
  const trace = defineTool({ name: 'trace', run: (_, ctx) => void seen.push(ctx.trace) });
  const client = await connect(defineServer({ ...info, tools: [trace] }));
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const good = { traceparent, tracestate: 'vendor=value', baggage: 'userId=alice' };
  await client.request('tools/call', { name: 'trace' }, { _meta: good });
  await client.request('tools/call', { name: 'trace' }, { _meta: { traceparent } });
  await client.request('tools/call', { name: 'trace' });
  const bad = ['', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331', traceparent.toUpperCase(), 7];
  for (const value of [...bad, `00-${'0'.repeat(32)}-b7ad6b7169203331-01`, `ff${traceparent.slice(2)}`]) {
    await client.request(
      'tools/call',
      { name: 'trace' },
      { _meta: { traceparent: value, tracestate: 'a=b' } },
    );
  }
  expect(seen).toEqual([good, { traceparent }, {}, {}, {}, {}, {}, {}, {}]);
});

verifies('E-07', 'refuses a log level that it does not know', async ({ connect }) => {
  const tool = defineTool({ name: 'tool', run: () => 'a' });
  const client = await connect(defineServer({ ...info, tools: [tool] }));
  for (const [id, level] of ['loud', 'INFO', '', 3, null, {}].entries()) {
    const meta = { ...envelope, 'io.modelcontextprotocol/logLevel': level };
    const params = { name: 'tool', _meta: meta };
    expect(await exchange(client, requestOf(`l${id}`, 'tools/call', params))).toEqual(
      errorTo(`l${id}`, { code: -32602, message: expect.any(String) }),
    );
  }
});

const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

verifies('X-04', 'logs for the request that set a level, from that level up', async ({ connect }) => {
  const noisy = defineTool({
    name: 'noisy',
    run: (_, ctx) => {
      for (const level of levels) ctx.log(level, level);
    },
  });
  const client = await connect(defineServer({ ...info, tools: [noisy] }));
  expect(client.server).toMatchObject({ capabilities: { logging: {} } });
  await client.request('tools/call', { name: 'noisy' });
  expect(client.notifications()).toEqual([]);
  for (const [rank, level] of levels.entries()) {
    const before = client.received.length;
    const meta = { 'io.modelcontextprotocol/logLevel': level };
    await client.request('tools/call', { name: 'noisy' }, { id: `n${rank}`, _meta: meta });
    expect(client.received.slice(before)).toEqual([
      ...levels
        .slice(rank)
        .map((name) => notificationOf('notifications/message', { level: name, data: name })),
      answerTo(`n${rank}`, { resultType: 'complete', _meta: serverInfo, content: [] }),
    ]);
  }
});

verifies('X-04', 'never logs after the answer, nor when it has not declared logging', async ({ connect }) => {
  const contexts: Context[] = [];
  const noisy = defineTool({
    name: 'noisy',
    run: (_, ctx) => {
      contexts.push(ctx);
    },
  });
  const meta = { 'io.modelcontextprotocol/logLevel': 'debug' };
  const client = await connect(defineServer({ ...info, tools: [noisy] }));
  const quiet = await connect(defineServer({ ...info, tools: [noisy], logging: false }));
  await client.request('tools/call', { name: 'noisy' }, { _meta: meta });
  for (const ctx of contexts) ctx.log('error', 'late');
  await client.request('tools/call', { name: 'noisy' });
  expect(client.notifications()).toEqual([]);
  const loud = defineTool({ name: 'loud', run: (_, ctx) => ctx.log('error', 'a') });
  const silent = await connect(defineServer({ ...info, tools: [loud], logging: false }));
  await silent.request('tools/call', { name: 'loud' }, { _meta: meta });
  expect(silent.notifications()).toEqual([]);
  expect(quiet.server['capabilities']).toEqual({ tools: {} });
});
