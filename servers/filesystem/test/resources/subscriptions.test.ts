import { appendFileSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { connect, type TestClient } from '@mcp/runtime/testing';
import { describe, expect, test, vi } from 'vitest';
import { withRootsOf } from '../client-roots.ts';
import { connectTo, listenBy, serve, temporary } from '../setup.ts';
import { quiet, SOON_MS, subscribe, updatesAfter, updatesFrom, updatesOf } from './updates.ts';

// Each mostly waits: for the system, or for a second to pass.
describe.concurrent('subscriptions', { timeout: 60_000 }, () => {
  describe.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const)('in %s', (revision) => {
    test('a subscriber is notified of changes until it unsubscribes', async () => {
      using dir = temporary({ 'a.txt': 'old', 'b.txt': 'old' });
      await using client = await connect(dir.server, { revision, transport: 'stdio' });
      const uri = `file://${dir.at('a.txt')}`;
      expect(await client.request('resources/subscribe', { uri })).toEqual({});
      expect(await updatesAfter(client, () => dir.write('b.txt', 'not subscribed'))).toEqual([]);
      expect(await updatesFrom(client, () => dir.write('a.txt', 'new'))).toEqual([uri]);
      expect(client.notifications()).toEqual([
        { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } },
      ]);
      expect(await client.request('resources/unsubscribe', { uri })).toEqual({});
      expect(await updatesAfter(client, () => dir.write('a.txt', 'newer'))).toEqual([]);
    });
  });

  test('in 2026-07-28 a listen stream is notified, with its id', async () => {
    using dir = temporary({ 'a.txt': 'old' });
    await using client = await connect(dir.server, { revision: '2026-07-28' });
    const uri = `file://${dir.at('a.txt')}`;
    const gone = `file://${dir.at('gone.txt')}`;
    await listenBy(client, { resourceSubscriptions: [uri, gone] });
    expect(await updatesFrom(client, () => dir.write('a.txt', 'new'))).toEqual([uri]);
    const tag = { 'io.modelcontextprotocol/subscriptionId': 'l' };
    expect(client.notifications()).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: { notifications: { resourceSubscriptions: [uri] }, _meta: tag },
      },
      { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri, _meta: tag } },
    ]);
  });

  describe('a watched file', () => {
    test('survives editors that write a new file and rename it', async () => {
      using dir = temporary({ 'a.txt': 'old' });
      const uri = `file://${dir.at('a.txt')}`;
      await using client = await subscribe(dir.server, [uri]);
      for (const content of ['one', 'two', 'three']) {
        expect(
          await updatesFrom(client, () => {
            dir.write('.a.txt.swp', content);
            renameSync(dir.at('.a.txt.swp'), dir.at('a.txt'));
          }),
        ).toEqual([uri]);
      }
      expect(
        await updatesFrom(client, () => {
          renameSync(dir.at('a.txt'), dir.at('a.txt~'));
          dir.write('a.txt', 'four');
        }),
      ).toEqual([uri]);
      expect(await updatesFrom(client, () => appendFileSync(dir.at('a.txt'), 'five'))).toEqual([uri]);
    });

    test('survives its deletion, and that of its directory', async () => {
      using dir = temporary({ 'sub/a.txt': 'old' });
      const uri = `file://${dir.at('sub/a.txt')}`;
      await using client = await subscribe(dir.server, [uri]);
      for (const victim of ['sub/a.txt', 'sub']) {
        expect(await updatesFrom(client, () => rmSync(dir.at(victim), { recursive: true }))).toEqual([uri]);
        expect(
          await updatesFrom(client, () => {
            mkdirSync(dir.at('sub'), { recursive: true });
            dir.write('sub/a.txt', 'again');
          }),
        ).toEqual([uri]);
        expect(await updatesFrom(client, () => appendFileSync(dir.at('sub/a.txt'), '!'))).toEqual([uri]);
      }
    });

    test('is followed by its path when its directory is replaced by another', async () => {
      using dir = temporary({ 'sub/a.txt': 'old' });
      const uri = `file://${dir.at('sub/a.txt')}`;
      await using client = await subscribe(dir.server, [uri]);
      const replace = (): void => {
        renameSync(dir.at('sub'), dir.at('moved'));
        mkdirSync(dir.at('sub'));
        dir.write('sub/a.txt', 'another');
      };
      expect(await updatesFrom(client, replace)).toEqual([uri]);
      expect(await updatesFrom(client, () => appendFileSync(dir.at('sub/a.txt'), '!'))).toEqual([uri]);
      expect(await updatesAfter(client, () => appendFileSync(dir.at('moved/a.txt'), '!'))).toEqual([]);
    });

    test('is not followed to the target of a link', async () => {
      using outside = temporary({ 'secret.txt': 'secret' });
      using dir = temporary({ 'a.txt': 'old' });
      const uri = `file://${dir.at('a.txt')}`;
      await using client = await subscribe(dir.server, [uri]);
      expect(await updatesFrom(client, () => rmSync(dir.at('a.txt')))).toEqual([uri]);
      expect(await updatesAfter(client, () => dir.link(outside.at('secret.txt'), 'a.txt'))).toEqual([]);
      await quiet(client);
      expect(await updatesAfter(client, () => appendFileSync(outside.at('secret.txt'), '!'))).toEqual([]);
    });

    test('a burst of changes is one update', async () => {
      using dir = temporary({ 'a.txt': '' });
      const uri = `file://${dir.at('a.txt')}`;
      await using client = await subscribe(dir.server, [uri]);
      const burst = (): void => {
        for (let i = 0; i < 200; i++) appendFileSync(dir.at('a.txt'), 'x');
      };
      expect(await updatesFrom(client, burst)).toEqual([uri]);
      expect(updatesOf(client).length).toBeLessThan(20);
    });
  });

  describe('a watched directory', () => {
    test('reports new and deleted entries by its own URI, and new content by the URI of the entry', async () => {
      using dir = temporary({ 'a.txt': 'old', 'sub/deep.txt': '' });
      const uri = `file://${dir.path}`;
      await using client = await subscribe(dir.server, [uri]);
      const cases: [action: () => void, told: string[]][] = [
        [() => dir.write('a.txt', 'new'), [`${uri}/a.txt`]],
        [() => dir.write('new #1.txt', ''), [uri]],
        [() => appendFileSync(dir.at('new #1.txt'), 'x'), [`${uri}/new%20%231.txt`]],
        [() => mkdirSync(dir.at('made')), [uri]],
        [() => rmSync(dir.at('a.txt')), [uri]],
        [() => rmSync(dir.at('made'), { recursive: true }), [uri]],
        [() => appendFileSync(dir.at('sub/deep.txt'), 'x'), []],
      ];
      for (const [action, told] of cases) {
        const updates = told.length === 0 ? updatesAfter : updatesFrom;
        expect(await updates(client, action)).toEqual(told);
      }
    });

    test('reports a file that write_file replaces, and nothing else', async () => {
      using dir = temporary({ 'a.txt': 'old' });
      const uri = `file://${dir.path}`;
      await using client = await subscribe(dir.server, [uri]);
      const write = (path: string) => (): void => {
        void client.request('tools/call', { name: 'write_file', arguments: { path, content: 'new' } });
      };
      expect(await updatesFrom(client, write('a.txt'))).toEqual([`${uri}/a.txt`]);
      expect(await updatesFrom(client, write('b.txt'))).toEqual([uri]);
    });

    test('survives its own deletion', async () => {
      using dir = temporary({ 'root/a.txt': '' });
      const uri = `file://${dir.at('root')}`;
      await using client = await subscribe(serve([dir.at('root')]), [uri]);
      expect(await updatesFrom(client, () => rmSync(dir.at('root'), { recursive: true }))).toEqual([uri]);
      expect(await updatesFrom(client, () => mkdirSync(dir.at('root')))).toEqual([uri]);
      expect(await updatesFrom(client, () => dir.write('root/b.txt', ''))).toEqual([uri]);
    });
  });

  test('a subscriber is not notified of paths that its current roots exclude', async () => {
    using dir = temporary({ 'one/a.txt': 'old', 'two/b.txt': 'old' });
    let root = dir.path;
    const [one, two] = [`file://${dir.at('one/a.txt')}`, `file://${dir.at('two/b.txt')}`];
    const options = withRootsOf(() => [`file://${root}`]);
    await using client = await subscribe(dir.server, [one, two], options);
    const change = (): void => {
      for (const path of ['one/a.txt', 'two/b.txt']) appendFileSync(dir.at(path), 'new');
    };
    expect(await updatesFrom(client, change)).toEqual([one, two]);
    root = dir.at('two');
    client.notify('notifications/roots/list_changed');
    expect(await updatesFrom(client, change)).toEqual([two]);
    root = dir.path;
    client.notify('notifications/roots/list_changed');
    expect(await updatesFrom(client, change)).toEqual([one, two]);
  });

  test('each subscriber of one file is notified by its own roots, even after the first one has left', async () => {
    using dir = temporary({ 'one/a.txt': 'old', 'two/': '' });
    const uri = `file://${dir.at('one/a.txt')}`;
    const roots = { first: dir.path, second: dir.path };
    const optionsOf = (name: keyof typeof roots) => withRootsOf(() => [`file://${roots[name]}`]);
    await using first = await subscribe(dir.server, [uri], optionsOf('first'));
    await using second = await subscribe(dir.server, [uri], optionsOf('second'));
    const narrow = async (client: TestClient, name: keyof typeof roots, root: string): Promise<void> => {
      roots[name] = root;
      client.notify('notifications/roots/list_changed');
      await client.request('ping');
    };
    const change = (): void => appendFileSync(dir.at('one/a.txt'), 'new');
    expect(await updatesFrom(first, change)).toEqual([uri]);
    await vi.waitUntil(() => updatesOf(second).length > 0, { timeout: SOON_MS });
    await narrow(second, 'second', dir.at('two'));
    const before = updatesOf(second).length;
    expect(await updatesFrom(first, change)).toEqual([uri]);
    expect(updatesOf(second)).toHaveLength(before);
    await narrow(second, 'second', dir.path);
    await narrow(first, 'first', dir.at('two'));
    const beforeFirst = updatesOf(first).length;
    expect(await updatesFrom(second, change)).toEqual([uri]);
    expect(updatesOf(first)).toHaveLength(beforeFirst);
    await first.close();
    expect(await updatesFrom(second, change)).toEqual([uri]);
  });

  test('a missing path cannot be subscribed to', async () => {
    using dir = temporary();
    await using client = await connectTo(dir.server);
    const uri = `file://${dir.at('gone.txt')}`;
    await expect(client.request('resources/subscribe', { uri })).rejects.toMatchObject({
      code: -32002,
      message: `Resource not found: ${uri}`,
    });
  });

  describe('--watch', () => {
    test('polling detects changes, even an immediate one', async () => {
      using dir = temporary({ 'a.txt': 'old' });
      const uri = `file://${dir.at('a.txt')}`;
      await using client = await subscribe(serve([dir.path], { watch: 'poll' }), [uri]);
      expect(await updatesFrom(client, () => dir.write('a.txt', 'newer'))).toEqual([uri]);
      expect(await updatesFrom(client, () => rmSync(dir.at('a.txt')))).toEqual([uri]);
      expect(await updatesFrom(client, () => dir.write('a.txt', 'again'))).toEqual([uri]);
      expect(await updatesFrom(client, () => appendFileSync(dir.at('a.txt'), '!'))).toEqual([uri]);
    });

    test('polling reports the entries of a directory', async () => {
      using dir = temporary({ 'a.txt': 'old', 'sub/deep.txt': '' });
      const uri = `file://${dir.path}`;
      await using client = await subscribe(serve([dir.path], { watch: 'poll', deny: ['*.key'] }), [uri]);
      expect(await updatesFrom(client, () => dir.write('a.txt', 'newer'))).toEqual([`${uri}/a.txt`]);
      const hidden = (): void => {
        dir.write('b.key', '');
        appendFileSync(dir.at('sub/deep.txt'), 'x');
        dir.write('a.txt', 'newest');
      };
      expect(await updatesFrom(client, hidden)).toEqual([`${uri}/a.txt`]);
      expect(await updatesFrom(client, () => rmSync(dir.at('a.txt')))).toEqual([uri]);
    });

    test('off offers no subscriptions', async () => {
      using dir = temporary({ 'a.txt': '' });
      await using client = await connectTo(serve([dir.path], { watch: 'off' }));
      expect(client.server['capabilities']).toMatchObject({ resources: {} });
      expect(client.server['capabilities']).not.toMatchObject({ resources: { subscribe: true } });
      const uri = `file://${dir.at('a.txt')}`;
      await expect(client.request('resources/subscribe', { uri })).rejects.toMatchObject({ code: -32601 });
      expect(await client.request('resources/read', { uri })).toMatchObject({ contents: [{ uri }] });
    });
  });
});
