// Watcher: what happens when the system or the server allows no more watches.
import { EventEmitter } from 'node:events';
import { ToolError } from '@mcp/runtime';
import * as chokidar from 'chokidar';
import { describe, expect, test, vi } from 'vitest';
import { errnoError } from '@mcp/files/test/inside';
import { createWatch, type Watch, type Watcher } from '../../src/resources/watch.ts';
import { filesIn, LOOK_MS, temporary, type Temporary } from '../setup.ts';

/** Fakes chokidar on a system that fails with this error. Polling always works. */
const answering =
  (event: string, argument?: unknown): Watcher =>
  (path, options) => {
    if (options?.usePolling === true) return chokidar.watch(path, options);
    const watcher = Object.assign(new EventEmitter(), { close: () => Promise.resolve() });
    setImmediate(() => watcher.emit(event, argument));
    return watcher as unknown as chokidar.FSWatcher;
  };

const watchWith = (watcher: Watcher): Watch =>
  createWatch({ load: () => Promise.resolve(watcher), pollMs: LOOK_MS });

const watched = async (dir: Temporary, name: string, onChange: (entry?: string) => unknown = () => {}) => ({
  scope: await filesIn([dir.path]).scope(),
  path: dir.at(name),
  onChange,
});

describe.concurrent.each(['ENOSPC', 'EMFILE', 'ENFILE'])(
  'when the system has no room (%s)',
  { timeout: 60_000 },
  (errno) => {
    const error = errnoError(errno);
    const watch = watchWith(answering('error', error));

    test('polls a file', async () => {
      using dir = temporary({ 'a.txt': 'old' });
      const changes: unknown[] = [];
      const stop = await watch(await watched(dir, 'a.txt', (entry) => changes.push(entry)));
      dir.write('a.txt', 'newer');
      await vi.waitUntil(() => changes.length > 0, { timeout: 30_000 });
      expect(changes).toEqual([undefined]);
      stop();
    });

    test('polls a directory', async () => {
      using dir = temporary({ 'sub/a.txt': 'old', 'b.txt': 'old' });
      const changes: unknown[] = [];
      const stop = await watch(await watched(dir, 'sub', (entry) => changes.push(entry)));
      dir.write('sub/a.txt', 'newer');
      dir.write('sub/new.txt', '');
      await vi.waitUntil(() => changes.length >= 2, { timeout: 30_000 });
      expect(new Set(changes)).toEqual(new Set([undefined, 'a.txt']));
      stop();
    });
  },
);

test('reports any other failure to the subscriber', async () => {
  using dir = temporary({ 'a.txt': '' });
  const watch = watchWith(answering('error', errnoError('EACCES')));
  await expect(watch(await watched(dir, 'a.txt'))).rejects.toThrow(
    new ToolError('Changes cannot be watched: EACCES'),
  );
});

test('the number of watches is limited, and closed watches free their slots', async () => {
  using dir = temporary({ 'a.txt': '' });
  const watch = watchWith(answering('ready'));
  const one = await watched(dir, 'a.txt');
  const stops = await Promise.all(Array.from({ length: 1000 }, () => watch(one)));
  const full = '1000 files and directories are watched already. Unsubscribe from some first.';
  await expect(watch(one)).rejects.toMatchObject({ code: -32602, message: full });
  stops.pop()?.();
  stops.push(await watch(one));
  await expect(watch(one)).rejects.toMatchObject({ code: -32602, message: full });
  for (const stop of stops) stop();
});

test('a failed watch uses no slot', async () => {
  using dir = temporary({ 'a.txt': '' });
  let watcher = answering('error', errnoError('EACCES'));
  const watch = watchWith((...args) => watcher(...args));
  const one = await watched(dir, 'a.txt');
  const outcomes = await Promise.allSettled(Array.from({ length: 1000 }, () => watch(one)));
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
  watcher = answering('ready');
  (await watch(one))();
});
