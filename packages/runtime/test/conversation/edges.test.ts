// Edge cases of conversations: features that meet, such as cancellations and free slots, or batches and envelopes.
import { expect, test, vi } from 'vitest';
import {
  definePrompt,
  defineResource,
  defineServer,
  defineTool,
  RpcError,
  type Middleware,
  type Report,
} from '../../src/index.ts';
import { connect } from '../../src/testing/connect.ts';
import type { TestClient } from '../../src/testing/test-client.ts';

const info = { name: 'server', version: '1.0.0' };
const legacy = { revision: '2025-11-25' } as const;
const fail = (): never => {
  throw new Error('broken');
};

/** Makes a tool that runs until released, and counts its running calls. */
const held = () => {
  const ends: (() => void)[] = [];
  const tool = defineTool({
    name: 'held',
    run: () => new Promise<string>((resolve) => ends.push(() => resolve('done'))),
  });
  return { tool, ends };
};

const settled = async (client: TestClient): Promise<void> => void (await client.request('ping'));

test('a call cancelled while waiting leaves no slot occupied', async () => {
  const { tool, ends } = held();
  const limits = { inFlight: 1 };
  await using client = await connect(defineServer({ ...info, tools: [tool], limits }), legacy);
  const call = (id: string) => client.request('tools/call', { name: 'held' }, { id }).catch(() => {});
  void call('a');
  void call('b');
  client.notify('notifications/cancelled', { requestId: 'b' });
  void call('c');
  await settled(client);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await expect.poll(() => ends.length, { timeout: 20_000 }).toBe(2);
  ends[1]?.();
});

test('all clients together run no more than the total', async () => {
  const { tool, ends } = held();
  const server = defineServer({ ...info, tools: [tool], limits: { total: 1 } });
  await using first = await connect(server, legacy);
  await using second = await connect(server, legacy);
  const answers = [first, second].map((client) => client.request('tools/call', { name: 'held' }));
  await settled(second);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await expect.poll(() => ends.length, { timeout: 20_000 }).toBe(2);
  ends[1]?.();
  await Promise.all(answers);
});

test('ignores a cancellation without a valid request id, and a reason that is not a string', async () => {
  const reports: Report[] = [];
  const { tool } = held();
  const server = defineServer({ ...info, tools: [tool], report: (report) => void reports.push(report) });
  await using client = await connect(server, legacy);
  void client.request('tools/call', { name: 'held' }, { id: 'a' }).catch(() => {});
  client.notify('notifications/cancelled', { requestId: { a: 1 }, reason: 'x' });
  client.notify('notifications/cancelled', {});
  client.notify('notifications/cancelled', { requestId: 'a', reason: 5 });
  await settled(client);
  expect(reports.map(({ message }) => message)).toEqual([
    'request "a" was cancelled: the client gave no reason',
  ]);
});

test('refuses a stateless request in a batch', async () => {
  await using client = await connect(defineServer(info), { revision: '2025-03-26' });
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'c', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  client.send([{ jsonrpc: '2.0', id: 'x', method: 'server/discover', params: { _meta } }]);
  const answer = await client.waitFor((message) => 'error' in message || Array.isArray(message));
  expect(JSON.stringify(answer)).toContain('stateless requests cannot be batched');
});

test('middleware sees plain lists, however often they are asked for', async () => {
  const seen: unknown[] = [];
  const watch: Middleware = async (request, next) => {
    const result = await next();
    if (request.method === 'tools/list') seen.push(Object.keys(result));
    return result;
  };
  const tools = [defineTool({ name: 'a', run: () => 'a' })];
  await using client = await connect(defineServer({ ...info, tools, middleware: [watch] }), legacy);
  const [first, second] = [await client.request('tools/list'), await client.request('tools/list')];
  expect(second).toEqual(first);
  expect(first['tools']).toHaveLength(1);
  expect(seen).toEqual([['tools'], ['tools']]);
});

test('middleware may look at the metadata of a request without params', async () => {
  const seen: unknown[] = [];
  const watch: Middleware = (request, next) => {
    seen.push([request.ctx._meta, request.ctx.trace, request.tool]);
    return next();
  };
  await using client = await connect(defineServer({ ...info, tools: [], middleware: [watch] }), legacy);
  client.send({ jsonrpc: '2.0', id: 'x', method: 'tools/list' });
  await client.waitFor(({ id }) => id === 'x');
  expect(seen.at(-1)).toEqual([{}, {}, undefined]);
});

test('a watcher of a question that is already open is notified', async () => {
  const states: boolean[] = [];
  const watch: Middleware = async (request, next) => {
    const result = next();
    if (request.method === 'tools/call') {
      await asked;
      request.onAsking((isAsking) => void states.push(isAsking));
    }
    return result;
  };
  let ask = (): void => {};
  const asked = new Promise<void>((resolve) => (ask = resolve));
  const schema = { type: 'object', properties: {} } as const;
  const tool = defineTool({
    name: 'ask',
    run: async (_, ctx) => (await ctx.ask.elicit('k', { message: 'k', schema })).action,
  });
  let answer = (): void => {};
  const gate = new Promise<void>((resolve) => (answer = resolve));
  await using client = await connect(defineServer({ ...info, tools: [tool], middleware: [watch] }), {
    ...legacy,
    capabilities: { elicitation: {} },
    answers: {
      'elicitation/create': async () => {
        ask();
        await gate;
        return { action: 'decline' };
      },
    },
  });
  const call = client.request('tools/call', { name: 'ask' });
  await expect.poll(() => states, { timeout: 20_000 }).toEqual([true]);
  answer();
  await call;
  expect(states).toEqual([true, false]);
});

