import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { connect, type TestClient } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import { withRootsOf } from '../client-roots.ts';
import { connectTo, listenBy, serve, temporary } from '../setup.ts';

/** Long enough for a busy machine. */
const SOON_MS = 20_000;
const CHANGED = 'notifications/resources/list_changed';

interface Listed {
  readonly uri: string;
  readonly title: string;
}

const page = async (client: TestClient, cursor?: string) => {
  const result = await client.request('resources/list', cursor === undefined ? {} : { cursor });
  return result as unknown as { resources: Listed[]; nextCursor?: string };
};

const titles = async (client: TestClient): Promise<string[]> =>
  (await page(client)).resources.map(({ title }) => title);

const isChange = ({ method }: { readonly method?: unknown }): boolean => method === CHANGED;

/** Runs an action and waits until the client hears that its list changed. */
const changeFrom = async (client: TestClient, action: () => void): Promise<object> => {
  const before = client.notifications(CHANGED).length;
  action();
  await client.waitFor(() => client.notifications(CHANGED).length > before, SOON_MS);
  return client.notifications(CHANGED).at(-1) ?? {};
};

describe('resources/list', { timeout: 60_000 }, () => {
  test('lists the directories and their entries for people to choose from', async () => {
    using dir = temporary({ 'root/a b.txt': 'text', 'root/sub/deep.txt': '', 'root/.env': '', 'other/': '' });
    dir.link('/etc', 'root/link');
    await using client = await connectTo(serve([dir.at('root'), dir.at('root/sub')], { deny: ['.env'] }));
    const icons = [{ src: expect.any(String), mimeType: 'image/svg+xml' }];
    const lastModified = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    const annotations = { audience: ['user', 'assistant'], priority: 0.5, lastModified };
    const { resources } = await page(client);
    expect(resources.slice(2)).toEqual([
      {
        uri: `file://${dir.at('root/a%20b.txt')}`,
        name: 'a b.txt',
        title: dir.at('root/a b.txt'),
        mimeType: 'text/plain',
        size: 4,
        icons,
        annotations,
      },
      {
        uri: `file://${dir.at('root/sub/deep.txt')}`,
        name: 'deep.txt',
        title: dir.at('root/sub/deep.txt'),
        mimeType: 'text/plain',
        size: 0,
        icons,
        annotations,
      },
    ]);
    expect(resources.slice(0, 2)).toMatchObject([{ title: dir.at('root') }, { title: dir.at('root/sub') }]);
  });

  test('is paged across all directories', async () => {
    const names = (prefix: string): string[] =>
      Array.from({ length: 130 }, (_, i) => `${prefix}${1000 + i}.txt`);
    const files = [...names('one/a'), ...names('two/b')];
    using dir = temporary(Object.fromEntries(files.map((name) => [name, ''])));
    await using client = await connectTo(serve([dir.at('one'), dir.at('two')]));
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const { resources, nextCursor } = await page(client, cursor);
      expect(resources.length).toBeLessThanOrEqual(250);
      found.push(...resources.map(({ title }) => title));
      cursor = nextCursor;
    } while (cursor !== undefined);
    expect(found.slice(2)).toEqual(files.map((name) => dir.at(name)));
  });

  test('omits a directory that is gone', async () => {
    using dir = temporary({ 'one/a': '', 'two/b': '' });
    await using client = await connectTo(serve([dir.at('one'), dir.at('two')]));
    rmSync(dir.at('one'), { recursive: true });
    expect(await titles(client)).toEqual([dir.at('one'), dir.at('two'), dir.at('two/b')]);
  });

  test('is neither cacheable nor shareable in 2026-07-28', async () => {
    using dir = temporary({ 'a.txt': '' });
    await using client = await connect(dir.server, { revision: '2026-07-28' });
    expect(await client.request('resources/list')).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
    // All clients get the same tools, because no page has its own tools.
    expect(await client.request('tools/list')).toMatchObject({ cacheScope: 'public' });
  });
});

