import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GlobError } from '../../src/glob.ts';
import type { ContentQuery } from '../../src/search/content-search.ts';
import { QueryError } from '../../src/search/query.ts';
import { RunawayError, SearchThreads, type SearchRequest } from '../../src/search/search-threads.ts';
import { temporary } from '../setup.ts';

const script = join(import.meta.dirname, 'plain-worker.ts');
const HOSTILE = '(a+)+$b';

const request = (
  where: string,
  query: Partial<ContentQuery>,
  more: Partial<SearchRequest> = {},
): SearchRequest => ({
  where,
  query: {
    text: 'x',
    isRegex: false,
    isCaseSensitive: true,
    contextLines: 0,
    maxMatches: 100,
    maxMatchesPerFile: 100,
    maxBytes: 100_000,
    ...query,
  },
  maxMs: 60_000,
  signal: new AbortController().signal,
  ...more,
});

test('searches on a thread, one search after the other and some at once', async () => {
  using dir = temporary({ 'a.txt': 'x\n', 'b/c.txt': 'y\nx\n' });
  const threads = new SearchThreads({ script, maxThreads: 2 });
  const first = await threads.search(request(dir.path, {}));
  expect(first).toMatchObject({
    filesScanned: 2,
    matches: [{ path: 'a.txt' }, { path: 'b/c.txt', line: 2 }],
  });
  const more = await Promise.all(Array.from({ length: 20 }, () => threads.search(request(dir.path, {}))));
  expect(more).toEqual(Array.from({ length: 20 }, () => first));
  threads.close();
});

test('errors keep their kind on the way', async () => {
  using dir = temporary({ 'a.txt': 'x' });
  const threads = new SearchThreads({ script });
  await expect(threads.search(request(dir.path, { text: '(', isRegex: true }))).rejects.toThrow(QueryError);
  await expect(threads.search(request(dir.path, { glob: '!x' }))).rejects.toThrow(GlobError);
  await expect(threads.search(request(dir.at('missing'), {}))).rejects.toThrow('ENOENT');
  threads.close();
});

test('an expression that never ends is stopped and named, while this thread works on, and the next search works', async () => {
  using dir = temporary({ 'dir/evil.txt': `${'a'.repeat(100)}!\n` });
  const threads = new SearchThreads({ script, maxThreads: 1, matchMs: 300 });
  let turns = 0;
  const timer = setInterval(() => turns++, 5);
  const runaway = threads.search(request(dir.path, { text: HOSTILE, isRegex: true }));
  // It waits for the only thread.
  const next = threads.search(request(dir.path, { text: '!' }));
  const error: unknown = await runaway.catch((reason: unknown) => reason);
  clearInterval(timer);
  expect(error).toBeInstanceOf(RunawayError);
  expect(String(error)).toContain(
    `The search for /${HOSTILE}/ took longer than 300 ms in one place of dir/evil.txt`,
  );
  expect(turns).toBeGreaterThan(5);
  expect(await next).toMatchObject({ matches: [{ path: 'dir/evil.txt' }] });
  threads.close();
});

test('a search that is cancelled ends at once, running or waiting', async () => {
  using dir = temporary({ 'evil.txt': `${'a'.repeat(100)}!\n` });
  const threads = new SearchThreads({ script, maxThreads: 1, matchMs: 500 });
  const controller = new AbortController();
  const { signal } = controller;
  const running = threads.search(request(dir.path, { text: HOSTILE, isRegex: true }, { signal }));
  const waiting = threads.search(request(dir.path, {}, { signal }));
  const reason = new Error('enough');
  controller.abort(reason);
  expect(await Promise.allSettled([running, waiting])).toEqual([
    { status: 'rejected', reason },
    { status: 'rejected', reason },
  ]);
  expect(await threads.search(request(dir.path, { text: '!' }))).toMatchObject({ filesScanned: 1 });
  threads.close();
});

test.each(['idle', 'cancelled'])('threads that are %s keep no process alive', async (state) => {
  using dir = temporary({ 'evil.txt': `${'a'.repeat(100)}!\n` });
  const child = spawn(process.execPath, [join(import.meta.dirname, 'ending.ts'), dir.path, state]);
  let said = '';
  child.stdout.on('data', (text) => (said += String(text)));
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(said).toBe(state === 'idle' ? 'found 1' : 'cancelled');
});

test('ends with what it has after its time', async () => {
  using dir = temporary({ 'a.txt': 'x' });
  const threads = new SearchThreads({ script });
  expect(await threads.search(request(dir.path, {}, { maxMs: -1 }))).toMatchObject({
    matches: [],
    next: { path: '' },
  });
  threads.close();
});