test('the operator reads what failed, with its name', async () => {
  const reports: Report[] = [];
  const server = defineServer({
    ...info,
    prompts: [definePrompt({ name: 'p', arguments: { a: { complete: fail } }, get: fail })],
    resources: [defineResource({ uri: 'test://r', name: 'r', read: fail })],
    report: (report) => void reports.push(report),
  });
  await using client = await connect(server, legacy);
  const ref = { type: 'ref/prompt', name: 'p' };
  const requests: [string, Record<string, unknown>][] = [
    ['prompts/get', { name: 'p' }],
    ['resources/read', { uri: 'test://r' }],
    ['completion/complete', { ref, argument: { name: 'a', value: '' } }],
  ];
  for (const [method, params] of requests) await client.request(method, params).catch(() => {});
  expect(reports.map(({ message }) => message)).toEqual([
    'prompts/get of "p" failed',
    'resources/read of "test://r" failed',
    'completion/complete failed',
  ]);
  expect(reports.map((report) => 'trace' in report)).toEqual([false, false, false]);
});

test('prints a failed report without further effect', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  try {
    const tools = [defineTool({ name: 'bad', run: fail })];
    await using client = await connect(defineServer({ ...info, tools, report: fail }), legacy);
    expect(await client.request('tools/call', { name: 'bad' })).toMatchObject({ isError: true });
    client.notify('notifications/cancelled', { requestId: 'x' });
    await settled(client);
    const lines = printed.mock.calls.map(([line]) => String(line));
    expect(lines[0]).toMatch(/^tool bad failed \([0-9a-f]{8}\); reporting it failed: Error: broken$/);
    expect(lines[1]).toMatch(/^request "x" was cancelled: .* \(no id\); reporting it failed: Error: broken$/);
  } finally {
    printed.mockRestore();
  }
});

test('a client that cannot open a page gets the reason in an error of its revision', async () => {
  const url = 'https://example.com/login';
  const run = (): never => {
    throw new RpcError(-32042, 'Log in first', {
      elicitations: [{ mode: 'url', elicitationId: '1', message: 'Log in', url }],
    });
  };
  const server = defineServer({ ...info, prompts: [definePrompt({ name: 'p', get: run })] });
  const codeIn = async (revision: '2025-06-18' | '2025-11-25'): Promise<unknown> => {
    await using client = await connect(server, { revision, capabilities: { elicitation: { url: {} } } });
    const failure: unknown = await client
      .request('prompts/get', { name: 'p' })
      .catch((error: unknown) => error);
    return Reflect.get(Object(failure), 'code');
  };
  expect([await codeIn('2025-06-18'), await codeIn('2025-11-25')]).toEqual([-32602, -32042]);
});

test.each(['notifications/initialized', 'sampling/createMessage', 'no/such'])(
  '%s as a request is not a method of MCP',
  async (method) => {
    await using client = await connect(defineServer(info), legacy);
    await expect(client.request(method)).rejects.toMatchObject({
      code: -32601,
      message: expect.stringMatching(/MCP has no such request/),
    });
  },
);

test('reports a method of other revisions as such', async () => {
  await using client = await connect(defineServer(info), { revision: '2026-07-28' });
  await expect(client.request('logging/setLevel', { level: 'info' })).rejects.toMatchObject({
    code: -32601,
    message: expect.stringMatching(/it exists in 2024-11-05, .*, not in 2026-07-28/),
  });
});

test('asking the client to reconnect later has no effect on a lasting connection', async () => {
  const run = (_: unknown, ctx: { disconnect(): void }): string => {
    ctx.disconnect();
    return 'here';
  };
  await using client = await connect(
    defineServer({ ...info, tools: [defineTool({ name: 'a', run })] }),
    legacy,
  );
  expect(await client.request('tools/call', { name: 'a' })).toEqual({
    content: [{ type: 'text', text: 'here' }],
  });
});

test('stateless requests have no session', async () => {
  const run = (_: unknown, ctx: { session: unknown }): string => typeof ctx.session;
  const server = defineServer({ ...info, tools: [defineTool({ name: 'a', run })] });
  const textOver = async (sessions: boolean): Promise<unknown> => {
    await using client = await connect(server, { ...legacy, transport: 'http', sessions });
    return (await client.request('tools/call', { name: 'a' }))['content'];
  };
  expect(await textOver(false)).toEqual([{ type: 'text', text: 'undefined' }]);
  expect(await textOver(true)).toEqual([{ type: 'text', text: 'object' }]);
});

test('waiting for the end of an ended session resolves at once', async () => {
  const order: string[] = [];
  const { tool, ends } = held();
  const late = defineTool({
    name: 'late',
    run: async (_, ctx) => {
      ctx.session?.onClose(() => void order.push('end'));
      await tool.run({}, ctx);
      ctx.session?.onClose(() => void order.push('late'));
      order.push('after');
      return 'done';
    },
  });
  const client = await connect(defineServer({ ...info, tools: [late] }), { ...legacy, transport: 'memory' });
  void client.request('tools/call', { name: 'late' }, { id: 'a' }).catch(() => {});
  await settled(client);
  client.notify('notifications/cancelled', { requestId: 'a' });
  await client.close();
  ends[0]?.();
  await expect.poll(() => order, { timeout: 20_000 }).toEqual(['end', 'late', 'after']);
});
