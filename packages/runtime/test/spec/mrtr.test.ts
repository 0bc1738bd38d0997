// Multi round-trip requests: the server asks by its result, the client calls again (basic/patterns/mrtr).
import { expect } from 'vitest';
import {
  definePrompt,
  defineResource,
  defineResourceTemplate,
  defineServer,
  defineTool,
} from '../../src/index.ts';
import type { Context } from '../../src/index.ts';
import type { TestClient } from '../../src/testing/test-client.ts';
import { exchange, verifies } from './harness.ts';
import type { Message } from './harness.ts';
import { answerTo, requestOf } from './messages.ts';

const info = { name: 'test', version: '1.0.0' };
const _meta = { 'io.modelcontextprotocol/serverInfo': info };
const capabilities = { roots: {}, sampling: {}, elicitation: {} };
const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } as const;
const elicit = (key: string, ctx: Context): Promise<string> =>
  ctx.ask
    .elicit(key, { message: `${key}?`, schema })
    .then((answer) => (answer.action === 'accept' ? answer.content.a : answer.action));
const form = (key: string): object => ({
  method: 'elicitation/create',
  params: { mode: 'form', message: `${key}?`, requestedSchema: schema },
});
const accept = (a: unknown): object => ({ action: 'accept', content: { a } });
const text = (value: string): object => ({
  resultType: 'complete',
  _meta,
  content: [{ type: 'text', text: value }],
});
const asking = (run: (ctx: Context) => unknown, options: object = {}): ReturnType<typeof defineServer> =>
  defineServer({
    ...info,
    ...options,
    tools: [
      defineTool({
        name: 'ask',
        inputSchema: { type: 'object', properties: { x: { type: 'number' }, y: { type: 'number' } } },
        run: async (_, ctx) => String(await run(ctx)),
      }),
    ],
  });
const call = (client: TestClient, more: Message = {}): Promise<Message> =>
  client.request('tools/call', { name: 'ask', ...more }, { answer: false });
const refusal = { code: -32602, message: expect.any(String) };

verifies(['I-01', 'I-02', 'I-03'], 'asks in the three methods that may ask', async ({ connect }) => {
  const run = async (ctx: Context): Promise<string> => `${(await ctx.ask.roots()).length}`;
  const server = defineServer({
    ...info,
    tools: [defineTool({ name: 'ask', run: (_, ctx) => run(ctx) })],
    prompts: [definePrompt({ name: 'ask', get: (_, ctx) => run(ctx) })],
    resources: [defineResource({ uri: 'test://ask', name: 'ask', read: run })],
  });
  const client = await connect(server, { capabilities });
  const requests: readonly [string, Message][] = [
    ['tools/call', { name: 'ask' }],
    ['prompts/get', { name: 'ask' }],
    ['resources/read', { uri: 'test://ask' }],
  ];
  for (const [method, params] of requests) {
    const question = await client.request(method, params, { answer: false });
    expect(question).toEqual({
      resultType: 'input_required',
      _meta,
      inputRequests: expect.any(Object),
      requestState: expect.any(String),
    });
    const inputRequests = question['inputRequests'] as object;
    expect(Object.values(inputRequests)).toEqual([{ method: 'roots/list' }]);
    const inputResponses = Object.fromEntries(Object.keys(inputRequests).map((key) => [key, { roots: [] }]));
    const { requestState } = question;
    const answer = await client.request(method, { ...params, inputResponses, requestState });
    expect(answer).toMatchObject({ resultType: 'complete' });
  }
});

