// Links in place of watched files: never report the target, and watch the path again once it is back.
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import type { TestClient } from '@mcp/runtime/testing';
import { describe, expect, test, vi } from 'vitest';
import { connectTo, LOOK_MS, serve, temporary, type Temporary } from '../setup.ts';
import { quiet, SOON_MS, subscribe, updatesAfter, updatesFrom, updatesOf, wait } from './updates.ts';

/** Replaces a watched file by a link. */
const PUT = {
  'by another process': async (_client: TestClient, path: string, target: string) => {
    symlinkSync(target, `${path}.new`);
    renameSync(`${path}.new`, path);
  },
  'by deleting the file first': async (_client: TestClient, path: string, target: string) => {
    unlinkSync(path);
    symlinkSync(target, path);
  },
  'by move_file': async (client: TestClient, path: string, target: string) => {
    symlinkSync(target, `${path}.link`);
    await client.request('tools/call', {
      name: 'move_file',
      arguments: { source: `${path}.link`, destination: path, overwrite: true },
    });
  },
} as const;

describe.concurrent.each(['auto', 'poll'] as const)('with --watch %s', { timeout: 60_000 }, (watch) => {
  const watchFiles = (dir: Temporary, paths: readonly string[]): Promise<TestClient> => {
    const server = serve([dir.path], { watch, deny: ['*.key'] });
    const uris = paths.map((path) => `file://${path}`);
    return subscribe(server, uris);
  };

  describe.concurrent.each(Object.entries(PUT))('a link that is put %s', (_name, put) => {
    test('reports nothing that is outside, denied or deeper', async () => {
      using outside = temporary({ 'o.txt': 'old', 'd/a.txt': 'old' });
      using dir = temporary({ f: 'old', g: 'old', h: 'old', 'secret.key': 'old' });
      const targets = new Map([
        [dir.at('f'), outside.at('o.txt')],
        [dir.at('g'), dir.at('secret.key')],
        [dir.at('h'), outside.at('d')],
      ]);
      await using client = await watchFiles(dir, [...targets.keys()]);
      for (const [path, target] of targets) await put(client, path, target);
      const lost = (): number => new Set(updatesOf(client)).size;
      await vi.waitUntil(() => lost() === targets.size, { timeout: SOON_MS });
      await quiet(client);
      const change = (): void => {
        outside.write('d/b.txt', 'new');
        for (const path of [outside.at('o.txt'), dir.at('secret.key'), outside.at('d/a.txt')])
          appendFileSync(path, 'x');
      };
      for (let i = 0; i < 2; i++) expect(await updatesAfter(client, change)).toEqual([]);
    });

    test('does not end the subscription', async () => {
      using outside = temporary({ 'o.txt': 'old' });
      using dir = temporary({ f: 'old' });
      const path = dir.at('f');
      await using client = await watchFiles(dir, [path]);
      await put(client, path, outside.at('o.txt'));
      await wait(LOOK_MS);
      await updatesFrom(client, () => {
        dir.write('again', 'again');
        renameSync(dir.at('again'), path);
      });
      const append = (): void => appendFileSync(path, 'more, and longer');
      expect(await updatesFrom(client, append)).toEqual([`file://${path}`]);
    });
  });
});

test('reports a directory again after it was swapped for a link and back', { timeout: 60_000 }, async () => {
  using outside = temporary({ 'o.txt': '' });
  using dir = temporary({ 'sub/a.txt': '' });
  const uri = `file://${dir.at('sub')}`;
  await using client = await subscribe(dir.server, [uri]);
  renameSync(dir.at('sub'), dir.at('kept'));
  dir.link(outside.path, 'sub');
  await vi.waitUntil(() => updatesOf(client).length > 0, { timeout: SOON_MS });
  await quiet(client);
  expect(await updatesAfter(client, () => outside.write('new.txt', ''))).toEqual([]);
  const remake = (): void => {
    rmSync(dir.at('sub'));
    mkdirSync(dir.at('sub'));
  };
  expect(await updatesFrom(client, remake)).toEqual([uri]);
  expect(await updatesFrom(client, () => dir.write('sub/b.txt', ''))).toEqual([uri]);
});

/** Returns the number of system watches of this process. */
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

test.skipIf(process.platform !== 'linux')('a directory uses one watch, whatever it contains', async () => {
  const names = Array.from({ length: 3000 }, (_, i) => [`${i}.txt`, '']);
  using dir = temporary(Object.fromEntries(names) as { [name: string]: string });
  await using client = await connectTo(dir.server);
  const before = watches();
  await client.request('resources/list');
  await client.request('resources/subscribe', { uri: `file://${dir.path}` });
  // Other tests of this process may have watches too.
  expect(watches() - before).toBeLessThan(100);
  const told = vi.waitUntil(() => client.notifications('notifications/resources/list_changed').length > 0, {
    timeout: SOON_MS,
  });
  dir.write('new.txt', '');
  await told;
});

test('new file content does not change the list', { timeout: 60_000 }, async () => {
  using dir = temporary({ 'a.txt': 'old' });
  await using client = await connectTo(dir.server);
  await client.request('resources/list');
  await client.request('tools/call', { name: 'write_file', arguments: { path: 'a.txt', content: 'new' } });
  await quiet(client);
  expect(client.notifications('notifications/resources/list_changed')).toEqual([]);
});
