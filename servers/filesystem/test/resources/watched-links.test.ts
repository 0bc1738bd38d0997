// A link in the place of what is watched is a loss: what it leads to is never told of, and the path is found again.
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect, type TestClient } from '@mcp/runtime/testing';
import { describe, expect, test, vi } from 'vitest';
import { serve, temporary, type Temporary } from '../setup.ts';

const SOON_MS = 20_000;
/** Longer than it takes to look again. */
const LOOK_MS = 1500;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const updatesOf = (client: TestClient): number =>
  client.notifications('notifications/resources/updated').length;

/** How many updates an action brings, once it is quiet again. */
const updatesFrom = async (client: TestClient, action: () => void): Promise<number> => {
  const before = updatesOf(client);
  action();
  await wait(LOOK_MS);
  return updatesOf(client) - before;
};

/** Puts a link in the place of the watched file. */
const PUT = {
  'by another process': async (_client: TestClient, dir: Temporary, target: string) => {
    symlinkSync(target, dir.at('new'));
    renameSync(dir.at('new'), dir.at('f'));
  },
  'by deleting the file first': async (_client: TestClient, dir: Temporary, target: string) => {
    unlinkSync(dir.at('f'));
    symlinkSync(target, dir.at('f'));
  },
  'by move_file': async (client: TestClient, dir: Temporary, target: string) => {
    symlinkSync(target, dir.at('link'));
    await client.request('tools/call', {
      name: 'move_file',
      arguments: { source: 'link', destination: 'f', overwrite: true },
    });
  },
} as const;

describe.concurrent.each(['auto', 'poll'] as const)('with --watch %s', { timeout: 60_000 }, (watch) => {
  const subscribe = async (dir: Temporary): Promise<TestClient> => {
    const server = serve([dir.path], { watch, deny: ['*.key'] });
    const client = await connect(server, { revision: '2025-11-25' });
    await client.request('resources/subscribe', { uri: `file://${dir.at('f')}` });
    return client;
  };

  describe.concurrent.each(Object.entries(PUT))('a link that is put %s', (_name, put) => {
    test.each(['outside', 'denied', 'directory'] as const)('does not tell of what is %s', async (where) => {
      using outside = temporary({ 'o.txt': 'old', 'd/a.txt': 'old' });
      using dir = temporary({ f: 'old', 'secret.key': 'old' });
      await using client = await subscribe(dir);
      const targets = {
        outside: outside.at('o.txt'),
        denied: dir.at('secret.key'),
        directory: outside.at('d'),
      };
      await put(client, dir, targets[where]);
      await vi.waitUntil(() => updatesOf(client) > 0, { timeout: SOON_MS });
      await wait(LOOK_MS);
      const change = (): void => {
        if (where === 'directory') writeFileSync(outside.at('d/b.txt'), 'new');
        else appendFileSync(targets[where], 'x');
      };
      for (let i = 0; i < 2; i++) expect(await updatesFrom(client, change)).toBe(0);
    });

    test('is no end of the subscription', async () => {
      using outside = temporary({ 'o.txt': 'old' });
      using dir = temporary({ f: 'old' });
      await using client = await subscribe(dir);
      await put(client, dir, outside.at('o.txt'));
      await wait(50);
      writeFileSync(dir.at('again'), 'again');
      renameSync(dir.at('again'), dir.at('f'));
      await wait(2 * LOOK_MS);
      expect(
        await updatesFrom(client, () => appendFileSync(dir.at('f'), 'more, and longer')),
      ).toBeGreaterThan(0);
    });
  });
});

test('a directory that is swapped for a link and back is told of again', { timeout: 60_000 }, async () => {
  using outside = temporary({ 'o.txt': '' });
  using dir = temporary({ 'sub/a.txt': '' });
  await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
  await client.request('resources/subscribe', { uri: `file://${dir.at('sub')}` });
  renameSync(dir.at('sub'), dir.at('kept'));
  symlinkSync(outside.path, dir.at('sub'));
  await vi.waitUntil(() => updatesOf(client) > 0, { timeout: SOON_MS });
  await wait(LOOK_MS);
  expect(await updatesFrom(client, () => writeFileSync(outside.at('new.txt'), ''))).toBe(0);
  rmSync(dir.at('sub'));
  mkdirSync(dir.at('sub'));
  await wait(LOOK_MS);
  expect(await updatesFrom(client, () => writeFileSync(dir.at('sub/b.txt'), ''))).toBeGreaterThan(0);
});

/** How many watches of the system this process has. */
const watches = (): number =>
  readdirSync('/proc/self/fdinfo')
    .map((name) => {
      try {
        return readFileSync(`/proc/self/fdinfo/${name}`, 'utf8').match(/^inotify /gm)?.length ?? 0;
      } catch {
        return 0;
      }
    })
    .reduce((sum, count) => sum + count, 0);

test.skipIf(process.platform !== 'linux')('a directory takes one watch, whatever is in it', async () => {
  const names = Array.from({ length: 3000 }, (_, i) => [`${i}.txt`, '']);
  using dir = temporary(Object.fromEntries(names) as { [name: string]: string });
  await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
  const before = watches();
  await client.request('resources/list');
  await client.request('resources/subscribe', { uri: `file://${dir.path}` });
  // Other tests of this process may have some of their own.
  expect(watches() - before).toBeLessThan(100);
  const told = vi.waitUntil(() => client.notifications('notifications/resources/list_changed').length > 0, {
    timeout: SOON_MS,
  });
  writeFileSync(dir.at('new.txt'), '');
  await told;
});

test('a new version of a file is no change of the list', { timeout: 60_000 }, async () => {
  using dir = temporary({ 'a.txt': 'old' });
  await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
  await client.request('resources/list');
  await client.request('tools/call', { name: 'write_file', arguments: { path: 'a.txt', content: 'new' } });
  await wait(LOOK_MS);
  expect(client.notifications('notifications/resources/list_changed')).toEqual([]);
});
