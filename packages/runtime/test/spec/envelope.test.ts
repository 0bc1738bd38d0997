// The envelope: what every stateless request says about itself, and what follows from it (basic/index).
import { expect } from 'vitest';
import { definePrompt, defineResource, defineServer, defineTool, RpcError } from '../../src/index.ts';
import type { Context } from '../../src/index.ts';
import { exchange, verifies } from './harness.ts';
import type { Message } from './harness.ts';
import { answerTo, errorTo, requestOf } from './messages.ts';

const info = { name: 'test', version: '1.0.0' };
const version = 'io.modelcontextprotocol/protocolVersion';
const capabilities = 'io.modelcontextprotocol/clientCapabilities';
const clientInfo = 'io.modelcontextprotocol/clientInfo';
const _meta = { 'io.modelcontextprotocol/serverInfo': info };
const envelope = { [version]: '2026-07-28', [capabilities]: {} };
const tool = defineTool({ name: 'tool', run: () => 'a' });
const show = (what: (ctx: Context) => unknown): ReturnType<typeof defineServer> =>
  defineServer({
    ...info,
    tools: [defineTool({ name: 'show', run: (_, ctx) => JSON.stringify(what(ctx) ?? null) })],
  });
const call = (id: unknown, meta: object): Message =>
  requestOf(id, 'tools/call', { name: 'show', _meta: meta });
const text = (value: string): object => ({
  resultType: 'complete',
  _meta,
  content: [{ type: 'text', text: value }],
});
const error = (id: unknown, code: number): object => errorTo(id, { code, message: expect.any(String) });

verifies('B-01', 'answers under the same id with the same type, errors too', async ({ connect }) => {
  const client = await connect(defineServer({ ...info, tools: [tool] }));
  for (const id of [0, '', '0', -1, 9007199254740991, 'ü']) {
    const request = requestOf(id, 'tools/call', { name: 'tool', _meta: envelope });
    expect(await exchange(client, request)).toEqual(answerTo(id, text('a')));
  }
  for (const id of ['e', -2]) {
    const request = requestOf(id, 'tools/invent', { _meta: envelope });
    expect(await exchange(client, request)).toEqual(error(id, -32601));
  }
});

verifies('B-02', 'asks in its results and never sends a request', async ({ connect }) => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } } as const;
  const ask = defineTool({
    name: 'ask',
    run: async (_, ctx) => {
      await ctx.ask.roots();
      await ctx.ask.sample('s', { messages: [], maxTokens: 1 });
      await ctx.ask.elicit('e', { message: 'a', schema });
    },
  });
  const client = await connect(defineServer({ ...info, tools: [ask] }), {
    capabilities: { roots: {}, sampling: {}, elicitation: {} },
    answers: {
      'roots/list': () => ({ roots: [] }),
      'sampling/createMessage': () => ({ role: 'user', content: { type: 'text', text: '' }, model: 'm' }),
      'elicitation/create': () => ({ action: 'cancel' }),
    },
  });
  await client.request('tools/call', { name: 'ask' });
  expect(client.received.filter((message) => Reflect.has(Object(message), 'method'))).toEqual([]);
});

verifies('B-03', 'names the type of each result', async ({ connect }) => {
  const server = defineServer({
    ...info,
    tools: [tool],
    prompts: [definePrompt({ name: 'p', arguments: { a: { complete: () => [] } }, get: () => 'a' })],
    resources: [defineResource({ uri: 'test://a', name: 'a', read: () => 'a' })],
  });
  const client = await connect(server);
  const requests: readonly [string, Message][] = [
    ['server/discover', {}],
    ...['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'].map(
      (method): [string, Message] => [method, {}],
    ),
    ['tools/call', { name: 'tool' }],
    ['prompts/get', { name: 'p' }],
    ['resources/read', { uri: 'test://a' }],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' } }],
  ];
  for (const [method, params] of requests) {
    expect(await client.request(method, params)).toMatchObject({ resultType: 'complete' });
  }
});

