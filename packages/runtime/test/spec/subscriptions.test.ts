// Subscriptions: long-lived streams of changes (basic/patterns/subscriptions).
import { expect } from 'vitest';
import {
  defineResource,
  defineResourceTemplate,
  defineServer,
  defineTool,
  promptRegistry,
  resourceRegistry,
  ResourceNotFoundError,
  toolRegistry,
} from '../../src/index.ts';
import type { TestClient } from '../../src/testing/test-client.ts';
import { exchange, HELD_MS, stopTimers, verifies } from './harness.ts';
import type { Message } from './harness.ts';
import { answerTo, errorTo, notificationOf, request } from './messages.ts';

const info = { name: 'test', version: '1.0.0' };
const subscription = 'io.modelcontextprotocol/subscriptionId';
const serverInfo = { 'io.modelcontextprotocol/serverInfo': info };
const tool = (name: string): ReturnType<typeof defineTool> => defineTool({ name, run: () => name });
const prompt = { name: 'p', get: () => 'a' };

/** A server whose lists and resources change on demand. */
const changing = () => {
  const [tools, prompts, resources] = [toolRegistry(), promptRegistry(), resourceRegistry()];
  const watching = new Map<string, (uri?: string) => void>();
  const watch = (uri: string, updated: (uri?: string) => void): (() => void) => {
    watching.set(uri, updated);
    return () => void watching.delete(uri);
  };
  for (const uri of ['test://a', 'test://b']) {
    resources.add(
      defineResource({ uri, name: uri, read: () => 'a', watch: (updated) => watch(uri, updated) }),
    );
  }
  const folder = defineResourceTemplate({
    uriTemplate: 'file:///{+path}',
    name: 'folder',
    read: () => 'a',
    watch: (uri, _variables, updated) => {
      if (uri.endsWith('missing')) throw new ResourceNotFoundError(uri);
      return watch(uri, updated);
    },
  });
  const server = defineServer({ ...info, tools, prompts, resources, resourceTemplates: [folder] });
  return { server, tools, prompts, resources, watching };
};
const listen = (id: unknown, notifications: unknown): Message =>
  request('2026-07-28', id, 'subscriptions/listen', { notifications });
const notification = (id: unknown, method: string, params: object = {}): object =>
  notificationOf(`notifications/${method}`, { ...params, _meta: { [subscription]: id } });
const acknowledged = (id: unknown, notifications: object): object =>
  notification(id, 'subscriptions/acknowledged', { notifications });
const isOf =
  (id: unknown) =>
  ({ params }: Message): boolean =>
    Object(params)._meta?.[subscription] === id;
const ofSubscription = (client: TestClient, id: unknown): Message[] =>
  client.notifications().filter(isOf(id));
const open = async (client: TestClient, id: unknown, notifications: object): Promise<void> => {
  client.send(listen(id, notifications));
  await client.waitFor(isOf(id));
};

verifies('U-01', 'serves subscriptions when anything can change, and none otherwise', async ({ connect }) => {
  const live = await connect(changing().server);
  await open(live, 1, { toolsListChanged: true });
  live.notify('notifications/cancelled', { requestId: 1 });
  const fixed = await connect(defineServer({ ...info, tools: [tool('a')] }));
  expect(await exchange(fixed, listen('f', { toolsListChanged: true }))).toMatchObject({
    error: { code: -32601 },
  });
});

verifies('U-01', 'refuses a subscription without a filter, or with a malformed one', async ({ connect }) => {
  const client = await connect(changing().server);
  const uris = [{ resourceSubscriptions: 'test://a' }, { resourceSubscriptions: [7] }];
  for (const [id, notifications] of [undefined, null, [], 'all', ...uris].entries()) {
    expect(await exchange(client, listen(`m${id}`, notifications))).toEqual(
      errorTo(`m${id}`, { code: -32602, message: expect.any(String) }),
    );
  }
});