verifies('I-01', 'asks in no other method', async ({ connect }) => {
  const uris = async (ctx: Context): Promise<string[]> => (await ctx.ask.roots()).map(({ uri }) => uri);
  const server = defineServer({
    ...info,
    prompts: [
      definePrompt({
        name: 'p',
        arguments: { a: { complete: async (_value: string, _known: unknown, ctx: Context) => uris(ctx) } },
        get: () => 'a',
      }),
    ],
    resourceTemplates: [
      defineResourceTemplate({
        uriTemplate: 'test://{a}',
        name: 'a',
        read: () => 'a',
        list: async (_, ctx) => (await uris(ctx)).map((uri) => ({ uri, name: 'a' })),
      }),
    ],
  });
  const client = await connect(server, { capabilities });
  const complete = { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' } };
  for (const [method, params] of [
    ['completion/complete', complete],
    ['resources/list', {}],
  ] as const) {
    const failure = client.request(method, params, { answer: false });
    await expect(failure).rejects.toMatchObject({ code: -32603 });
  }
});

verifies(
  ['I-03', 'I-14'],
  'asks all that is asked at once in one round, under its keys',
  async ({ connect }) => {
    const server = asking((ctx) =>
      Promise.all([
        elicit('first', ctx),
        elicit('second', ctx),
        ctx.ask.sample('third', { messages: [], maxTokens: 5 }).then(({ model }) => model),
      ]),
    );
    const client = await connect(server, { capabilities });
    const { inputRequests, requestState } = await call(client);
    expect(inputRequests).toEqual({
      first: form('first'),
      second: form('second'),
      third: { method: 'sampling/createMessage', params: { messages: [], maxTokens: 5 } },
    });
    const third = { role: 'assistant', content: { type: 'text', text: 'a' }, model: 'm' };
    const inputResponses = { first: accept('1'), second: accept('2'), third };
    expect(await call(client, { inputResponses, requestState })).toEqual(text('1,2,m'));
  },
);

verifies('I-04', 'asks in the modes that this very request declared', async ({ connect }) => {
  const server = asking((ctx) => elicit('key', ctx));
  const client = await connect(server, { capabilities: { elicitation: { form: {}, url: {} } } });
  expect(await call(client)).toMatchObject({ inputRequests: { key: form('key') } });
  const other = await connect(server, { capabilities: { elicitation: { url: {} } } });
  await expect(call(other)).rejects.toEqual(
    expect.objectContaining({ code: -32021, data: { requiredCapabilities: { elicitation: { form: {} } } } }),
  );
});

verifies('I-05', 'refuses state that it did not seal, whatever else is right', async ({ connect }) => {
  const server = asking((ctx) => elicit('key', ctx));
  const client = await connect(server, { capabilities });
  const state = String((await call(client))['requestState']);
  const middle = Math.floor(state.length / 2);
  const changed = `${state.slice(0, middle)}${state[middle] === 'A' ? 'B' : 'A'}${state.slice(middle + 1)}`;
  const foreign = await call(
    await connect(
      asking((ctx) => elicit('key', ctx)),
      { capabilities },
    ),
  );
  const inputResponses = { key: accept('a') };
  for (const requestState of [
    changed,
    state.slice(0, -4),
    `${state}AAAA`,
    foreign['requestState'],
    'invented',
    '',
    7,
    null,
    {},
  ]) {
    await expect(call(client, { inputResponses, requestState })).rejects.toMatchObject(refusal);
  }
  expect(await call(client, { inputResponses, requestState: state })).toEqual(text('a'));
});

verifies('I-05', 'shows nothing of what it sealed', async ({ connect }) => {
  const server = asking(async (ctx) => [await elicit('first', ctx), await elicit('second', ctx)]);
  const client = await connect(server, { capabilities });
  const { requestState } = await call(client);
  const next = await call(client, { inputResponses: { first: accept('hidden-word') }, requestState });
  const state = String(next['requestState']);
  const bytes = Buffer.from(state.slice(state.indexOf('.') + 1), 'base64url').toString('latin1');
  for (const shape of [state, bytes]) expect(shape).not.toMatch(/hidden-word|first|second/);
});

verifies('I-06', 'refuses state of another method, of other params, and old state', async ({ connect }) => {
  const run = (ctx: Context): Promise<string> => elicit('key', ctx);
  const input = { type: 'object', properties: { x: { type: 'number' } } } as const;
  const tools = ['ask', 'other'].map((name) =>
    defineTool({ name, inputSchema: input, run: (_, ctx) => run(ctx) }),
  );
  const prompts = [definePrompt({ name: 'ask', get: (_, ctx) => run(ctx) })];
  const client = await connect(defineServer({ ...info, tools, prompts }), { capabilities });
  const { requestState } = await call(client, { arguments: { x: 1 } });
  const retry = { inputResponses: { key: accept('a') }, requestState };
  const others: readonly [string, Message][] = [
    ['tools/call', { name: 'ask', arguments: { x: 2 } }],
    ['tools/call', { name: 'ask' }],
    ['tools/call', { name: 'other', arguments: { x: 1 } }],
    ['prompts/get', { name: 'ask', arguments: {} }],
  ];
  for (const [method, params] of others) {
    await expect(client.request(method, { ...params, ...retry })).rejects.toMatchObject(refusal);
  }
  expect(await call(client, { arguments: { x: 1 }, ...retry })).toEqual(text('a'));

  const hasty = await connect(asking(run, { stateTtlMs: 1 }), { capabilities });
  const old = await call(hasty);
  await new Promise((resolve) => setTimeout(resolve, 10));
  const late = call(hasty, { inputResponses: { key: accept('a') }, requestState: old['requestState'] });
  await expect(late).rejects.toMatchObject(refusal);
});

verifies('I-06', 'takes the same params in another order as the same', async ({ connect }) => {
  const client = await connect(
    asking((ctx) => elicit('key', ctx)),
    { capabilities },
  );
  const { requestState } = await call(client, { arguments: { x: 1, y: 2 } });
  const retry = { inputResponses: { key: accept('a') }, requestState, arguments: { y: 2, x: 1 } };
  expect(await call(client, retry)).toEqual(text('a'));
});

verifies('I-07', 'runs a step that is marked as once a single time over all rounds', async ({ connect }) => {
  const steps: string[] = [];
  const server = asking(async (ctx) => {
    steps.push('run');
    const value = await ctx.once('step', () => {
      steps.push('step');
      return { deep: [1] };
    });
    await ctx.once('nothing', () => void steps.push('nothing'));
    await elicit('first', ctx);
    await elicit('second', ctx);
    return JSON.stringify(value);
  });
  const client = await connect(server, {
    capabilities,
    answers: { 'elicitation/create': () => ({ action: 'accept', content: { a: 'a' } }) },
  });
  expect(await client.request('tools/call', { name: 'ask' })).toEqual(text('{"deep":[1]}'));
  expect(steps).toEqual(['run', 'step', 'nothing', 'run', 'run']);
});

verifies('I-08', 'refuses answers that are malformed', async ({ connect }) => {
  const client = await connect(
    asking((ctx) => elicit('key', ctx)),
    { capabilities },
  );
  const { requestState } = await call(client);
  const wrong = [null, [], 'text', 7, { key: null }, { key: 'yes' }, { key: [] }];
  const forms = [{}, { action: 'maybe' }, accept(7), { action: 'accept' }, { action: 'accept', content: {} }];
  for (const inputResponses of [...wrong, ...forms.map((key) => ({ key }))]) {
    await expect(call(client, { inputResponses, requestState })).rejects.toMatchObject(refusal);
    await expect(call(client, { inputResponses })).rejects.toMatchObject(refusal);
  }
});

verifies('I-08', 'overlooks superfluous answers and asks again for missing ones', async ({ connect }) => {
  const server = asking((ctx) => Promise.all([elicit('first', ctx), elicit('second', ctx)]));
  const client = await connect(server, { capabilities });
  const { requestState } = await call(client);
  const more = { first: accept('1'), unasked: accept('9'), 'roots/list': { roots: [] } };
  const again = await call(client, { inputResponses: more, requestState });
  expect(again).toMatchObject({ resultType: 'input_required' });
  expect(again['inputRequests']).toEqual({ second: form('second') });
  const last = { inputResponses: { second: accept('2') }, requestState: again['requestState'] };
  expect(await call(client, last)).toEqual(text('1,2'));
  expect((await call(client, { inputResponses: {}, requestState }))['inputRequests']).toEqual({
    first: form('first'),
    second: form('second'),
  });
});

verifies('I-09', 'is done with a request as soon as it has asked back', async ({ connect }) => {
  const contexts: Context[] = [];
  const server = asking((ctx) => {
    contexts.push(ctx);
    return elicit('key', ctx);
  });
  const client = await connect(server, { capabilities });
  const meta = { progressToken: 1, 'io.modelcontextprotocol/logLevel': 'debug' };
  await client.request('tools/call', { name: 'ask' }, { id: 'q', _meta: meta, answer: false });
  for (const ctx of contexts) {
    ctx.progress(1);
    ctx.log('error', 'late');
  }
  client.notify('notifications/cancelled', { requestId: 'q' });
  await client.request('tools/list');
  expect(client.notifications()).toEqual([]);
  expect(await client.request('tools/call', { name: 'ask' }, { id: 'q', answer: false })).toMatchObject({
    resultType: 'input_required',
  });
});

verifies('I-10', 'takes a retry with an id of its own, with state or without', async ({ connect }) => {
  const client = await connect(
    asking((ctx) => elicit('key', ctx)),
    { capabilities },
  );
  const { requestState } = await call(client);
  const params = { name: 'ask', inputResponses: { key: accept('a') } };
  const ask = { capabilities: 'io.modelcontextprotocol/clientCapabilities' };
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    [ask.capabilities]: capabilities,
  };
  for (const [id, own] of [{ ...params, requestState }, params].entries()) {
    const request = requestOf(`r${id}`, 'tools/call', { ...own, _meta: envelope });
    expect(await exchange(client, request)).toEqual(answerTo(`r${id}`, text('a')));
  }
});

