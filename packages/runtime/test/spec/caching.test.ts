// Caching: how long and for whom results hold, and that lists hold still (server/utilities/caching, pagination).
import { expect } from 'vitest';
import {
  defineResource,
  defineResourceTemplate,
  defineServer,
  defineTool,
  toolRegistry,
} from '../../src/index.ts';
import { exchange, verifies } from './harness.ts';
import { envelope, request, requestOf } from './messages.ts';

const info = { name: 'test', version: '1.0.0' };
const tool = (name: string): ReturnType<typeof defineTool> => defineTool({ name, run: () => name });
const resource = defineResource({ uri: 'test://a', name: 'a', read: () => 'a' });
const template = defineResourceTemplate({ uriTemplate: 'list://{a}', name: 'a', read: () => 'a' });
const hint = { ttlMs: expect.any(Number), cacheScope: expect.stringMatching(/^(?:public|private)$/) };
const cacheable = [
  ...['server/discover', 'tools/list', 'prompts/list'],
  ...['resources/list', 'resources/templates/list'],
];

verifies('C-01', 'says on the cacheable results how long and for whom they hold', async ({ connect }) => {
  const server = defineServer({
    ...info,
    tools: [tool('a')],
    prompts: [{ name: 'a', get: () => 'a' }],
    resources: [resource],
    resourceTemplates: [template],
  });
  const client = await connect(server);
  for (const method of cacheable) expect(await client.request(method)).toMatchObject(hint);
  expect(await client.request('resources/read', { uri: 'test://a' })).toMatchObject(hint);
  for (const method of cacheable) {
    const { ttlMs } = await client.request(method);
    expect(Number.isSafeInteger(ttlMs) && Number(ttlMs) >= 0).toBe(true);
  }
  const call = await client.request('tools/call', { name: 'a' });
  const prompt = await client.request('prompts/get', { name: 'a' });
  for (const result of [call, prompt]) expect(Object.keys(result)).not.toContain('ttlMs');
});

verifies('C-01', 'takes the hints of the author, for lists and for each resource', async ({ connect }) => {
  const server = defineServer({
    ...info,
    tools: [tool('a')],
    resources: [defineResource({ ...resource, cache: { ttlMs: 60_000, cacheScope: 'public' } })],
    resourceTemplates: [defineResourceTemplate({ ...template, cache: { ttlMs: 7, cacheScope: 'private' } })],
    cache: { ttlMs: 1234, cacheScope: 'private' },
  });
  const client = await connect(server);
  const list = { ttlMs: 1234, cacheScope: 'private' };
  for (const method of ['server/discover', 'tools/list', 'resources/list', 'resources/templates/list']) {
    expect(await client.request(method)).toMatchObject(list);
  }
  const read = (uri: string): Promise<unknown> => client.request('resources/read', { uri });
  expect(await read('test://a')).toMatchObject({ ttlMs: 60_000, cacheScope: 'public' });
  expect(await read('list://x')).toMatchObject({ ttlMs: 7, cacheScope: 'private' });
});

verifies('C-01', 'gives no hint with a question', async ({ connect }) => {
  const ask = defineResource({
    ...resource,
    cache: { ttlMs: 5, cacheScope: 'public' },
    read: async (ctx) => `${(await ctx.ask.roots()).length}`,
  });
  const client = await connect(defineServer({ ...info, resources: [ask] }), { capabilities: { roots: {} } });
  const question = await client.request('resources/read', { uri: 'test://a' }, { answer: false });
  expect(question).toEqual({
    resultType: 'input_required',
    _meta: { 'io.modelcontextprotocol/serverInfo': info },
    inputRequests: expect.any(Object),
    requestState: expect.any(String),
  });
});

verifies('C-02', 'keeps to one scope on all pages of a list', async ({ connect }) => {
  for (const tools of [['a', 'b', 'c'].map(tool), toolRegistry(['a', 'b', 'c'].map(tool))]) {
    const client = await connect(defineServer({ ...info, tools, pageSize: 1 }));
    const scopes = new Set<unknown>();
    let cursor: object = {};
    for (let page = 0; page < 3; page++) {
      const { cacheScope, nextCursor } = await client.request('tools/list', cursor as { cursor?: string });
      scopes.add(cacheScope);
      cursor = { cursor: nextCursor };
    }
    expect(scopes.size).toBe(1);
    expect(cursor).toEqual({ cursor: undefined });
  }
});

verifies('C-04', 'reports a changed list though copies of it are still fresh', async ({ connect }) => {
  const tools = toolRegistry([tool('a')]);
  const client = await connect(defineServer({ ...info, tools, cache: { ttlMs: 1e9, cacheScope: 'public' } }));
  client.send(
    request('2026-07-28', 'l', 'subscriptions/listen', { notifications: { toolsListChanged: true } }),
  );
  await client.waitFor(({ method }) => method === 'notifications/subscriptions/acknowledged');
  expect(await client.request('tools/list')).toMatchObject({ ttlMs: 1e9 });
  tools.add(tool('b'));
  await client.waitFor(({ method }) => method === 'notifications/tools/list_changed');
  expect(await client.request('tools/list')).toMatchObject({ tools: [{ name: 'a' }, { name: 'b' }] });
});

verifies('P-02', 'lists the same for every client and after every call', async ({ connect }) => {
  const server = defineServer({ ...info, tools: [tool('a'), tool('b')], prompts: [], resources: [resource] });
  const [bare, rich] = [
    await connect(server),
    await connect(server, {
      capabilities: { roots: {}, sampling: {}, elicitation: {} },
      clientInfo: { name: 'other', version: '9' },
    }),
  ];
  const all = async (client: typeof bare): Promise<unknown[]> =>
    Promise.all(cacheable.slice(1).map(async (method) => client.request(method)));
  const first = await all(bare);
  expect(first).toMatchObject([{ tools: [{}, {}] }, { prompts: [] }, { resources: [{}] }, {}]);
  expect(await all(rich)).toEqual(first);
  await rich.request('tools/call', { name: 'a' });
  await rich.request('resources/read', { uri: 'test://a' });
  await exchange(rich, requestOf('x', 'tools/call', { name: 'no', _meta: envelope }));
  expect(await all(rich)).toEqual(first);
  expect(await all(bare)).toEqual(first);
});
