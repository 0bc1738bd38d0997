import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SearchPool } from '../../src/search/pool.ts';
import { temporary } from '../setup.ts';
import { ENDLESS, search } from './search-in.ts';

test('searches on threads, one after another and several at once', async () => {
  using dir = temporary({ 'a.txt': 'x\n', 'b/c.txt': 'y\nx\n' });
  await using pool = new SearchPool();
  const first = await search(pool, dir.path);
  expect(first).toMatchObject({
    filesScanned: 2,
    matches: [
      { path: dir.at('a.txt'), line: 1 },
      { path: dir.at('b/c.txt'), line: 2 },
    ],
  });
  const more = await Promise.all(Array.from({ length: 20 }, () => search(pool, dir.path)));
  expect(more).toEqual(Array.from({ length: 20 }, () => first));
});

test('errors from a thread keep their code', async () => {
  using dir = temporary({ 'a.txt': 'x' });
  await using pool = new SearchPool();
  const query = { text: '(', isRegex: true };
  await expect(search(pool, dir.path, { query })).rejects.toMatchObject({ code: 'invalid_query' });
  await expect(search(pool, dir.path, { query: { globs: ['!x'] } })).rejects.toMatchObject({
    code: 'invalid_glob',
  });
  const path = dir.at('missing');
  await expect(search(pool, dir.path, { path })).rejects.toMatchObject({ code: 'not_found' });
});

test('stops an endless expression and names the file without blocking this thread, and runs the next search', async () => {
  using dir = temporary({ 'dir/evil.txt': `${'a'.repeat(100)}!\n` });
  await using pool = new SearchPool({ maxThreads: 1, matchMs: 300 });
  let turns = 0;
  const timer = setInterval(() => turns++, 5);
  const runaway = search(pool, dir.path, { query: ENDLESS });
  // Waits for the only thread.
  const next = search(pool, dir.path, { query: { text: '!' } });
  await expect(runaway).rejects.toThrow(
    'The search took longer than 300 ms in one place of dir/evil.txt and was stopped.',
  );
  clearInterval(timer);
  expect(turns).toBeGreaterThan(1);
  expect(await next).toMatchObject({ matches: [{ path: dir.at('dir/evil.txt') }] });
});

test('no glob takes long, even with alternatives that start with stars', async () => {
  using dir = temporary({ [`dir/${'a'.repeat(200)}`]: '' });
  await using pool = new SearchPool({ maxThreads: 1, matchMs: 300 });
  const query = { globs: [`**/${'{*a,*aa}'.repeat(6)}x`] };
  expect(await search(pool, dir.path, { query })).toMatchObject({ filesScanned: 0 });
});

test('a cancelled search ends at once, whether running or waiting', async () => {
  using dir = temporary({ 'evil.txt': `${'a'.repeat(100)}!\n` });
  await using pool = new SearchPool({ maxThreads: 1, matchMs: 600_000 });
  const controller = new AbortController();
  const { signal } = controller;
  const running = search(pool, dir.path, { query: ENDLESS, signal });
  const waiting = search(pool, dir.path, { signal });
  const reason = new Error('enough');
  setTimeout(() => controller.abort(reason), 300);
  expect(await Promise.allSettled([running, waiting])).toEqual([
    { status: 'rejected', reason },
    { status: 'rejected', reason },
  ]);
  // Another thread has replaced the endlessly busy one.
  expect(await search(pool, dir.path, { query: { text: '!' } })).toMatchObject({ filesScanned: 1 });
});

test.each(['idle', 'cancelled'])('%s threads do not keep a process alive', async (state) => {
  using dir = temporary({ 'evil.txt': `${'a'.repeat(100)}!\n` });
  const child = spawn(process.execPath, [join(import.meta.dirname, 'ending.ts'), dir.path, state]);
  let said = '';
  child.stdout.on('data', (text) => (said += String(text)));
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(said).toBe(state === 'idle' ? 'found 1' : 'cancelled');
});

test('ends at its deadline with the results so far', async () => {
  using dir = temporary({ 'a.txt': 'x' });
  await using pool = new SearchPool({ maxMs: -1 });
  expect(await search(pool, dir.path)).toMatchObject({ matches: [], next: { path: '' } });
});
