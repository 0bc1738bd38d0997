// Batches: an array of messages, known to 2025-03-26 only (basic/index, "Batching").
import { expect } from 'vitest';
import { defineServer, defineTool, toolRegistry } from '../../src/index.ts';
import { verifies } from './harness.ts';
import { connected, pipes } from './requirements/types.ts';

const info = { name: 'test', version: '1.0.0' };
const ping = (id: unknown): object => ({ jsonrpc: '2.0', id, method: 'ping' });
const pong = (id: unknown): object => ({ jsonrpc: '2.0', id, result: {} });
const refusal = { jsonrpc: '2.0', error: { code: -32600, message: expect.any(String) } };

verifies(
  ['BASE-16', 'BASE-19'],
  'answers a batch by one array with one answer per request',
  async ({ connect }) => {
    let release = (text: string): void => void text;
    const released = new Promise<string>((resolve) => (release = resolve));
    const slow = defineTool({ name: 'slow', run: () => released });
    const client = await connect(defineServer({ ...info, tools: [slow] }));
    const call = { jsonrpc: '2.0', id: 'x', method: 'tools/call', params: { name: 'slow' } };
    client.send([call, { jsonrpc: '2.0', method: 'notifications/invented' }, ping('y'), { id: 'z' }, 7]);
    client.send(ping('later'));
    await client.waitFor(({ id }) => id === 'later');
    release('a');
    await client.waitFor(({ id }) => id === 'x');
    expect(client.received.slice(1)).toEqual([
      pong('later'),
      expect.arrayContaining([
        { jsonrpc: '2.0', id: 'x', result: { content: [{ type: 'text', text: 'a' }] } },
        pong('y'),
        { ...refusal, id: 'z' },
        refusal,
      ]),
    ]);
    expect(client.received.at(-1)).toHaveLength(4);
  },
);

verifies('BASE-19', 'is silent on a batch without requests', async ({ connect }) => {
  const client = await connect(defineServer(info));
  client.send([
    { jsonrpc: '2.0', method: 'notifications/invented' },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 99 } },
    { jsonrpc: '2.0', id: 99, result: {} },
  ]);
  client.send(ping('end'));
  await client.waitFor(({ id }) => id === 'end');
  expect(client.received.slice(1)).toEqual([pong('end')]);
});

verifies('BASE-19', 'answers an empty batch by a single error', async ({ connect }) => {
  const client = await connect(defineServer(info));
  client.send([]);
  client.send(ping('end'));
  await client.waitFor(({ id }) => id === 'end');
  expect(client.received.slice(1)).toEqual([refusal, pong('end')]);
});

verifies(
  'BASE-19',
  'leaves a cancelled request out of the answer to its batch',
  async ({ connect }) => {
    const never = defineTool({ name: 'never', run: () => new Promise<string>(() => {}) });
    const client = await connect(defineServer({ ...info, tools: [never] }));
    const call = { jsonrpc: '2.0', id: 'x', method: 'tools/call', params: { name: 'never' } };
    client.send([call, ping('y')]);
    client.notify('notifications/cancelled', { requestId: 'x' });
    await client.waitFor(({ id }) => id === 'y');
    expect(client.received.slice(1)).toEqual([[pong('y')]]);
  },
  { transports: connected },
);

verifies(['BASE-16', 'STD-4'], 'reads a batch that is one line', async ({ connect }) => {
  const client = await connect(defineServer(info));
  client.send(`[ ${JSON.stringify(ping(1))} , ${JSON.stringify(ping('1'))} ]`);
  await client.waitFor(({ id }) => id === '1');
  expect(client.received.slice(1)).toEqual([[pong(1), pong('1')]]);
});

const handshake = {
  jsonrpc: '2.0',
  id: 'i',
  method: 'initialize',
  params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
};