describe.concurrent('a changed list', { timeout: 60_000 }, () => {
  test.each(['2024-11-05', '2025-11-25'] as const)('notifies a session of %s', async (revision) => {
    using dir = temporary({ 'a.txt': '' });
    await using client = await connect(dir.server, { revision });
    expect(client.server['capabilities']).toMatchObject({ resources: { listChanged: true } });
    expect((await page(client)).resources).toHaveLength(2);
    const told = { jsonrpc: '2.0', method: CHANGED };
    expect(await changeFrom(client, () => dir.write('new.txt', ''))).toEqual(told);
    expect((await page(client)).resources).toHaveLength(3);
    expect(await changeFrom(client, () => rmSync(dir.at('a.txt')))).toEqual(told);
    expect(await changeFrom(client, () => mkdirSync(dir.at('sub')))).toEqual(told);
    expect((await page(client)).resources).toMatchObject([{}, { name: 'new.txt' }, { name: 'sub' }]);
  });

  test('reaches a stream of 2026-07-28', async () => {
    using dir = temporary({ 'a.txt': '' });
    await using client = await connect(dir.server, { revision: '2026-07-28' });
    const notifications = { resourcesListChanged: true };
    const tag = { 'io.modelcontextprotocol/subscriptionId': 'l' };
    expect(await listenBy(client, notifications)).toMatchObject({ params: { notifications, _meta: tag } });
    expect(await changeFrom(client, () => dir.write('new.txt', ''))).toEqual({
      jsonrpc: '2.0',
      method: CHANGED,
      params: { _meta: tag },
    });
  });

  test('is sent once for a burst', async () => {
    using dir = temporary({ 'a.txt': '', 'sub/deep.txt': '' });
    await using client = await connectTo(dir.server);
    await page(client);
    const burst = (): void => {
      for (let i = 0; i < 50; i++) dir.write(`${i}.txt`, '');
    };
    await changeFrom(client, burst);
    expect(client.notifications(CHANGED).length).toBeLessThan(10);
    await changeFrom(client, () => renameSync(dir.at('a.txt'), dir.at('c.txt')));
  });

  test('is not sent for hidden or deeper entries', async () => {
    using dir = temporary({ 'a.txt': '', 'sub/deep.txt': '' });
    await using client = await connectTo(serve([dir.path], { deny: ['*.key'] }));
    await page(client);
    // The update of a subscribed file arrives after any earlier list change.
    const uri = pathToFileURL(dir.at('a.txt')).href;
    await client.request('resources/subscribe', { uri });
    dir.write('b.key', '');
    dir.write('sub/new.txt', '');
    dir.write('a.txt', 'new content');
    await client.waitFor(({ method }) => method === 'notifications/resources/updated', SOON_MS);
    expect(client.notifications().filter((message) => isChange(message))).toEqual([]);
  });

  test('is not sent for a file that replaces another one', async () => {
    using dir = temporary({ 'a.txt': '' });
    await using client = await connectTo(dir.server);
    await page(client);
    for (let i = 0; i < 5; i++) {
      const args = { path: 'a.txt', content: `${i}` };
      await client.request('tools/call', { name: 'write_file', arguments: args });
    }
    // It arrives after any notification of the others.
    await changeFrom(client, () => dir.write('new.txt', ''));
    await changeFrom(client, () => dir.write('newer.txt', ''));
    expect(client.notifications(CHANGED)).toHaveLength(2);
  });

  test('is sent when a directory is deleted, and when it is created again', async () => {
    using dir = temporary({ 'root/a.txt': '' });
    await using client = await connectTo(serve([dir.at('root')]));
    await page(client);
    await changeFrom(client, () => rmSync(dir.at('root'), { recursive: true }));
    await changeFrom(client, () => mkdirSync(dir.at('root')));
    await changeFrom(client, () => dir.write('root/b.txt', ''));
    expect((await page(client)).resources).toMatchObject([{ name: 'root' }, { name: 'b.txt' }]);
  });

  test('is detected by polling, too', async () => {
    using dir = temporary({ 'a.txt': '' });
    await using client = await connectTo(serve([dir.path], { watch: 'poll' }));
    await page(client);
    const told = await changeFrom(client, () => dir.write('new.txt', ''));
    expect(told).toEqual({ jsonrpc: '2.0', method: CHANGED });
  });

  test('is not advertised if nothing is watched', async () => {
    using dir = temporary({ 'a.txt': '' });
    await using client = await connectTo(serve([dir.path], { watch: 'off' }));
    expect(client.server['capabilities']).toMatchObject({ resources: {} });
    expect(client.server['capabilities']).not.toMatchObject({ resources: { listChanged: true } });
    expect((await page(client)).resources).toHaveLength(2);
  });
});

describe('with roots', { timeout: 60_000 }, () => {
  test('a session sees its own directories, and is notified when they change', async () => {
    using dir = temporary({ 'root/one/a.txt': '', 'root/two/b.txt': '', 'root/c.txt': '' });
    let current = 'root/one';
    const options = withRootsOf(() => [pathToFileURL(dir.at(current)).href]);
    await using client = await connectTo(serve([dir.at('root')]), options);
    expect(await titles(client)).toEqual([dir.at('root/one'), dir.at('root/one/a.txt')]);
    current = 'root/two';
    await changeFrom(client, () => client.notify('notifications/roots/list_changed'));
    expect(await titles(client)).toEqual([dir.at('root/two'), dir.at('root/two/b.txt')]);
    await changeFrom(client, () => dir.write('root/two/new.txt', ''));
  });

  test('and --roots intersect, the list is empty until the roots overlap a directory', async () => {
    using dir = temporary({ 'root/a.txt': '', 'other/': '' });
    let current = 'other';
    const options = withRootsOf(() => [pathToFileURL(dir.at(current)).href]);
    await using client = await connectTo(serve([dir.at('root')], { roots: 'intersect' }), options);
    expect(await titles(client)).toEqual([]);
    current = 'root';
    await changeFrom(client, () => client.notify('notifications/roots/list_changed'));
    expect(await titles(client)).toEqual([dir.at('root'), dir.at('root/a.txt')]);
  });
});
