// Resources: subscriptions and changed lists (server/resources of the stateful revisions).
import { expect } from 'vitest';
import {
  defineResource,
  defineResourceTemplate,
  defineServer,
  ResourceNotFoundError,
  resourceRegistry,
  resourceTemplateRegistry,
} from '../../src/index.ts';
import type { Updated } from '../../src/index.ts';
import { exchange, HELD_MS, stopTimers, verifies } from './harness.ts';
import { answerTo, errorTo, notificationOf, requestOf } from './messages.ts';
import { connected } from './requirements/types.ts';

const info = { name: 'test', version: '1.0.0' };
const subscribe = (uri: unknown, method = 'subscribe'): { [member: string]: unknown } =>
  requestOf(`${method} ${JSON.stringify(uri)}`, `resources/${method}`, { uri });
const updated = (uri: string): object => notificationOf('notifications/resources/updated', { uri });

/** A changeable resource, and what the runtime did with it. */
class Watched {
  readonly events: string[] = [];
  change: Updated = () => {};
  readonly resource = defineResource({
    uri: 'test://a',
    name: 'a',
    read: () => 'a',
    watch: (change) => {
      this.events.push('start');
      this.change = change;
      return () => void this.events.push('stop');
    },
  });
}

verifies(
  'RES-9',
  'subscribes and unsubscribes as often as asked',
  async ({ connect }) => {
    using timers = stopTimers();
    const watched = new Watched();
    const client = await connect(defineServer({ ...info, resources: [watched.resource] }));
    const answer = (method: string): object => answerTo(`${method} "test://a"`, {});
    expect(await exchange(client, subscribe('test://a', 'unsubscribe'))).toEqual(answer('unsubscribe'));
    for (const _ of ['first', 'second']) {
      const { result } = await exchange(client, subscribe('test://a'));
      expect(result).toEqual({});
    }
    expect(watched.events).toEqual(['start']);
    watched.change();
    await timers.pass(HELD_MS);
    expect(client.notifications()).toEqual([updated('test://a')]);
    await client.request('resources/unsubscribe', { uri: 'test://a' });
    await client.request('resources/unsubscribe', { uri: 'test://a' });
    expect(watched.events).toEqual(['start', 'stop']);
    watched.change();
    await timers.pass(HELD_MS);
    expect(client.notifications()).toEqual([updated('test://a')]);
  },
  { transports: connected },
);

verifies('RES-9', 'subscribes to nothing that could never be read', async ({ connect }) => {
  const few = defineResourceTemplate({
    uriTemplate: 'test://few/{id}',
    name: 'few',
    read: (uri) => uri,
    watch: (uri, { id }) => {
      if (id !== '1') throw new ResourceNotFoundError(uri);
      return () => {};
    },
  });
  const client = await connect(defineServer({ ...info, resourceTemplates: [few] }));
  for (const uri of ['test://other', 'test://few/2', 'urn:a']) {
    expect(await exchange(client, subscribe(uri))).toEqual(
      errorTo(`subscribe "${uri}"`, { code: -32002, message: `Resource not found: ${uri}`, data: { uri } }),
    );
  }
  for (const uri of [undefined, 7, 'text']) {
    expect(await exchange(client, subscribe(uri))).toMatchObject({ error: { code: -32602 } });
    expect(await exchange(client, subscribe(uri, 'unsubscribe'))).toMatchObject({ error: { code: -32602 } });
  }
  expect(await exchange(client, subscribe('test://few/1'))).toMatchObject({ result: {} });
});

verifies(
  'RES-9',
  'tries again after a watch that failed to start',
  async ({ connect }) => {
    using timers = stopTimers();
    let attempts = 0;
    let change: Updated = () => {};
    const shy = defineResource({
      uri: 'test://shy',
      name: 'shy',
      read: () => 'a',
      watch: (tell) => {
        if (++attempts === 1) throw new Error('secret');
        change = tell;
        return () => {};
      },
    });
    const client = await connect(defineServer({ ...info, resources: [shy], report: () => {} }));
    const { error } = await exchange(client, subscribe('test://shy'));
    expect(error).toEqual({ code: -32603, message: expect.stringMatching(/^Internal error/) });
    expect(await client.request('resources/subscribe', { uri: 'test://shy' })).toEqual({});
    change();
    await timers.pass(HELD_MS);
    expect(client.notifications()).toEqual([updated('test://shy')]);
  },
  { transports: connected },
);

verifies('RES-10', 'reports updates to those who subscribed and to nobody else', async ({ connect }) => {
  using timers = stopTimers();
  const watched = new Watched();
  const other = defineResource({ ...watched.resource, uri: 'test://b', name: 'b', watch: () => () => {} });
  const server = defineServer({ ...info, resources: [watched.resource, other] });
  const [first, second, third] = await Promise.all([connect(server), connect(server), connect(server)]);
  await first.request('resources/subscribe', { uri: 'test://a' });
  await second.request('resources/subscribe', { uri: 'test://b' });
  await third.request('resources/subscribe', { uri: 'test://a' });
  await third.request('resources/unsubscribe', { uri: 'test://a' });
  watched.change();
  await timers.pass(HELD_MS);
  expect(first.notifications()).toEqual([updated('test://a')]);
  expect(second.notifications()).toEqual([]);
  expect(third.notifications()).toEqual([]);
  watched.change();
  await timers.pass(HELD_MS);
  expect(first.notifications()).toEqual([updated('test://a'), updated('test://a')]);
});

