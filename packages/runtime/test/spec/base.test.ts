// Messages: ids, results, errors and notifications (basic/index of the stateful revisions).
import { expect } from 'vitest';
import { defineServer, defineTool, RpcError } from '../../src/index.ts';
import { exchange, verifies } from './harness.ts';
import { connected } from './requirements/types.ts';

const info = { name: 'test', version: '1.0.0' };
const echo = defineTool({
  name: 'echo',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  run: ({ text }) => text,
});

verifies('BASE-1', 'refuses messages that are not marked as JSON-RPC 2.0', async ({ connect }) => {
  const client = await connect(defineServer({ ...info, tools: [echo] }));
  for (const [id, jsonrpc] of [undefined, '1.0', 2, null].entries()) {
    const answer = await exchange(client, { jsonrpc, id: `m${id}`, method: 'tools/list' });
    expect(answer).toEqual({
      jsonrpc: '2.0',
      id: `m${id}`,
      error: { code: -32600, message: expect.any(String) },
    });
  }
});

verifies(
  ['BASE-2', 'BASE-3'],
  'gives each of its own requests a new id, a string or an integer',
  async ({ connect }) => {
    const ask = defineTool({
      name: 'ask',
      run: async (_, ctx) => (await ctx.ask.sample('a', { messages: [], maxTokens: 1 })).model,
    });
    const client = await connect(defineServer({ ...info, tools: [ask] }), {
      capabilities: { sampling: {} },
      answers: {
        'sampling/createMessage': () => ({
          role: 'assistant',
          content: { type: 'text', text: 'a' },
          model: 'm',
        }),
      },
    });
    for (let round = 0; round < 3; round++) await client.request('tools/call', { name: 'ask' });
    const ids = client.received
      .filter((message) => typeof message === 'object' && message !== null && 'method' in message)
      .map((message) => Reflect.get(message as object, 'id'));
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(typeof id === 'string' || Number.isSafeInteger(id)).toBe(true);
  },
);

verifies('BASE-4', 'answers under the same id with the same type, 0 and "" included', async ({ connect }) => {
  const client = await connect(defineServer({ ...info, tools: [echo] }));
  for (const id of [0, '', '0', -1, 9007199254740991, 'ü', '1']) {
    const params = { name: 'echo', arguments: { text: 'a' } };
    expect(await exchange(client, { jsonrpc: '2.0', id, method: 'tools/call', params })).toEqual({
      jsonrpc: '2.0',
      id,
      result: { content: [{ type: 'text', text: 'a' }] },
    });
    expect(await exchange(client, { jsonrpc: '2.0', id: `${id}!`, method: 'tools/invent' })).toMatchObject({
      id: `${id}!`,
      error: { code: -32601 },
    });
  }
});

verifies(['BASE-5', 'BASE-6'], 'answers with either an object as result or an error', async ({ connect }) => {
  const silent = defineTool({ name: 'silent', run: () => {} });
  const client = await connect(defineServer({ ...info, tools: [silent] }));
  await client.request('ping');
  await client.request('tools/call', { name: 'silent' });
  await expect(client.request('tools/call', { name: 'unknown' })).rejects.toBeInstanceOf(RpcError);
  expect(client.received.slice(1)).toEqual([
    { jsonrpc: '2.0', id: 2, result: {} },
    { jsonrpc: '2.0', id: 3, result: { content: [] } },
    { jsonrpc: '2.0', id: 4, error: { code: -32602, message: expect.any(String) } },
  ]);
});

verifies('BASE-7', 'describes each error by an integer and one line of text', async ({ connect }) => {
  const broken = defineTool({
    name: 'broken',
    run: () => {
      throw new RpcError(-32010, 'This happened.', { detail: [1, 2] });
    },
  });
  const client = await connect(defineServer({ ...info, tools: [broken] }));
  const calls = ['unknown', 'broken'].map((name, id) => ({
    jsonrpc: '2.0',
    id: `c${id}`,
    method: 'tools/call',
    params: { name },
  }));
  const answers = await Promise.all(calls.map((call) => exchange(client, call)));
  expect(answers[1]).toEqual({
    jsonrpc: '2.0',
    id: 'c1',
    error: { code: -32010, message: 'This happened.', data: { detail: [1, 2] } },
  });
  for (const { error } of answers) {
    expect(error).toMatchObject({ code: expect.any(Number), message: expect.stringMatching(/^[^\n]+$/) });
  }
});

