// Both eras on one connection, decided message by message (basic/versioning).
import { expect } from 'vitest';
import { defineResource, defineServer, defineTool, toolRegistry } from '../../src/index.ts';
import type { Context } from '../../src/index.ts';
import { exchange, verifies } from './harness.ts';
import { answerTo, envelope, errorTo, openings, request, requestOf } from './messages.ts';
import type { Revision } from './requirements/index.ts';
import { modern, stateful, connected } from './requirements/types.ts';

const info = { name: 'test', version: '1.0.0' };
const newest: Revision = '2025-11-25';
const tool = defineTool({ name: 'tool', title: 'Tool', run: () => 'a' });
const plain = { content: [{ type: 'text', text: 'a' }] };
const complete = {
  resultType: 'complete',
  _meta: { 'io.modelcontextprotocol/serverInfo': info },
  ...plain,
};
const call = (revision: Revision, id: unknown): { [key: string]: unknown } =>
  request(revision, id, 'tools/call', { name: 'tool' });

verifies(
  ['Z-01', 'Z-02'],
  'serves stateless requests inside a session, and the session after',
  async (bench) => {
    const { connect, revision } = bench;
    const client = await connect(defineServer({ ...info, tools: [tool] }));
    for (const id of [10, 12]) {
      expect(await exchange(client, call(revision, id))).toEqual(answerTo(id, plain));
      expect(await exchange(client, call('2026-07-28', id + 1))).toEqual(answerTo(id + 1, complete));
    }
    const discovery = await exchange(client, request('2026-07-28', 'd', 'server/discover'));
    expect(discovery).toMatchObject({ result: { supportedVersions: ['2026-07-28'] } });
  },
  { revisions: stateful },
);

verifies(
  ['Z-01', 'Z-02'],
  'opens a session after stateless requests and serves both',
  async ({ connect }) => {
    for (const revision of stateful) {
      const client = await connect(defineServer({ ...info, tools: [tool] }));
      expect(await exchange(client, call('2026-07-28', 10))).toMatchObject({ result: complete });
      for (const message of openings(revision)) client.send(message);
      expect(await client.waitFor(({ id }) => id === 'hello')).toMatchObject({
        result: { protocolVersion: revision, serverInfo: info },
      });
      expect(await exchange(client, call(revision, 11))).toEqual(answerTo(11, plain));
      expect(await exchange(client, call('2026-07-28', 12))).toMatchObject({ id: 12, result: complete });
    }
  },
  { revisions: modern },
);

verifies(
  ['Z-02', 'PROJ-49'],
  'keeps what a session knows out of stateless requests',
  async (bench) => {
    const seen: unknown[] = [];
    const look = defineTool({
      name: 'tool',
      run: (_, ctx) => {
        seen.push([ctx.revision, ctx.client.capabilities, ctx.client.info?.name]);
        ctx.log('error', ctx.revision);
      },
    });
    const client = await bench.connect(defineServer({ ...info, tools: [look] }), {
      capabilities: { roots: {} },
      clientInfo: { name: 'session', version: '1' },
    });
    await exchange(client, call('2026-07-28', 'a'));
    expect(client.notifications()).toEqual([]);
    await exchange(client, call(bench.revision, 'b'));
    expect(seen).toEqual([
      ['2026-07-28', {}, undefined],
      [bench.revision, { roots: {} }, 'session'],
    ]);
    expect(client.notifications()).toMatchObject([{ params: { data: bench.revision } }]);
  },
  { revisions: stateful },
);

verifies(
  'Z-02',
  'asks each request in the way of its era',
  async ({ connect, revision }) => {
    const ask = defineTool({
      name: 'tool',
      run: async (_: unknown, ctx: Context) => `${(await ctx.ask.roots()).length}`,
    });
    const client = await connect(defineServer({ ...info, tools: [ask] }), {
      capabilities: { roots: {} },
      answers: { 'roots/list': () => ({ roots: [{ uri: 'file:///a' }] }) },
    });
    expect(await exchange(client, call(revision, 'a'))).toMatchObject({
      result: { content: [{ type: 'text', text: '1' }] },
    });
    const message = call('2026-07-28', 'b');
    const _meta = { ...envelope, 'io.modelcontextprotocol/clientCapabilities': { roots: {} } };
    expect(await exchange(client, { ...message, params: { name: 'tool', _meta } })).toMatchObject({
      result: { resultType: 'input_required' },
    });
    const asked = client.received.filter(
      (received) => Reflect.get(Object(received), 'method') === 'roots/list',
    );
    expect(asked).toHaveLength(1);
  },
  { revisions: stateful, transports: connected },
);