verifies('B-04', 'leaves out the id of an error only when it cannot read one', async ({ connect }) => {
  const client = await connect(defineServer({ ...info, tools: [tool] }));
  client.send('{"jsonrpc":"2.0","id":1,');
  client.send(requestOf(null, 'tools/list', { _meta: envelope }));
  client.send({ jsonrpc: '2.0', id: 'a', method: 7, params: { _meta: envelope } });
  client.send({ jsonrpc: '1.0', id: 'b', method: 'tools/list', params: { _meta: envelope } });
  client.send([requestOf('c', 'tools/list', { _meta: envelope })]);
  await client.request('tools/call', { name: 'tool' }, { id: 'end' });
  const nameless = (code: number): object => ({
    jsonrpc: '2.0',
    error: { code, message: expect.any(String) },
  });
  expect(client.received.slice(1, -1)).toEqual([
    nameless(-32700),
    nameless(-32600),
    error('a', -32600),
    error('b', -32600),
    nameless(-32600),
  ]);
});

verifies(
  ['B-05', 'B-06'],
  'keeps out of the bands of error codes that are not its own',
  async ({ connect }) => {
    const never = defineTool({ name: 'never', run: () => new Promise<string>(() => {}) });
    const old = defineTool({
      name: 'old',
      run: (): string => {
        throw new RpcError(-32042, 'Open a page', { elicitations: [] });
      },
    });
    const strange = defineTool({
      name: 'strange',
      run: (): string => {
        throw new RpcError(-32050, 'A code of nobody.');
      },
    });
    const needy = defineTool({ name: 'needy', run: async (_, ctx) => `${(await ctx.ask.roots()).length}` });
    const server = defineServer({
      ...info,
      tools: [never, old, strange, needy],
      resources: [],
      limits: { inFlight: 1, queue: 1, stallMs: 5 },
    });
    const client = await connect(server);
    const requests: readonly [string, Message][] = [
      ['tools/call', { name: 'old', _meta: envelope }],
      ['tools/call', { name: 'strange', _meta: envelope }],
      ['tools/call', { name: 'needy', _meta: envelope }],
      ['resources/read', { uri: 'test://missing', _meta: envelope }],
      ['tools/list', { _meta: { ...envelope, [version]: '2099-01-01' } }],
      ['initialize', { _meta: envelope }],
      ...Array.from({ length: 40 }, (): [string, Message] => [
        'tools/call',
        { name: 'never', _meta: envelope },
      ]),
    ];
    for (const [id, [method, params]] of requests.entries()) {
      client.send(requestOf(`r${id}`, method, params));
    }
    client.send('{');
    await client.waitFor(
      ({ error: { code } = { code: 0 } }: { error?: { code: number } }) => code === -32700,
    );
    const codes = client.received.flatMap((message) => Object(message).error?.code ?? []);
    expect(codes).toEqual(expect.arrayContaining([-32021, -32022, -32601, -32602]));
    const standard = [-32700, -32600, -32601, -32602, -32603];
    const isLegal = (code: number): boolean =>
      [-32020, -32021, -32022, ...standard].includes(code) || code < -32768 || code > -32000;
    expect(codes.filter((code: number) => !isLegal(code))).toEqual([]);
    for (const id of requests.keys()) client.notify('notifications/cancelled', { requestId: `r${id}` });
  },
);

verifies('B-07', 'concludes nothing from earlier requests', async ({ connect }) => {
  const server = show((ctx) => {
    ctx.log('error', 'logged');
    return [ctx.client.capabilities, ctx.client.info ?? 'unknown'];
  });
  const client = await connect(server);
  const full = {
    [version]: '2026-07-28',
    [capabilities]: { roots: {}, sampling: { tools: {} } },
    [clientInfo]: { name: 'c', version: '2' },
    'io.modelcontextprotocol/logLevel': 'debug',
  };
  await exchange(client, call(10, full));
  expect(client.notifications('notifications/message')).toHaveLength(1);
  expect(await exchange(client, call(11, envelope))).toMatchObject({ result: text('[{},"unknown"]') });
  expect(client.notifications('notifications/message')).toHaveLength(1);
});

