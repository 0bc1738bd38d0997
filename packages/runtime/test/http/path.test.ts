// The path of a request of 2026-07-28: which files own a step of it before the peer, and how long they are.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defineServer, defineTool } from '../../src/index.ts';
import { modern, rpc, serving, Session } from './client.ts';
import { fixture } from './fixture.ts';
import { open, send } from './wire.ts';

const SOURCES = join(import.meta.dirname, '../../src/transports/http');
const OWNERS = [
  'edge/node-server.ts',
  'edge/node.ts',
  'entry/handler.ts',
  'endpoint.ts',
  'body.ts',
  'stateless/stateless.ts',
];

test('a tool is called through files of the path alone, and through none of sessions', async () => {
  let stack = '';
  const where = defineTool({
    name: 'where',
    run: () => {
      stack = new Error('here').stack ?? '';
      return 'here';
    },
  });
  const server = defineServer({ name: 'test', version: '1.0.0', tools: [where] });
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 100;
  try {
    await using http = await serving(server);
    await send(http.url, modern('tools/call', { name: 'where' }));
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
  const passed = [...stack.matchAll(/transports\/http\/([\w/-]+\.ts)/g)].map(([, file]) => file);
  expect(passed).toContain('stateless/stateless.ts');
  expect(passed.filter((file) => !OWNERS.includes(String(file)))).toEqual([]);
});

test('the files of the path have 700 lines at most', async () => {
  const texts = await Promise.all(OWNERS.map((file) => readFile(join(SOURCES, file), 'utf8')));
  const lines = texts.map((text) => text.split('\n').length - 1);
  expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(700);
});

test('initialize without an id opens no session, which nothing could end', async () => {
  await using http = await serving(fixture().server, { maxSessions: 1 });
  const { params } = rpc(undefined, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'c', version: '1' },
  });
  const body = { jsonrpc: '2.0', method: 'initialize', params };
  const refused = await open(http.url, { body });
  await refused.ended;
  expect([refused.status, refused.json]).toMatchObject([400, { error: { code: -32600 } }]);
  const session = await Session.begin(http.url, '2025-11-25');
  expect((await session.post(rpc(1, 'ping'))).status).toBe(200);
});
