// Regressions: single messages that once ended, blocked or filled the process.
import { expect, test } from 'vitest';
import { defineResourceTemplate, defineServer, defineTool } from '../../src/index.ts';
import { isObject } from '../../src/jsonrpc/json.ts';
import { connect } from '../../src/testing/connect.ts';
import { LineReader } from '../../src/transports/stdio/lines.ts';

const info = { name: 'server', version: '1.0.0' };

test.each(['__proto__', '__defineGetter__', 'constructor', 'toString'])(
  'survives a notification called %s',
  async (method) => {
    await using client = await connect(defineServer(info), { revision: '2025-11-25' });
    client.notify(method);
    expect(await client.request('ping')).toEqual({});
  },
);

test('survives a malformed envelope while the queue is full', async () => {
  const slow = defineTool({ name: 'slow', run: () => new Promise<string>(() => {}) });
  const server = defineServer({ ...info, tools: [slow], limits: { inFlight: 1, queue: 1, stallMs: 5 } });
  await using client = await connect(server);
  for (let id = 10; id < 30; id++) client.request('tools/call', { name: 'slow' }, { id }).catch(() => {});
  await client.waitFor(({ error }) => isObject(error) && error['code'] === -31000);
  const _meta = { 'io.modelcontextprotocol/protocolVersion': 5 };
  client.send({ jsonrpc: '2.0', id: 'bad', method: 'tools/call', params: { name: 'slow', _meta } });
  const answer = await client.waitFor(({ id }) => id === 'bad');
  expect(answer['error']).toMatchObject({ code: -32602 });
  for (let id = 10; id < 30; id++) client.notify('notifications/cancelled', { requestId: id });
});

test.each(['-3000000:', '-Infinity:', '99999:', '0:-1', '0:1e9', ':', '0'])(
  'refuses a forged cursor for position %s',
  async (position) => {
    const template = defineResourceTemplate({
      uriTemplate: 'a:{b}',
      name: 'a',
      list: () => [],
      read: () => '',
    });
    await using client = await connect(defineServer({ ...info, resourceTemplates: [template] }));
    const cursor = forge('resources/list', position);
    await expect(client.request('resources/list', { cursor })).rejects.toMatchObject({ code: -32602 });
  },
);

// The server's checksum. It is not secret, and must not need to be.
function forge(method: string, position: string): string {
  const text = [method, info.name, info.version, '', position].join('\n');
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return Buffer.from(`${(hash >>> 0).toString(36)}.${position}`).toString('base64url');
}

test('stores a line of a million pieces in little more than its own size', () => {
  const lines: string[] = [];
  const handler = { line: (text: string) => lines.push(text), tooLong: () => {}, notUtf8: () => {} };
  const reader = new LineReader(handler, 4_000_000, () => true);
  const piece = Buffer.from('a');
  const before = process.memoryUsage().rss;
  for (let i = 0; i < 1_000_000; i++) reader.push(piece);
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  reader.push(Buffer.from('\n'));
  expect(lines).toEqual(['a'.repeat(1_000_000)]);
});

test('repeats only a short part of refused input', async () => {
  await using client = await connect(defineServer({ ...info, tools: [] }), { revision: '2025-11-25' });
  await client.request('tools/call', { name: 'x'.repeat(1_000_000) }).catch(() => {});
  await client.request('tools/list', { cursor: 'x'.repeat(1_000_000) }).catch(() => {});
  await client
    .request('logging/setLevel', { level: JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`) })
    .catch(() => {});
  for (const message of client.received) expect(JSON.stringify(message).length).toBeLessThan(1000);
  expect(client.received.at(-1)).toMatchObject({ error: { code: -32602 } });
});

test('opens 64 listen streams on one connection and refuses more', async () => {
  const template = defineResourceTemplate({
    uriTemplate: 'a:{b}',
    name: 'a',
    read: () => '',
    watch: () => () => {},
  });
  await using client = await connect(defineServer({ ...info, resourceTemplates: [template] }));
  const params = { notifications: { resourceSubscriptions: ['a:b'] } };
  for (let id = 100; id < 200; id++) client.request('subscriptions/listen', params, { id }).catch(() => {});
  await client.waitFor(({ id }) => id === 199);
  expect(client.notifications('notifications/subscriptions/acknowledged')).toHaveLength(64);
});
