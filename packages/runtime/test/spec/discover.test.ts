// Discovery and versions: what the server is and which versions it speaks (server/discover, basic/versioning).
import { expect } from 'vitest';
import { definePrompt, defineResource, defineServer, defineTool, toolRegistry } from '../../src/index.ts';
import { exchange, verifies } from './harness.ts';
import type { Message } from './harness.ts';
import { answerTo, envelope, errorTo, request, requestOf } from './messages.ts';

const info = { name: 'test', version: '1.0.0' };
const serverInfo = 'io.modelcontextprotocol/serverInfo';
const tool = defineTool({ name: 'tool', run: () => 'a' });
const never = defineTool({ name: 'never', run: () => new Promise<string>(() => {}) });
const discover = (id: unknown, meta: Message = envelope): Message =>
  requestOf(id, 'server/discover', { _meta: meta });

verifies(['V-01', 'V-02'], 'tells all about itself', async ({ connect }) => {
  const described = {
    ...info,
    title: 'Test',
    description: 'For tests.',
    websiteUrl: 'https://example.com',
    icons: [{ src: 'https://example.com/a.png', mimeType: 'image/png', sizes: ['48x48'] }],
  };
  const server = defineServer({ ...described, instructions: 'Be kind.', tools: [tool] });
  const client = await connect(server, { initialize: false });
  expect(await exchange(client, discover('d'))).toEqual(
    answerTo('d', {
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {}, logging: {} },
      instructions: 'Be kind.',
      ttlMs: expect.any(Number),
      cacheScope: 'public',
      _meta: { [serverInfo]: described },
    }),
  );
});

verifies('V-02', 'leaves out instructions that it does not have', async ({ connect }) => {
  const client = await connect(
    defineServer({ ...info, logging: false, cache: { ttlMs: 5, cacheScope: 'private' } }),
  );
  expect(client.server).toEqual({
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: {},
    ttlMs: 5,
    cacheScope: 'private',
    _meta: { [serverInfo]: info },
  });
});

verifies('V-03', 'refuses other versions, naming those that discovery names', async ({ connect }) => {
  const client = await connect(defineServer({ ...info, tools: [tool] }));
  const { supportedVersions } = client.server;
  for (const [id, version] of ['1999-01-01', '2025-11-25', '2026-07-29', '2099-01-01', ''].entries()) {
    const meta = { ...envelope, 'io.modelcontextprotocol/protocolVersion': version };
    const params = { name: 'tool', _meta: meta };
    for (const ask of [discover(`d${id}`, meta), requestOf(`c${id}`, 'tools/call', params)]) {
      expect(await exchange(client, ask)).toEqual(
        errorTo(ask['id'], {
          code: -32022,
          message: expect.any(String),
          data: { supported: supportedVersions, requested: version },
        }),
      );
    }
  }
  expect(await client.request('tools/call', { name: 'tool' })).toMatchObject({ resultType: 'complete' });
});

verifies(['V-04', 'L-01'], 'advertises what it serves and serves what it advertises', async ({ connect }) => {
  const served: Readonly<Record<string, readonly [object, object, readonly string[]]>> = {
    tools: [{ tools: [tool] }, { tools: {} }, ['tools/list']],
    'changing tools': [
      { tools: toolRegistry([tool]) },
      { tools: { listChanged: true } },
      ['tools/list', 'subscriptions/listen'],
    ],
    resources: [
      { resources: [defineResource({ uri: 'test://a', name: 'a', read: () => 'a' })] },
      { resources: {} },
      ['resources/list', 'resources/templates/list', 'resources/read'],
    ],
    'watched resources': [
      { resources: [defineResource({ uri: 'test://a', name: 'a', read: () => 'a', watch: () => () => {} })] },
      { resources: { subscribe: true } },
      ['resources/list', 'resources/templates/list', 'resources/read', 'subscriptions/listen'],
    ],
    prompts: [{ prompts: [] }, { prompts: {} }, ['prompts/list']],
    completions: [
      { prompts: [definePrompt({ name: 'a', arguments: { a: { complete: () => [] } }, get: () => 'a' })] },
      { prompts: {}, completions: {} },
      ['prompts/list', 'completion/complete'],
    ],
  };
  const methods = [...new Set(Object.values(served).flatMap(([, , names]) => names))];
  for (const [options, capabilities, names] of Object.values(served)) {
    const client = await connect(defineServer({ ...info, logging: false, ...options }));
    expect(client.server['capabilities']).toEqual(capabilities);
    for (const method of methods) {
      const code: unknown = await client.request(method, { notifications: {} }).then(
        () => undefined,
        (error: unknown) => Reflect.get(Object(error), 'code'),
      );
      expect(code === -32601).toBe(!names.includes(method));
    }
  }
});

verifies('V-06', 'serves clients with unknown extensions in the ordinary way', async ({ connect }) => {
  const client = await connect(defineServer({ ...info, tools: [tool] }), {
    capabilities: { extensions: { 'com.example/x': { deep: [1] }, 'io.modelcontextprotocol/tasks': {} } },
  });
  expect(await client.request('tools/call', { name: 'tool', task: { ttl: 1 } })).toEqual({
    resultType: 'complete',
    _meta: { [serverInfo]: info },
    content: [{ type: 'text', text: 'a' }],
  });
  expect(client.server['capabilities']).toEqual({ tools: {}, logging: {} });
});

verifies('T-05', 'answers discovery first of all, and while everything else is busy', async ({ connect }) => {
  const server = defineServer({ ...info, tools: [never], limits: { inFlight: 1, queue: 2, stallMs: 5 } });
  const client = await connect(server, { initialize: false });
  const calls = [1, 2, 3].map((id) => request('2026-07-28', id, 'tools/call', { name: 'never' }));
  for (const call of calls) client.send(call);
  expect(await exchange(client, discover('d'))).toMatchObject({
    id: 'd',
    result: { supportedVersions: ['2026-07-28'] },
  });
  expect(client.received).toHaveLength(1);
  for (const requestId of [1, 2, 3]) client.notify('notifications/cancelled', { requestId });
});

verifies('Z-08', 'serves every method of the era whose discovery it answers', async ({ connect }) => {
  const server = defineServer({
    ...info,
    tools: toolRegistry([tool]),
    prompts: [definePrompt({ name: 'p', arguments: { a: { complete: () => ['x'] } }, get: () => 'a' })],
    resources: [defineResource({ uri: 'test://a', name: 'a', read: () => 'a' })],
  });
  const client = await connect(server);
  const requests: readonly [string, Message][] = [
    ['tools/list', {}],
    ['tools/call', { name: 'tool' }],
    ['prompts/list', {}],
    ['prompts/get', { name: 'p' }],
    ['resources/list', {}],
    ['resources/templates/list', {}],
    ['resources/read', { uri: 'test://a' }],
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' } }],
    ['subscriptions/listen', { notifications: {} }],
  ];
  for (const [method, params] of requests) {
    expect(await client.request(method, params)).toMatchObject({ resultType: 'complete' });
  }
});
