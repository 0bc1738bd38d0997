// Lifecycle: handshake, negotiation, order, timeouts, shutdown (basic/lifecycle).
import { expect } from 'vitest';
import { AskError, defineResource, defineServer, defineTool, toolRegistry } from '../../src/index.ts';
import { exchange, HELD_MS, stopTimers, verifies } from './harness.ts';
import { answerTo, errorTo, notificationOf, requestOf } from './messages.ts';
import { connected } from './requirements/types.ts';

const info = { name: 'test', version: '1.0.0' };
const clientInfo = { name: 'client', version: '1' };
const initialize = (protocolVersion: unknown, id: unknown = 'i'): { [key: string]: unknown } =>
  requestOf(id, 'initialize', { protocolVersion, capabilities: {}, clientInfo });
const askModel = defineTool({
  name: 'ask',
  run: async (_, ctx) => (await ctx.ask.sample('a', { messages: [], maxTokens: 1 })).model,
});

verifies(
  ['LC-1', 'LC-2'],
  'answers the handshake with the version asked for and all about itself',
  async (bench) => {
    const server = defineServer({ ...info, instructions: 'Be kind.', tools: [], logging: false });
    const client = await bench.connect(server, { initialize: false });
    expect(await exchange(client, initialize(bench.revision, 0))).toEqual(
      answerTo(0, {
        protocolVersion: bench.revision,
        capabilities: { tools: {} },
        serverInfo: info,
        instructions: 'Be kind.',
      }),
    );
  },
);

verifies('LC-1', 'leaves out instructions that it does not have', async ({ connect, revision }) => {
  const client = await connect(defineServer({ ...info, logging: false }));
  expect(client.server).toEqual({ protocolVersion: revision, capabilities: {}, serverInfo: info });
});

verifies(
  ['LC-3', 'LC-4'],
  'offers its newest stateful version to a client that asks for an unknown one',
  async ({ connect }) => {
    for (const unknown of ['1999-01-01', '2024-10-07', '2025-11-26', '2999-01-01', 'draft', '']) {
      const client = await connect(defineServer(info), { initialize: false });
      const { result } = await exchange(client, initialize(unknown));
      expect(result).toMatchObject({ protocolVersion: '2025-11-25' });
    }
  },
);

verifies('LC-15', 'refuses a handshake without a version and accepts the next one', async (bench) => {
  const client = await bench.connect(defineServer(info), { initialize: false });
  for (const [index, version] of [undefined, null, 20241105, {}].entries()) {
    expect(await exchange(client, initialize(version, `bad${index}`))).toEqual(
      errorTo(`bad${index}`, { code: -32602, message: expect.any(String) }),
    );
  }
  const answer = await exchange(client, initialize(bench.revision));
  expect(answer['result']).toMatchObject({ protocolVersion: bench.revision });
});

verifies('LC-15', 'tells the author when the client lacks what a handler needs', async ({ connect }) => {
  const client = await connect(defineServer({ ...info, tools: [askModel] }));
  expect(await client.request('tools/call', { name: 'ask' })).toEqual({
    content: [{ type: 'text', text: expect.stringContaining('sampling') }],
    isError: true,
  });
  expect(await client.request('ping')).toEqual({});
});

verifies(
  ['LC-6', 'LC-19'],
  'sends nothing but answers until the client is initialized',
  async ({ connect, revision }) => {
    using timers = stopTimers();
    const tools = toolRegistry();
    const server = defineServer({ ...info, tools });
    const client = await connect(server, { initialize: false });
    await exchange(client, initialize(revision));
    tools.add(askModel);
    await timers.pass(HELD_MS);
    await exchange(client, requestOf('p', 'ping'));
    expect(client.received.slice(1)).toEqual([answerTo('p', {})]);
    client.notify('notifications/initialized', { _meta: { invented: 1 } });
    tools.delete('ask');
    await timers.pass(HELD_MS);
    expect(client.notifications()).toEqual([notificationOf('notifications/tools/list_changed')]);
  },
);