verifies(['B-08', 'B-09'], 'goes on with a question on any connection, by its state alone', async (bench) => {
  const ask = defineTool({ name: 'ask', run: async (_, ctx) => `${(await ctx.ask.roots()).length} roots` });
  const server = defineServer({ ...info, tools: [ask] });
  const options = { capabilities: { roots: {} } };
  const [first, second] = [await bench.connect(server, options), await bench.connect(server, options)];
  const question = await first.request('tools/call', { name: 'ask' }, { answer: false });
  await first.close();
  const inputRequests = question['inputRequests'] as object;
  const inputResponses = Object.fromEntries(Object.keys(inputRequests).map((key) => [key, { roots: [] }]));
  const { requestState } = question;
  const retry = second.request('tools/call', { name: 'ask', inputResponses, requestState });
  const other = second.request('tools/list');
  expect(await retry).toEqual(text('0 roots'));
  expect(await other).toMatchObject({ tools: [{ name: 'ask' }] });
});

verifies('B-10', 'knows no method that was removed or that it does not advertise', async ({ connect }) => {
  const client = await connect(defineServer({ ...info, logging: false }));
  const methods = [
    ...['tools/list', 'tools/call', 'prompts/list', 'prompts/get', 'resources/list', 'resources/read'],
    ...['resources/templates/list', 'completion/complete', 'subscriptions/listen', 'tools/invent'],
    ...[
      'ping',
      'logging/setLevel',
      'resources/subscribe',
      'resources/unsubscribe',
      'tasks/get',
      'tasks/list',
    ],
  ];
  for (const [id, method] of methods.entries()) {
    const request = requestOf(`m${id}`, method, { _meta: envelope });
    expect(await exchange(client, request)).toEqual(error(`m${id}`, -32601));
  }
});

verifies('B-11', 'refuses metadata keys of authors that are malformed or reserved', async ({ connect }) => {
  const define = (key: string) => () =>
    defineServer({ ...info, tools: [defineTool({ name: 'a', _meta: { [key]: 1 }, run: () => 'a' })] });
  const bad = ['-a', 'a-', 'a b', '1x/a', 'a..b/c', '/a', 'io.modelcontextprotocol/a', 'com.mcp.tools/a'];
  for (const key of [...bad, 'dev.mcp/a', 'org.modelcontextprotocol.api/']) expect(define(key)).toThrow(key);
  for (const key of ['a', 'com.example/a.b-c_d', 'com.example.mcp/a', 'com.example/']) {
    const client = await connect(define(key)());
    expect(await client.request('tools/list')).toMatchObject({ tools: [{ _meta: { [key]: 1 } }] });
  }
});

verifies('E-01', 'refuses a request that lacks a required part of the envelope', async ({ connect }) => {
  const client = await connect(show(() => 'a'));
  const broken = [
    { [version]: '2026-07-28' },
    { [capabilities]: {} },
    { ...envelope, [version]: 20260728 },
    { ...envelope, [version]: null },
    { ...envelope, [capabilities]: null },
    { ...envelope, [capabilities]: [] },
  ];
  for (const [index, meta] of broken.entries()) {
    expect(await exchange(client, call(`b${index}`, meta))).toEqual(error(`b${index}`, -32602));
  }
  const discover = requestOf('d', 'server/discover');
  expect(await exchange(client, discover)).toEqual(error('d', -32602));
});

verifies(['E-02', 'E-05'], 'serves every client alike, known, unknown or malformed', async ({ connect }) => {
  const client = await connect(show(() => 'same'));
  for (const [index, who] of [undefined, { name: 'c', version: '1' }, { name: 'evil' }, 7].entries()) {
    const meta = who === undefined ? envelope : { ...envelope, [clientInfo]: who };
    expect(await exchange(client, call(`c${index}`, meta))).toMatchObject({ result: text('"same"') });
  }
});
