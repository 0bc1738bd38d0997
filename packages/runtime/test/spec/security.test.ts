// Security: clients are kept apart, everything is bounded, all input is checked (security_best_practices).
import { expect } from 'vitest';
import { defineResourceTemplate, defineServer, defineTool } from '../../src/index.ts';
import { exchange, verifies } from './harness.ts';

const info = { name: 'test', version: '1.0.0' };
const call = (id: unknown, params: unknown): { [member: string]: unknown } => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params,
});

verifies('SEC-9', 'never answers one client what another asked', async ({ connect }) => {
  const waiting = new Map<string, (text: string) => void>();
  const wait = defineTool({
    name: 'wait',
    input: { type: 'object', properties: { who: { type: 'string' } }, required: ['who'] },
    run: ({ who }, ctx) => {
      ctx.log('error', who);
      ctx.progress(1, 1, who);
      return new Promise<string>((resolve) => waiting.set(who, resolve));
    },
  });
  const server = defineServer({ ...info, tools: [wait] });
  const names = ['a', 'b', 'c'];
  const clients = await Promise.all(names.map(() => connect(server)));
  for (const [index, client] of clients.entries()) {
    const who = names[index];
    client.send(call(7, { name: 'wait', arguments: { who }, _meta: { progressToken: 7 } }));
    await client.waitFor(({ method }) => method === 'notifications/progress');
  }
  for (const who of names.toReversed()) waiting.get(who)?.(`for ${who}`);
  for (const [index, client] of clients.entries()) {
    expect(await client.waitFor(({ id }) => id === 7)).toEqual({
      jsonrpc: '2.0',
      id: 7,
      result: { content: [{ type: 'text', text: `for ${names[index]}` }] },
    });
    const [others] = [names.filter((_, other) => other !== index)];
    for (const other of others) expect(JSON.stringify(client.received)).not.toMatch(`"(for )?${other}"`);
  }
});

verifies('SEC-9', 'cancels the requests of the client that says so and of no other', async ({ connect }) => {
  const finish: ((text: string) => void)[] = [];
  const wait = defineTool({
    name: 'wait',
    run: () => new Promise<string>((resolve) => finish.push(resolve)),
  });
  const server = defineServer({ ...info, tools: [wait] });
  const [first, second] = await Promise.all([connect(server), connect(server)]);
  first.send(call(7, { name: 'wait' }));
  await first.request('ping');
  second.notify('notifications/cancelled', { requestId: 7 });
  await second.request('ping');
  for (const resolve of finish) resolve('done');
  expect(await first.waitFor(({ id }) => id === 7)).toMatchObject({
    result: { content: [{ type: 'text', text: 'done' }] },
  });
});

verifies('SEC-10', 'bounds running and waiting requests and works on afterwards', async ({ connect }) => {
  let running = 0;
  let most = 0;
  let open: () => void = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  const slow = defineTool({
    name: 'slow',
    run: async () => {
      most = Math.max(most, ++running);
      await gate;
      running--;
      return 'done';
    },
  });
  const limits = { inFlight: 2, queue: 3, stallMs: 5 };
  const client = await connect(defineServer({ ...info, tools: [slow], limits }));
  const count = 60;
  const idOf = (index: number): string => `s${index}`;
  for (let index = 0; index < count; index++) client.send(call(idOf(index), { name: 'slow' }));
  expect(await client.waitFor(({ error }) => error !== undefined)).toEqual({
    jsonrpc: '2.0',
    id: expect.stringMatching(/^s\d+$/),
    error: { code: -32000, message: expect.stringContaining('overloaded') },
  });
  expect(await client.request('ping')).toEqual({});
  open();
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) => client.waitFor(({ id }) => id === idOf(index))),
  );
  expect(most).toBe(2);
  const done = answers.filter(({ result }) => result !== undefined);
  expect(done.length).toBeGreaterThanOrEqual(5);
  expect(done.length).toBeLessThan(count);
  expect(await exchange(client, call('after', { name: 'slow' }))).toMatchObject({
    result: { content: [{ type: 'text', text: 'done' }] },
  });
});

verifies(
  'SEC-10',
  'bounds the length of a batch',
  async ({ connect }) => {
    const client = await connect(defineServer({ ...info, limits: { batch: 3 } }));
    const pings = (count: number): object[] =>
      Array.from({ length: count }, (_, index) => ({ jsonrpc: '2.0', id: `p${index}`, method: 'ping' }));
    client.send(pings(4));
    expect(await client.waitFor(({ error }) => error !== undefined)).toEqual({
      jsonrpc: '2.0',
      error: { code: -32600, message: expect.stringContaining('3') },
    });
    client.send(pings(3));
    await client.waitFor(({ id }) => id === 'p2');
    expect(client.received.at(-1)).toEqual(
      ['p0', 'p1', 'p2'].map((id) => ({ jsonrpc: '2.0', id, result: {} })),
    );
  },
  { revisions: ['2025-03-26'] },
);

verifies('SEC-11', 'checks tool input, resource URIs and prompt arguments', async ({ connect }) => {
  const seen: string[] = [];
  const server = defineServer({
    ...info,
    tools: [
      defineTool({
        name: 'a',
        input: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
        run: () => void seen.push('tool'),
      }),
    ],
    resourceTemplates: [
      defineResourceTemplate({
        uriTemplate: 'note://{id}',
        name: 'notes',
        read: () => {
          seen.push('resource');
          return '';
        },
      }),
    ],
    prompts: [
      {
        name: 'a',
        arguments: { n: { required: true } },
        get: () => {
          seen.push('prompt');
          return '';
        },
      },
    ],
  });
  const client = await connect(server);
  expect(await client.request('tools/call', { name: 'a', arguments: { n: '1' } })).toMatchObject({
    isError: true,
  });
  const refused: readonly (readonly [string, { [member: string]: unknown }, number])[] = [
    ['resources/read', { uri: '/etc/passwd' }, -32602],
    ['resources/read', { uri: 'file:///etc/passwd' }, -32002],
    ['resources/read', { uri: 'note://a/../b' }, -32002],
    ['resources/read', { uri: 'note://' }, -32002],
    ['prompts/get', { name: 'a', arguments: { n: 1 } }, -32602],
    ['prompts/get', { name: 'a', arguments: {} }, -32602],
  ];
  for (const [method, params, code] of refused) {
    await expect(client.request(method, params)).rejects.toMatchObject({ code });
  }
  expect(seen).toEqual([]);
});