verifies('BASE-18', 'refuses a batch that holds a handshake', async ({ connect }) => {
  const client = await connect(defineServer(info));
  client.send([handshake, ping('x')]);
  await client.waitFor(({ id }) => id === 'x' || id === undefined);
  expect(JSON.stringify(client.received.slice(1))).not.toContain('protocolVersion');
  expect(client.received.slice(1).flat()).toContainEqual({ ...refusal, id: 'i' });
});

verifies(
  'BASE-18',
  'refuses a batch of nothing but a handshake, and opens no session',
  async ({ connect }) => {
    const early = await connect(defineServer(info), { initialize: false });
    early.send([handshake]);
    early.send(ping('end'));
    await early.waitFor(({ id }) => id === 'end');
    expect(early.received).toEqual([refusal, pong('end')]);
  },
  { transports: pipes },
);

verifies(
  'BASE-22',
  'refuses the second of two equal ids in a batch',
  async ({ connect }) => {
    const slow = defineTool({
      name: 'slow',
      run: () => new Promise<string>((resolve) => setImmediate(resolve, 'a')),
    });
    const client = await connect(defineServer({ ...info, tools: [slow] }));
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'slow' } };
    client.send([call, call]);
    await client.waitFor(({ result }) => Array.isArray(Object(result).content));
    expect(client.received.slice(1)).toEqual([
      [
        { ...refusal, id: 1 },
        { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'a' }] } },
      ],
    ]);
  },
  { revisions: ['2025-03-26'] },
);

verifies(
  'SEC-10',
  'refuses a batch of too many messages',
  async ({ connect }) => {
    const client = await connect(defineServer({ ...info, limits: { batch: 2 } }));
    client.send([ping(1), ping(2), ping(3)]);
    client.send([ping(4), ping(5)]);
    await client.waitFor(({ id }) => id === 5);
    expect(client.received.slice(1)).toEqual([refusal, [pong(4), pong(5)]]);
  },
  { revisions: ['2025-03-26'] },
);

verifies('BASE-20', 'refuses an array as a whole and runs nothing of it', async ({ connect }) => {
  let runs = 0;
  const count = defineTool({ name: 'count', run: () => `${++runs}` });
  const client = await connect(defineServer({ ...info, tools: [count] }));
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'count' } };
  client.send([call]);
  client.send([]);
  client.send(ping('end'));
  await client.waitFor(({ id }) => id === 'end');
  expect(client.received.slice(1)).toEqual([refusal, refusal, pong('end')]);
  expect(runs).toBe(0);
});

verifies(
  'BASE-20',
  'refuses an array before any version is agreed',
  async ({ connect }) => {
    const client = await connect(defineServer(info), { initialize: false });
    client.send([ping(1)]);
    client.send(ping('end'));
    await client.waitFor(({ id }) => id === 'end');
    expect(client.received).toEqual([refusal, pong('end')]);
  },
  { transports: pipes },
);

const sendsOneByOne = 'sends messages that fall together one by one';
verifies(
  'BASE-17',
  sendsOneByOne,
  async ({ connect }) => {
    const tools = toolRegistry();
    const client = await connect(defineServer({ ...info, tools, prompts: [] }));
    tools.add(defineTool({ name: 'a', run: () => 'a' }));
    for (const id of [10, 11, 12]) client.send(ping(id));
    await client.waitFor(({ method }) => method === 'notifications/tools/list_changed');
    await client.waitFor(({ id }) => id === 12);
    expect(client.received.filter((message) => Array.isArray(message))).toEqual([]);
    expect(client.received.slice(1)).toHaveLength(4);
  },
  { transports: connected },
);

verifies('PROJ-36', 'sends an array as answer to a batch and never else', async ({ connect, revision }) => {
  const client = await connect(defineServer(info));
  client.send([ping(1), ping(2)]);
  for (const id of [3, 4]) client.send(ping(id));
  await client.waitFor(({ id }) => id === 4);
  const first = revision === '2025-03-26' ? [pong(1), pong(2)] : refusal;
  expect(client.received.slice(1)).toEqual([first, pong(3), pong(4)]);
});
