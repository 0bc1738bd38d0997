// Pagination: lists in pages, behind opaque cursors (server/utilities/pagination).
import { expect } from 'vitest';
import {
  defineResource,
  defineResourceTemplate,
  defineServer,
  defineTool,
  resourceRegistry,
  toolRegistry,
} from '../../src/index.ts';
import type { TestClient } from '../../src/testing/test-client.ts';
import { exchange, verifies } from './harness.ts';
import type { Message } from './harness.ts';
import { resultIn } from './messages.ts';

const info = { name: 'test', version: '1.0.0' };
const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `n${index}`);
const tool = (name: string): ReturnType<typeof defineTool> => defineTool({ name, run: () => name });
const resource = (name: string): ReturnType<typeof defineResource> =>
  defineResource({ uri: `test://${name}`, name, read: () => name });
const template = (name: string): ReturnType<typeof defineResourceTemplate> =>
  defineResourceTemplate({ uriTemplate: `${name}://{a}`, name, read: () => name });
const lists = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
} as const;
const inputSchema = { type: 'object', properties: {}, additionalProperties: false };
const entries: { readonly [method in keyof typeof lists]: (name: string) => object } = {
  'tools/list': (name) => ({ name, inputSchema }),
  'prompts/list': (name) => ({ name }),
  'resources/list': (name) => ({ uri: `test://${name}`, name }),
  'resources/templates/list': (name) => ({ uriTemplate: `${name}://{a}`, name }),
};
const paged = (count: number, pageSize: number): ReturnType<typeof defineServer> =>
  defineServer({
    ...info,
    pageSize,
    tools: names(count).map(tool),
    prompts: names(count).map((name) => ({ name, get: () => name })),
    resources: names(count).map(resource),
    resourceTemplates: names(count).map(template),
  });

interface Page {
  readonly names: readonly string[];
  readonly nextCursor: unknown;
}
const pageOf = async (client: TestClient, method: keyof typeof lists, cursor?: unknown): Promise<Page> => {
  const result = await client.request(method, cursor === undefined ? {} : { cursor });
  const items = result[lists[method]] as { readonly name: string }[];
  return { names: items.map(({ name }) => name), nextCursor: result['nextCursor'] };
};
const refusal = { code: -32602, message: expect.any(String) };

const paging = { stateful: ['PAG-1', 'PAG-2', 'PAG-5', 'TOOL-2', 'RES-2'], modern: 'P-01' };
verifies(paging, 'gives each of the four lists page by page', async ({ connect, revision }) => {
  const client = await connect(paged(5, 2));
  const caching = revision === '2026-07-28' ? { ttlMs: expect.any(Number), cacheScope: 'public' } : {};
  for (const method of Object.keys(lists) as (keyof typeof lists)[]) {
    const page = (shown: readonly string[], more: object = { nextCursor: expect.any(String) }): Message =>
      resultIn(revision, { [lists[method]]: shown.map(entries[method]), ...caching, ...more });
    const first = await client.request(method);
    expect(first).toEqual(page(['n0', 'n1']));
    const second = await client.request(method, { cursor: first['nextCursor'] });
    expect(second).toEqual(page(['n2', 'n3']));
    const third = await client.request(method, { cursor: second['nextCursor'] });
    expect(third).toEqual(page(['n4'], {}));
    expect(await client.request(method, { cursor: first['nextCursor'] })).toEqual(page(['n2', 'n3']));
  }
});

verifies('PAG-2', 'leaves out the cursor when the last page is full', async ({ connect }) => {
  const client = await connect(paged(4, 2));
  const { nextCursor } = await pageOf(client, 'tools/list');
  const last = await client.request('tools/list', { cursor: nextCursor });
  expect(last['tools']).toHaveLength(2);
  expect(Object.keys(last)).toEqual(['tools']);
  const whole = await connect(paged(2, 2));
  expect(Object.keys(await whole.request('prompts/list'))).toEqual(['prompts']);
});

