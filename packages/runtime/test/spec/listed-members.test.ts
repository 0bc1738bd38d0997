// Resource lists made by templates: who is notified of changes, and from when on.
import { expect } from 'vitest';
import { defineResourceTemplate, defineServer, type Context, type McpServer } from '../../src/index.ts';
import type { TestClient } from '../../src/testing/test-client.ts';
import { stopTimers, verifies } from './harness.ts';
import { notificationOf, request } from './messages.ts';

const info = { name: 'test', version: '1.0.0' };
const isChange = ({ method }: { readonly method?: unknown }): boolean =>
  method === 'notifications/resources/list_changed';
// Changes are delayed to be merged.
const HELD_MS = 100;

/** A template with changeable members, and the runtime's watches of it. */
class Shelf {
  readonly books: string[] = [];
  readonly events: string[] = [];
  readonly #listeners = new Set<() => void>();
  isBroken = false;
  readonly server: McpServer = defineServer({
    ...info,
    report: () => {},
    resourceTemplates: [
      defineResourceTemplate({
        uriTemplate: 'book:///{title}',
        name: 'book',
        list: async ({ limit }, ctx) => {
          await askRoots(ctx);
          return this.books.map((name) => ({ uri: `book:///${name}`, name })).slice(0, limit);
        },
        watchList: (changed) => {
          if (this.isBroken) throw new Error('secret');
          this.events.push('start');
          this.#listeners.add(changed);
          return () => {
            this.events.push('stop');
            this.#listeners.delete(changed);
          };
        },
        read: (uri) => uri,
      }),
    ],
  });

  add(title: string): void {
    this.books.push(title);
    for (const changed of this.#listeners) changed();
  }
}

const askRoots = async (ctx: Context): Promise<void> => {
  if (ctx.client.supports('roots')) await ctx.ask.roots();
};

const changesOf = (client: TestClient): unknown[] => client.notifications().filter(isChange);

verifies('RES-11', 'tells a session that has listed what templates list', async ({ connect }) => {
  using timers = stopTimers();
  const shelf = new Shelf();
  const [reader, other] = await Promise.all([connect(shelf.server), connect(shelf.server)]);
  expect(reader.server['capabilities']).toMatchObject({ resources: { listChanged: true } });
  shelf.add('nobody-listens');
  expect(shelf.events).toEqual([]);
  await reader.request('resources/list');
  await reader.request('resources/list');
  expect(shelf.events).toEqual(['start']);
  for (let count = 0; count < 100; count++) shelf.add(`book-${count}`);
  await timers.pass(HELD_MS);
  expect(changesOf(reader)).toEqual([notificationOf('notifications/resources/list_changed')]);
  expect(changesOf(other)).toEqual([]);
  await reader.close();
  await expect.poll(() => shelf.events).toEqual(['start', 'stop']);
});

verifies('RES-11', 'lists what cannot be watched', async ({ connect }) => {
  const shelf = new Shelf();
  shelf.add('a');
  shelf.isBroken = true;
  const client = await connect(shelf.server);
  const list = { resources: [{ uri: 'book:///a', name: 'a' }] };
  expect(await client.request('resources/list')).toEqual(list);
  shelf.isBroken = false;
  expect(await client.request('resources/list')).toEqual(list);
  expect(shelf.events).toEqual(['start']);
});

verifies(
  'ROOT-2',
  'tells that lists changed when the roots did, and watches the next list',
  async ({ connect }) => {
    const shelf = new Shelf();
    const client = await connect(shelf.server, {
      capabilities: { roots: { listChanged: true } },
      answers: { 'roots/list': () => ({ roots: [] }) },
    });
    client.notify('notifications/roots/list_changed');
    await client.request('resources/list');
    expect(changesOf(client)).toEqual([]);
    client.notify('notifications/roots/list_changed');
    await client.waitFor(isChange);
    expect(shelf.events).toEqual(['start', 'stop']);
    await client.request('resources/list');
    expect(shelf.events).toEqual(['start', 'stop', 'start']);
  },
);

verifies(
  ['U-02', 'U-03'],
  'tells a stream what templates list, from its acknowledgement on',
  async ({ connect }) => {
    using timers = stopTimers();
    const shelf = new Shelf();
    const client = await connect(shelf.server);
    const notifications = { resourcesListChanged: true };
    const listen = (id: string): void =>
      client.send(request('2026-07-28', id, 'subscriptions/listen', { notifications }));
    const acknowledged = (id: string, honoured: object): object =>
      notificationOf('notifications/subscriptions/acknowledged', {
        notifications: honoured,
        _meta: { 'io.modelcontextprotocol/subscriptionId': id },
      });
    shelf.isBroken = true;
    listen('broken');
    expect(
      await client.waitFor(({ method }) => method === 'notifications/subscriptions/acknowledged'),
    ).toEqual(acknowledged('broken', {}));
    shelf.isBroken = false;
    listen('whole');
    await client.waitFor(
      ({ params }) => Object(params)._meta?.['io.modelcontextprotocol/subscriptionId'] === 'whole',
    );
    shelf.add('a');
    shelf.add('b');
    await timers.pass(HELD_MS);
    const tag = { 'io.modelcontextprotocol/subscriptionId': 'whole' };
    expect(client.notifications().slice(1)).toEqual([
      acknowledged('whole', notifications),
      notificationOf('notifications/resources/list_changed', { _meta: tag }),
    ]);
    client.notify('notifications/cancelled', { requestId: 'whole' });
    await expect.poll(() => shelf.events).toEqual(['start', 'stop']);
  },
);