verifies('I-11', 'carries the answers of earlier rounds in its state', async ({ connect }) => {
  const server = asking(async (ctx) => {
    const first = await elicit('first', ctx);
    const second = await elicit(`then-${first}`, ctx);
    return [first, second, await elicit('third', ctx)];
  });
  const client = await connect(server, { capabilities });
  const one = await call(client);
  const two = await call(client, {
    inputResponses: { first: accept('x') },
    requestState: one['requestState'],
  });
  expect(two['inputRequests']).toEqual({ 'then-x': form('then-x') });
  const swapped = { 'then-x': accept('y'), first: accept('changed') };
  const three = await call(client, { inputResponses: swapped, requestState: two['requestState'] });
  expect(three['inputRequests']).toEqual({ third: form('third') });
  const last = { inputResponses: { third: accept('z') }, requestState: three['requestState'] };
  expect(await call(client, last)).toEqual(text('x,y,z'));
});

verifies('I-13', 'hands acceptance, refusal and dismissal to the handler', async ({ connect }) => {
  const client = await connect(
    asking((ctx) => elicit('key', ctx)),
    { capabilities },
  );
  for (const [answer, outcome] of [
    [accept('yes'), 'yes'],
    [{ action: 'decline' }, 'decline'],
    [{ action: 'cancel', content: { a: 'left over' } }, 'cancel'],
  ] as const) {
    expect(await call(client, { inputResponses: { key: answer } })).toEqual(text(outcome));
  }
});