verifies('PAG-5', 'takes missing and empty params as the first page', async ({ connect }) => {
  const client = await connect(paged(3, 2));
  const ask = async (id: string, more: object): Promise<unknown> => {
    const answer = await exchange(client, { jsonrpc: '2.0', id, method: 'tools/list', ...more });
    return (answer['result'] as { tools: { name: string }[] }).tools.map(({ name }) => name);
  };
  expect(await ask('a', {})).toEqual(['n0', 'n1']);
  expect(await ask('b', { params: {} })).toEqual(['n0', 'n1']);
  expect(await ask('c', { params: { _meta: {} } })).toEqual(['n0', 'n1']);
});

verifies(
  { stateful: 'PAG-3', modern: 'P-01' },
  'neither repeats nor skips when entries come and go',
  async ({ connect }) => {
    const tools = toolRegistry(names(6).map(tool));
    const client = await connect(defineServer({ ...info, tools, pageSize: 2 }));
    const first = await pageOf(client, 'tools/list');
    tools.delete('n0');
    tools.delete('n1');
    tools.add(tool('late'));
    const second = await pageOf(client, 'tools/list', first.nextCursor);
    tools.delete('n4');
    const third = await pageOf(client, 'tools/list', second.nextCursor);
    const all = [first, second, third].flatMap((page) => page.names);
    expect(all).toEqual(['n0', 'n1', 'n2', 'n3', 'n5', 'late']);
  },
);

verifies('PAG-3', 'goes on in a list that a template makes up', async ({ connect }) => {
  let files = ['b', 'd', 'f', 'h'];
  const folder = defineResourceTemplate({
    uriTemplate: 'folder:///{name}',
    name: 'folder',
    read: () => '',
    list: ({ after, limit }) =>
      files
        .map((name) => ({ uri: `folder:///${name}`, name }))
        .filter(({ uri }) => after === undefined || uri > after)
        .slice(0, limit),
  });
  const server = defineServer({
    ...info,
    pageSize: 2,
    resources: resourceRegistry([resource('a')]),
    resourceTemplates: [folder],
  });
  const client = await connect(server);
  const first = await pageOf(client, 'resources/list');
  files = ['a', 'c', 'd', 'e', 'h'];
  const second = await pageOf(client, 'resources/list', first.nextCursor);
  const third = await pageOf(client, 'resources/list', second.nextCursor);
  expect([first.names, second.names, third.names]).toEqual([
    ['a', 'b'],
    ['c', 'd'],
    ['e', 'h'],
  ]);
  expect(third.nextCursor).toBeUndefined();
});

verifies(
  { stateful: 'PAG-4', modern: 'P-01' },
  'refuses cursors that are invented, altered or of another list',
  async ({ connect }) => {
    const client = await connect(paged(5, 2));
    const { nextCursor } = await pageOf(client, 'tools/list');
    const good = String(nextCursor);
    const altered = `${good.slice(0, 2)}${good[2] === 'A' ? 'B' : 'A'}${good.slice(3)}`;
    const bad = ['invented', '', '2', ' ', `${good}A`, good.slice(1), altered, 7, null, [good], {}];
    for (const cursor of bad) {
      await expect(client.request('tools/list', { cursor })).rejects.toMatchObject(refusal);
    }
    for (const method of ['prompts/list', 'resources/list', 'resources/templates/list']) {
      await expect(client.request(method, { cursor: good })).rejects.toMatchObject(refusal);
    }
    expect((await pageOf(client, 'tools/list', good)).names).toEqual(['n2', 'n3']);
  },
);

verifies('PAG-6', 'refuses the cursor of another connection', async ({ connect }) => {
  const server = paged(3, 2);
  const [client, other] = [await connect(server), await connect(server)];
  const { nextCursor: cursor } = await pageOf(client, 'tools/list');
  await expect(other.request('tools/list', { cursor })).rejects.toMatchObject(refusal);
  expect((await pageOf(client, 'tools/list', cursor)).names).toEqual(['n2']);
});

verifies('PAG-7', 'refuses any cursor on lists of one page and on empty ones', async ({ connect }) => {
  const client = await connect(paged(1, 2));
  const empty = await connect(paged(0, 2));
  for (const method of Object.keys(lists)) {
    for (const cursor of ['a', '']) {
      await expect(client.request(method, { cursor })).rejects.toMatchObject(refusal);
      await expect(empty.request(method, { cursor })).rejects.toMatchObject(refusal);
    }
  }
});