verifies('BASE-8', 'leaves out the id of an error about a message whose id it cannot read', async (bench) => {
  const client = await bench.connect(defineServer(info));
  const messages = ['{"jsonrpc":"2.0","id":1,', '{"jsonrpc":"2.0","id":{},"method":"ping"}', '"text"', '7'];
  for (const message of messages) client.send(message);
  await client.request('ping', undefined, { id: 'end' });
  const error = (code: number): object => ({ jsonrpc: '2.0', error: { code, message: expect.any(String) } });
  expect(client.received.slice(1)).toEqual([
    error(-32700),
    error(-32600),
    error(-32600),
    error(-32600),
    { jsonrpc: '2.0', id: 'end', result: {} },
  ]);
});

verifies('BASE-9', 'answers no notification, whatever is wrong with it', async ({ connect }) => {
  const client = await connect(defineServer({ ...info, tools: [echo] }));
  client.notify('notifications/invented');
  client.notify('notifications/cancelled', { requestId: {} });
  client.notify('notifications/progress');
  client.notify('tools/list');
  client.notify('tools/call', { name: 'unknown' });
  client.notify('rpc.discover');
  await client.request('ping', undefined, { id: 'end' });
  expect(client.received.slice(1)).toEqual([{ jsonrpc: '2.0', id: 'end', result: {} }]);
});

verifies('BASE-10', 'sends notifications without an id', async ({ connect, transport }) => {
  const noisy = defineTool({
    name: 'noisy',
    run: (_, ctx) => {
      ctx.log('error', 'a');
      ctx.progress(1);
    },
  });
  const client = await connect(defineServer({ ...info, tools: [noisy] }));
  await client.request('tools/call', { name: 'noisy' }, { _meta: { progressToken: 't' } });
  // Without sessions it declares no logging, so it does not log.
  const logged = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'error', data: 'a' } };
  expect(client.received.slice(1, -1)).toEqual([
    ...(transport === 'sessionless http' ? [] : [logged]),
    { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 't', progress: 1 } },
  ]);
});

verifies('BASE-11', 'refuses a request with the id null and does not run it', async ({ connect }) => {
  let runs = 0;
  const count = defineTool({ name: 'count', run: () => `${++runs}` });
  const client = await connect(defineServer({ ...info, tools: [count] }));
  client.send({ jsonrpc: '2.0', id: null, method: 'tools/call', params: { name: 'count' } });
  await client.request('ping', undefined, { id: 'end' });
  expect(client.received[1]).toEqual({
    jsonrpc: '2.0',
    error: { code: -32600, message: expect.any(String) },
  });
  expect(runs).toBe(0);
});

verifies('BASE-12', 'tells by the code what was wrong with a message', async ({ connect }) => {
  const client = await connect(defineServer({ ...info, tools: [echo], prompts: [] }));
  const cases: readonly [unknown, object][] = [
    ['{', { error: { code: -32700 } }],
    [
      { jsonrpc: '2.0', id: 'a' },
      { id: 'a', error: { code: -32600 } },
    ],
    [
      { jsonrpc: '2.0', id: 'b', method: 7 },
      { id: 'b', error: { code: -32600 } },
    ],
    [{ jsonrpc: '2.0', id: 1.5, method: 'ping' }, { error: { code: -32600 } }],
    [
      { jsonrpc: '2.0', id: 'c', method: 'tools/list', params: 'text' },
      { id: 'c', error: { code: -32600 } },
    ],
    [
      { jsonrpc: '2.0', id: 'd', method: 'tools/call', params: {} },
      { id: 'd', error: { code: -32602 } },
    ],
    [
      { jsonrpc: '2.0', id: 'e', method: 'tools/call', params: [] },
      { id: 'e', error: { code: -32602 } },
    ],
    [
      { jsonrpc: '2.0', id: 'f', method: 'tools/invent' },
      { id: 'f', error: { code: -32601 } },
    ],
    [
      { jsonrpc: '2.0', id: 'g', method: 'toString' },
      { id: 'g', error: { code: -32601 } },
    ],
  ];
  // One after the other: answers to messages that come together may change places.
  const answers = (): readonly unknown[] => client.received.slice(1);
  for (const [at, [message]] of cases.entries()) {
    client.send(message);
    await client.waitFor(() => answers().length > at);
  }
  expect(answers()).toMatchObject(cases.map(([, answer]) => answer));
});

verifies('BASE-12', 'reports its own failure without telling what it was', async ({ connect }) => {
  const reports: unknown[] = [];
  const broken = {
    name: 'broken',
    get: () => {
      throw new Error('the password is 1234');
    },
  };
  const server = defineServer({ ...info, prompts: [broken], report: (report) => reports.push(report) });
  const client = await connect(server);
  const answer = await exchange(client, {
    jsonrpc: '2.0',
    id: 'a',
    method: 'prompts/get',
    params: { name: 'broken' },
  });
  expect(answer).toEqual({
    jsonrpc: '2.0',
    id: 'a',
    error: { code: -32603, message: expect.stringMatching(/^Internal error/) },
  });
  expect(JSON.stringify(answer)).not.toContain('1234');
  expect(reports).toMatchObject([{ level: 'error', error: { message: 'the password is 1234' } }]);
});