verifies(
  'Z-03',
  'offers its newest stateful version to a handshake for the modern one',
  async ({ connect }) => {
    for (const protocolVersion of ['2026-07-28', '2026-07-29']) {
      const client = await connect(defineServer(info), { initialize: false });
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'c', version: '1' } };
      const answer = await exchange(client, requestOf(1, 'initialize', params));
      expect(answer).toMatchObject({ result: { protocolVersion: newest } });
    }
  },
);

verifies('Z-04', 'knows no removed method inside an envelope', async ({ connect }) => {
  const watched = defineResource({ uri: 'test://a', name: 'a', read: () => 'a', watch: () => () => {} });
  const client = await connect(defineServer({ ...info, resources: [watched] }));
  const params = { protocolVersion: newest, capabilities: {}, clientInfo: { name: 'c', version: '1' } };
  const removed = {
    initialize: params,
    ping: {},
    'logging/setLevel': { level: 'error' },
    'resources/subscribe': { uri: 'test://a' },
    'resources/unsubscribe': { uri: 'test://a' },
  };
  for (const [method, own] of Object.entries(removed)) {
    expect(await exchange(client, request('2026-07-28', method, method, own))).toEqual(
      errorTo(method, { code: -32601, message: expect.any(String) }),
    );
  }
  const { result } = await exchange(client, requestOf('i', 'initialize', params));
  expect(result).toMatchObject({ protocolVersion: newest });
});

verifies('Z-06', 'takes messages without envelope as stateful, metadata or not', async ({ connect }) => {
  const client = await connect(defineServer({ ...info, tools: [tool] }));
  const metas = [{}, { progressToken: 1 }, { 'com.example/a': 1 }, { traceparent: 'x' }];
  for (const [id, _meta] of metas.entries()) {
    const params = { name: 'tool', _meta };
    const answer = await exchange(client, requestOf(`a${id}`, 'tools/call', params));
    expect(answer).toEqual(answerTo(`a${id}`, plain));
  }
  const fresh = await connect(defineServer({ ...info, tools: [tool] }), { initialize: false });
  const early = await exchange(fresh, requestOf(1, 'tools/list'));
  expect(early).toMatchObject({ error: { code: -32600 } });
});

verifies('Z-07', 'finds the request to cancel by its id, whatever its era', async ({ connect, revision }) => {
  const aborted: unknown[] = [];
  const wait = defineTool({
    name: 'tool',
    run: (_, ctx) =>
      new Promise<string>((resolve) => {
        ctx.signal.addEventListener('abort', () => {
          aborted.push(ctx.requestId);
          resolve('');
        });
      }),
  });
  const client = await connect(defineServer({ ...info, tools: toolRegistry([wait]) }));
  const isModern = revision === '2026-07-28';
  if (isModern) for (const message of openings(newest)) client.send(message);
  client.send(call(isModern ? newest : revision, 'stateful'));
  client.send(call('2026-07-28', 'stateless'));
  client.send(
    request('2026-07-28', 'listen', 'subscriptions/listen', { notifications: { toolsListChanged: true } }),
  );
  await client.waitFor(({ method }) => method === 'notifications/subscriptions/acknowledged');
  for (const requestId of ['stateless', 'stateful']) client.notify('notifications/cancelled', { requestId });
  client.notify('notifications/cancelled', { requestId: 'listen' });
  await exchange(client, request('2026-07-28', 'end', 'tools/list'));
  await expect.poll(() => aborted).toEqual(['stateless', 'stateful']);
  const ids = client.received.map((message) => Reflect.get(Object(message), 'id'));
  expect(ids).toContain('end');
  for (const id of ['stateless', 'stateful', 'listen']) expect(ids).not.toContain(id);
});

verifies(
  'PROJ-50',
  'puts nothing of the modern era into stateful results',
  async ({ connect }) => {
    const server = defineServer({
      ...info,
      tools: [tool],
      resources: [
        defineResource({
          uri: 'test://a',
          name: 'a',
          cache: { ttlMs: 5, cacheScope: 'public' },
          read: () => 'a',
        }),
      ],
      prompts: [],
      cache: { ttlMs: 9, cacheScope: 'public' },
    });
    const client = await connect(server);
    await client.request('tools/list');
    await client.request('tools/call', { name: 'tool' });
    await client.request('resources/list');
    await client.request('resources/read', { uri: 'test://a' });
    await client.request('prompts/list');
    const text = JSON.stringify(client.received);
    for (const word of ['resultType', 'ttlMs', 'cacheScope', '_meta']) expect(text).not.toContain(word);
  },
  { revisions: stateful },
);