verifies(['U-02', 'U-03'], 'begins by saying what it honours, under the id of the request', async (bench) => {
  const client = await bench.connect(changing().server);
  const all = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
  const cases: readonly [unknown, object, object][] = [
    [0, all, all],
    ['', { toolsListChanged: true, promptsListChanged: false }, { toolsListChanged: true }],
    [
      '0',
      { resourceSubscriptions: ['test://a', 'test://b'] },
      { resourceSubscriptions: ['test://a', 'test://b'] },
    ],
    [7, { toolsListChanged: true, invented: true, taskIds: ['a'] }, { toolsListChanged: true }],
    [
      'gone',
      { resourceSubscriptions: ['test://none', 'file:///missing', 'test://a'] },
      { resourceSubscriptions: ['test://a'] },
    ],
  ];
  for (const [id, asked, honoured] of cases) {
    await open(client, id, asked);
    expect(ofSubscription(client, id)).toEqual([acknowledged(id, honoured)]);
  }
  for (const [requestId] of cases) client.notify('notifications/cancelled', { requestId });
});

verifies('U-02', 'leaves out what the server cannot tell', async ({ connect }) => {
  const server = defineServer({ ...info, tools: toolRegistry(), prompts: [prompt] });
  const client = await connect(server);
  const asked = { toolsListChanged: true, promptsListChanged: true, resourceSubscriptions: ['test://a'] };
  await open(client, 1, asked);
  expect(client.notifications()).toEqual([acknowledged(1, { toolsListChanged: true })]);
  client.notify('notifications/cancelled', { requestId: 1 });
});

verifies('U-06', 'acknowledges nothing and ends when there is nothing to honour', async ({ connect }) => {
  const client = await connect(changing().server);
  for (const [id, asked] of [{}, { toolsListChanged: false }, { resourceSubscriptions: [] }].entries()) {
    const answer = await exchange(client, listen(`e${id}`, asked));
    expect(answer).toEqual(
      answerTo(`e${id}`, { resultType: 'complete', _meta: { ...serverInfo, [subscription]: `e${id}` } }),
    );
    expect(ofSubscription(client, `e${id}`)).toEqual([acknowledged(`e${id}`, {})]);
  }
});

verifies('U-06', 'ends its subscriptions by answering them when it shuts down', async ({ connect }) => {
  const { server, watching } = changing();
  const client = await connect(server);
  await open(client, 'a', { toolsListChanged: true });
  await open(client, 8, { resourceSubscriptions: ['test://a'] });
  await client.close();
  const ended = (id: unknown): object =>
    answerTo(id, { resultType: 'complete', _meta: { ...serverInfo, [subscription]: id } });
  expect(client.received.slice(-2)).toEqual([ended('a'), ended(8)]);
  await expect.poll(() => watching.size).toBe(0);
});

verifies(['U-03', 'U-07'], 'reports each kind of change under the id of the subscription', async (bench) => {
  using timers = stopTimers();
  const { server, tools, prompts, resources, watching } = changing();
  const client = await bench.connect(server);
  const all = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
  await open(client, 'all', { ...all, resourceSubscriptions: ['test://a'] });
  tools.add(tool('a'));
  prompts.add(prompt);
  resources.add(defineResource({ uri: 'test://c', name: 'c', read: () => 'c' }));
  watching.get('test://a')?.();
  await timers.pass(HELD_MS);
  expect(ofSubscription(client, 'all')).toHaveLength(5);
  expect(ofSubscription(client, 'all').slice(1)).toEqual(
    expect.arrayContaining([
      notification('all', 'tools/list_changed'),
      notification('all', 'prompts/list_changed'),
      notification('all', 'resources/list_changed'),
      notification('all', 'resources/updated', { uri: 'test://a' }),
    ]),
  );
  client.notify('notifications/cancelled', { requestId: 'all' });
});