verifies(['LC-6', 'LC-19'], 'asks the client nothing before it is initialized', async (bench) => {
  const client = await bench.connect(defineServer({ ...info, tools: [askModel] }), {
    initialize: false,
    answers: {
      'sampling/createMessage': () => ({ role: 'user', content: { type: 'text', text: '' }, model: 'm' }),
    },
  });
  const hello = initialize(bench.revision);
  const params = Object.assign({}, hello['params'], { capabilities: { sampling: {} } });
  await exchange(client, { ...hello, params });
  const early = client.request('tools/call', { name: 'ask' }).catch((error: unknown) => error);
  await exchange(client, requestOf('p', 'ping'));
  const asked = (): unknown[] =>
    client.received.filter((message) => Reflect.get(Object(message), 'method') === 'sampling/createMessage');
  expect(asked()).toEqual([]);
  client.notify('notifications/initialized');
  await early;
  expect(await client.request('tools/call', { name: 'ask' })).toEqual({
    content: [{ type: 'text', text: 'm' }],
  });
});

verifies('LC-7', 'answers nothing but ping before the handshake', async ({ connect, revision }) => {
  const client = await connect(defineServer({ ...info, tools: [askModel] }), { initialize: false });
  const ping = await exchange(client, requestOf('p', 'ping'));
  expect(ping).toEqual(answerTo('p', {}));
  for (const method of ['tools/list', 'logging/setLevel', 'tools/call']) {
    expect(await exchange(client, requestOf(method, method))).toEqual(
      errorTo(method, { code: -32600, message: expect.any(String) }),
    );
  }
  const { result } = await exchange(client, initialize(revision));
  expect(result).toMatchObject({ protocolVersion: revision });
});

verifies('LC-8', 'keeps to the agreed version whatever later messages say', async ({ connect, revision }) => {
  const titled = defineTool({ name: 'a', title: 'A', run: () => 'a' });
  const client = await connect(defineServer({ ...info, tools: [titled] }));
  const before = await client.request('tools/list');
  await client.request('initialize', { protocolVersion: '2025-11-25' }).catch(() => {});
  const after = await client.request('tools/list', { protocolVersion: '2025-11-25' });
  expect(after).toEqual(before);
  const inputSchema = { type: 'object', properties: {}, additionalProperties: false };
  const shown = {
    '2024-11-05': { name: 'a', inputSchema },
    '2025-03-26': { name: 'a', inputSchema, annotations: { title: 'A' } },
    '2025-06-18': { name: 'a', title: 'A', inputSchema },
    '2025-11-25': { name: 'a', title: 'A', inputSchema },
    '2026-07-28': {},
  }[revision];
  expect(after).toEqual({ tools: [shown] });
});

verifies('LC-9', 'uses no capability that only one side declared', async ({ connect }) => {
  const asks = defineTool({
    name: 'asks',
    run: async (_, ctx) => {
      const schema = { type: 'object', properties: { a: { type: 'string' } } } as const;
      const attempts = [
        () => ctx.ask.sample('s', { messages: [], maxTokens: 1 }),
        () => ctx.ask.roots(),
        () => ctx.ask.elicit('e', { message: 'a', schema }),
        () => ctx.ask.elicitUrl('u', { message: 'a', url: 'https://example.com/' }),
      ];
      const outcomes = await Promise.allSettled(attempts.map(async (attempt) => attempt()));
      return outcomes.map(({ status }) => status).join();
    },
  });
  const client = await connect(defineServer({ ...info, tools: [asks] }));
  expect(await client.request('tools/call', { name: 'asks' })).toEqual({
    content: [{ type: 'text', text: 'rejected,rejected,rejected,rejected' }],
  });
  expect(client.received).toHaveLength(2);
});

verifies('LC-10', 'refuses a second handshake and goes on as before', async ({ connect, revision }) => {
  const client = await connect(defineServer({ ...info, tools: [] }));
  expect(await exchange(client, initialize('2025-11-25'))).toEqual(
    errorTo('i', { code: -32600, message: expect.any(String) }),
  );
  expect(await client.request('tools/list')).toEqual({ tools: [] });
  expect(client.server['protocolVersion']).toBe(revision);
});