verifies('BASE-13', 'knows no method of a capability that it has not declared', async ({ connect }) => {
  const client = await connect(defineServer({ ...info, logging: false }));
  expect(client.server['capabilities']).toEqual({});
  const methods = [
    ...['tools/list', 'tools/call', 'prompts/list', 'prompts/get', 'completion/complete'],
    ...['resources/list', 'resources/read', 'resources/templates/list', 'resources/subscribe'],
    ...['resources/unsubscribe', 'logging/setLevel'],
  ];
  for (const method of methods) {
    await expect(client.request(method)).rejects.toMatchObject({ code: -32601 });
  }
});

verifies('BASE-14', 'uses only codes of JSON-RPC and of the band for servers', async ({ connect }) => {
  let release = (text: string): void => void text;
  const released = new Promise<string>((resolve) => (release = resolve));
  const slow = defineTool({ name: 'slow', run: () => released });
  const server = defineServer({
    ...info,
    tools: [slow],
    resources: [],
    limits: { inFlight: 1, queue: 1, stallMs: 5 },
  });
  const client = await connect(server);
  const requests = [
    { method: 'tools/invent' },
    { method: 'resources/read', params: { uri: 'test://missing' } },
    { method: 'resources/read', params: {} },
    ...Array.from({ length: 64 }, () => ({ method: 'tools/call', params: { name: 'slow' } })),
  ];
  for (const [id, request] of requests.entries()) client.send({ jsonrpc: '2.0', id: `r${id}`, ...request });
  client.send('{');
  await client.waitFor(({ error }) => Reflect.get(Object(error), 'code') === -32700);
  const codes = client.received.flatMap((message) => Reflect.get(Object(message), 'error')?.code ?? []);
  const allowed = (code: number): boolean =>
    [-32700, -32600, -32601, -32602, -32603].includes(code) || (code >= -32099 && code <= -32000);
  expect(codes.filter((code: number) => !allowed(code))).toEqual([]);
  expect(codes).toContain(-32002);
  release('');
});

verifies('BASE-15', 'overlooks members that it does not know', async ({ connect }) => {
  const client = await connect(defineServer({ ...info, tools: [echo] }), {
    capabilities: Object.assign({}, { invented: { deep: [true] }, experimental: { x: {} } }),
    clientInfo: Object.assign({ name: 'c', version: '1' }, { invented: 1 }),
  });
  const answer = await exchange(client, {
    jsonrpc: '2.0',
    id: 'a',
    method: 'tools/call',
    params: { name: 'echo', arguments: { text: 'a' }, invented: true, _meta: { invented: {} } },
    invented: 1,
  });
  expect(answer).toEqual({ jsonrpc: '2.0', id: 'a', result: { content: [{ type: 'text', text: 'a' }] } });
});

verifies('BASE-21', 'reads and writes characters of every length in UTF-8', async ({ connect }) => {
  const client = await connect(defineServer({ ...info, tools: [echo] }));
  const text = 'a ß € 𝄞 \u0000 \u2028 \uFEFF "\\ \n';
  const result = await client.request('tools/call', { name: 'echo', arguments: { text } });
  expect(result).toEqual({ content: [{ type: 'text', text }] });
});

verifies(
  'BASE-22',
  'refuses an id that is in use and finishes the request that has it',
  async ({ connect }) => {
    let finish: (text: string) => void = () => {};
    const wait = defineTool({
      name: 'wait',
      run: () => new Promise<string>((resolve) => (finish = resolve)),
    });
    const client = await connect(defineServer({ ...info, tools: [wait] }));
    const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'wait' } };
    client.send(call);
    client.send(call);
    const refusal = await client.waitFor(({ error }) => error !== undefined);
    expect(refusal).toEqual({ jsonrpc: '2.0', id: 7, error: { code: -32600, message: expect.any(String) } });
    finish('done');
    const answer = await client.waitFor(({ id, result }) => id === 7 && result !== undefined);
    expect(answer).toEqual({ jsonrpc: '2.0', id: 7, result: { content: [{ type: 'text', text: 'done' }] } });
    expect(await client.request('tools/list', {}, { id: 7 })).toMatchObject({ tools: [{ name: 'wait' }] });
  },
  { transports: connected },
);