verifies('RES-10', 'reports an update only to the subscribers who may know of it', async ({ connect }) => {
  using timers = stopTimers();
  const watched = new Watched();
  const errors: unknown[] = [];
  const report = ({ error }: { readonly error?: unknown }): void => void errors.push(error);
  const server = defineServer({ ...info, resources: [watched.resource], report });
  const info1 = { name: 'first', version: '1.0.0' };
  const [first, second] = await Promise.all([connect(server, { clientInfo: info1 }), connect(server)]);
  for (const client of [first, second]) await client.request('resources/subscribe', { uri: 'test://a' });
  watched.change('test://a/1', ({ client }) => client.info?.name === 'first');
  watched.change('test://a/2', async ({ client }) => client.info?.name !== 'first');
  watched.change();
  await timers.pass(HELD_MS);
  expect(first.notifications()).toEqual([updated('test://a/1'), updated('test://a')]);
  expect(second.notifications()).toEqual([updated('test://a/2'), updated('test://a')]);
  watched.change('test://a', () => {
    throw new Error('not known');
  });
  await timers.pass(HELD_MS);
  expect(first.notifications()).toHaveLength(2);
  expect(errors).toEqual([new Error('not known'), new Error('not known')]);
});

verifies('RES-10', 'names what changed below a resource that is watched', async ({ connect }) => {
  using timers = stopTimers();
  const watched = new Watched();
  const client = await connect(defineServer({ ...info, resources: [watched.resource] }));
  await client.request('resources/subscribe', { uri: 'test://a' });
  watched.change('test://a/deep');
  watched.change('test://a/deep');
  watched.change('test://a/other');
  await timers.pass(HELD_MS);
  expect(client.notifications()).toEqual([updated('test://a/deep'), updated('test://a/other')]);
});

verifies('RES-11', 'reports a changed list without being asked to', async ({ connect }) => {
  using timers = stopTimers();
  const resources = resourceRegistry();
  const resourceTemplates = resourceTemplateRegistry();
  const client = await connect(defineServer({ ...info, resources, resourceTemplates }));
  await client.request('ping');
  const changed = notificationOf('notifications/resources/list_changed');
  resources.add(defineResource({ uri: 'test://a', name: 'a', read: () => '' }));
  await timers.pass(HELD_MS);
  expect(client.notifications()).toEqual([changed]);
  expect(await client.request('resources/list')).toEqual({ resources: [{ uri: 'test://a', name: 'a' }] });
  resourceTemplates.add(defineResourceTemplate({ uriTemplate: 'test://{b}', name: 'b', read: () => '' }));
  await timers.pass(HELD_MS);
  expect(client.notifications()).toEqual([changed, changed]);
  expect(await client.request('resources/templates/list')).toEqual({
    resourceTemplates: [{ uriTemplate: 'test://{b}', name: 'b' }],
  });
  resources.delete('test://a');
  resources.delete('test://a');
  await timers.pass(HELD_MS);
  expect(client.notifications()).toEqual([changed, changed, changed]);
  expect(await client.request('resources/list')).toEqual({ resources: [] });
});

verifies('RES-12', 'ends subscriptions with the connection', async ({ connect }) => {
  using timers = stopTimers();
  const watched = new Watched();
  const server = defineServer({ ...info, resources: [watched.resource] });
  const [first, second] = await Promise.all([connect(server), connect(server)]);
  await first.request('resources/subscribe', { uri: 'test://a' });
  await second.request('resources/subscribe', { uri: 'test://a' });
  expect(watched.events).toEqual(['start']);
  await first.close();
  expect(watched.events).toEqual(['start']);
  watched.change();
  await timers.pass(HELD_MS);
  expect(first.notifications()).toEqual([]);
  expect(second.notifications()).toEqual([updated('test://a')]);
  await second.close();
  await timers.pass(HELD_MS);
  expect(watched.events).toEqual(['start', 'stop']);
  watched.change();
  await timers.pass(HELD_MS);
  expect(second.notifications()).toEqual([updated('test://a')]);
});

verifies('RES-12', 'merges a burst of updates into one', async ({ connect }) => {
  using timers = stopTimers();
  const watched = new Watched();
  const client = await connect(defineServer({ ...info, resources: [watched.resource] }));
  await client.request('resources/subscribe', { uri: 'test://a' });
  for (let count = 0; count < 1000; count++) watched.change();
  await timers.pass(HELD_MS);
  expect(client.notifications()).toEqual([updated('test://a')]);
});

verifies(
  'RES-12',
  'bounds the number of subscriptions and frees places again',
  async ({ connect }) => {
    const many = defineResourceTemplate({
      uriTemplate: 'test://many/{id}',
      name: 'many',
      read: (uri) => uri,
      watch: () => () => {},
    });
    const client = await connect(defineServer({ ...info, resourceTemplates: [many] }));
    const add = (index: number): Promise<unknown> =>
      client.request('resources/subscribe', { uri: `test://many/${index}` });
    const outcomes = await Promise.allSettled(Array.from({ length: 1100 }, (_, index) => add(index)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1024);
    expect(outcomes.at(-1)).toMatchObject({ status: 'rejected', reason: { code: -32602 } });
    await client.request('resources/unsubscribe', { uri: 'test://many/7' });
    expect(await add(5000)).toEqual({});
  },
  { revisions: ['2025-11-25'] },
);