verifies('U-04', 'reports nothing that was not subscribed to', async ({ connect }) => {
  using timers = stopTimers();
  const { server, tools, prompts, watching } = changing();
  const [client, other] = [await connect(server), await connect(server)];
  await open(client, 'p', { promptsListChanged: true, resourceSubscriptions: ['test://a'] });
  await open(other, 'o', { resourceSubscriptions: ['test://b'] });
  tools.add(tool('a'));
  prompts.add(prompt);
  watching.get('test://b')?.();
  await timers.pass(HELD_MS);
  expect(client.notifications().slice(1)).toEqual([notification('p', 'prompts/list_changed')]);
  expect(other.notifications().slice(1)).toEqual([
    notification('o', 'resources/updated', { uri: 'test://b' }),
  ]);
  client.notify('notifications/cancelled', { requestId: 'p' });
  other.notify('notifications/cancelled', { requestId: 'o' });
});

verifies('U-04', 'reports nothing to clients that did not listen at all', async ({ connect }) => {
  using timers = stopTimers();
  const { server, tools, prompts } = changing();
  const client = await connect(server);
  tools.add(tool('a'));
  prompts.add(prompt);
  await timers.pass(HELD_MS);
  await client.request('tools/list');
  expect(client.notifications()).toEqual([]);
});

verifies(['U-05', 'T-02'], 'holds several subscriptions beside ordinary requests', async ({ connect }) => {
  using timers = stopTimers();
  const { server, tools } = changing();
  const client = await connect(server);
  await open(client, 1, { toolsListChanged: true });
  await open(client, '1', { toolsListChanged: true });
  tools.add(tool('a'));
  await timers.pass(HELD_MS);
  const answer = await client.request('tools/call', { name: 'a' }, { id: 2 });
  expect(answer).toMatchObject({ content: [{ text: 'a' }] });
  for (const id of [1, '1']) {
    expect(ofSubscription(client, id)).toEqual([
      acknowledged(id, { toolsListChanged: true }),
      notification(id, 'tools/list_changed'),
    ]);
  }
  client.notify('notifications/cancelled', { requestId: '1' });
  tools.delete('a');
  await timers.pass(HELD_MS);
  expect(ofSubscription(client, 1)).toHaveLength(3);
  expect(ofSubscription(client, '1')).toHaveLength(2);
  expect(client.received.map((message) => Reflect.get(Object(message), 'id'))).not.toContain('1');
  client.notify('notifications/cancelled', { requestId: 1 });
});

verifies('U-07', 'merges a burst of changes into one report', async ({ connect }) => {
  using timers = stopTimers();
  const { server, tools, watching } = changing();
  const client = await connect(server);
  await open(client, 1, { toolsListChanged: true, resourceSubscriptions: ['test://a'] });
  for (let index = 0; index < 50; index++) {
    tools.add(tool(`t${index}`));
    watching.get('test://a')?.();
  }
  await timers.pass(HELD_MS);
  expect(client.notifications()).toHaveLength(3);
  client.notify('notifications/cancelled', { requestId: 1 });
});

verifies('U-08', 'reports what lies below a subscribed resource', async ({ connect }) => {
  using timers = stopTimers();
  const { server, watching } = changing();
  const client = await connect(server);
  await open(client, 1, { resourceSubscriptions: ['file:///folder'] });
  watching.get('file:///folder')?.('file:///folder/deep/file.txt');
  await timers.pass(HELD_MS);
  expect(client.notifications()).toHaveLength(2);
  expect(client.notifications()[1]).toEqual(
    notification(1, 'resources/updated', { uri: 'file:///folder/deep/file.txt' }),
  );
  client.notify('notifications/cancelled', { requestId: 1 });
});

verifies('U-09', 'forgets subscriptions with their connection', async ({ connect }) => {
  using timers = stopTimers();
  const { server, tools, watching } = changing();
  const first = await connect(server);
  await open(first, 1, { toolsListChanged: true, resourceSubscriptions: ['test://a'] });
  await first.close();
  await expect.poll(() => watching.size).toBe(0);
  const second = await connect(server);
  tools.add(tool('a'));
  await timers.pass(HELD_MS);
  await second.request('tools/list');
  expect(second.notifications()).toEqual([]);
  await open(second, 1, { resourceSubscriptions: ['test://a'] });
  expect(watching.size).toBe(1);
  second.notify('notifications/cancelled', { requestId: 1 });
  await expect.poll(() => watching.size).toBe(0);
});