const askSlowly = (): Promise<never> => new Promise(() => {});

verifies(['LC-11', 'LC-15'], 'gives up a question that the client does not answer', async ({ connect }) => {
  const server = defineServer({ ...info, tools: [askModel], askTimeoutMs: 15 });
  const client = await connect(server, {
    capabilities: { sampling: {} },
    answers: { 'sampling/createMessage': askSlowly },
  });
  expect(await client.request('tools/call', { name: 'ask' })).toEqual({
    content: [{ type: 'text', text: expect.stringContaining('sampling/createMessage') }],
    isError: true,
  });
  expect(await client.request('ping')).toEqual({});
});

verifies(['LC-12', 'LC-14'], 'cancels the question at its deadline despite progress', async ({ connect }) => {
  const server = defineServer({ ...info, tools: [askModel], askTimeoutMs: 40 });
  const client = await connect(server, {
    capabilities: { sampling: {} },
    answers: { 'sampling/createMessage': askSlowly },
  });
  const report = setInterval(() => {
    client.notify('notifications/progress', { progressToken: 1, progress: Date.now() });
  }, 5);
  // The client never answers: without the deadline this call would not end.
  expect(await client.request('tools/call', { name: 'ask' })).toMatchObject({ isError: true });
  clearInterval(report);
  const question = await client.waitFor(({ method }) => method === 'sampling/createMessage');
  expect(client.notifications('notifications/cancelled')).toEqual([
    notificationOf('notifications/cancelled', { requestId: question['id'], reason: expect.any(String) }),
  ]);
});

verifies('LC-13', 'waits for each question as long as its author says', async ({ connect }) => {
  const sample = { messages: [], maxTokens: 1 };
  const given: string[] = [];
  const ask = defineTool({
    name: 'ask',
    run: async (_, ctx) => {
      const wait = async (key: string, timeoutMs: number): Promise<boolean> => {
        const start = performance.now();
        await ctx.ask.sample(key, sample, { timeoutMs }).catch(() => given.push(key));
        return performance.now() - start >= timeoutMs - 5;
      };
      void wait('endless', 60_000);
      const waited = await Promise.all([wait('long', 60), wait('short', 5), wait('middle', 30)]);
      return String(waited.every(Boolean));
    },
  });
  const client = await connect(defineServer({ ...info, tools: [ask] }), {
    capabilities: { sampling: {} },
    answers: { 'sampling/createMessage': askSlowly },
  });
  expect(await client.request('tools/call', { name: 'ask' })).toEqual({
    content: [{ type: 'text', text: 'true' }],
  });
  expect(given.toSorted()).toEqual(['long', 'middle', 'short']);
});

verifies(
  'LC-18',
  'ends handlers, questions and watches with the connection',
  async ({ connect }) => {
    const ended: string[] = [];
    const wait = defineTool({
      name: 'wait',
      run: async (_, ctx) => {
        ctx.signal.addEventListener('abort', () => ended.push('handler'));
        await ctx.ask.sample('a', { messages: [], maxTokens: 1 }).catch((error: unknown) => {
          ended.push(error instanceof AskError ? 'question' : 'other');
        });
        return new Promise<string>((_resolve, reject) => {
          if (ctx.signal.aborted) reject(ctx.signal.reason);
          ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason));
          setTimeout(reject, 5, new Error('late'));
        });
      },
    });
    const watched = defineResource({
      uri: 'test://a',
      name: 'a',
      read: () => 'a',
      watch: () => () => void ended.push('watch'),
    });
    const server = defineServer({ ...info, tools: [wait], resources: [watched], report: () => {} });
    const client = await connect(server, {
      capabilities: { sampling: {} },
      answers: { 'sampling/createMessage': askSlowly },
    });
    await client.request('resources/subscribe', { uri: 'test://a' });
    client.send(requestOf('w', 'tools/call', { name: 'wait' }));
    await client.waitFor(({ method }) => method === 'sampling/createMessage');
    await client.close();
    expect(ended).toContain('watch');
    expect(ended).toContain('question');
  },
  { transports: connected },
);
