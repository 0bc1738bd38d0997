// Queries that need too much memory, and processes that are killed: the state they leave behind.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rowsIn, serveNew, SHOP, temporary } from './setup.ts';

test.each([
  // Text that grows in two aggregates, because SQLite limits one to 512 MB, a sorter that keeps everything, values that
  // JavaScript holds.
  'WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c), b (h) AS (SELECT hex(randomblob(100000)) FROM c) SELECT length(group_concat(h)), length(group_concat(h || 1)) FROM b',
  'SELECT replace(hex(zeroblob(100000000)), 0, hex(zeroblob(8)))',
])('a memory bomb ends only its own process: %s', async (query) => {
  await using server = await serveNew(SHOP, { timeout: 60 });
  expect(await server.failure('read_query', { query })).toMatch(/too much memory|too big/);
  expect(await server.rows('SELECT 1')).toEqual([[1]]);
});

test('a kill during a write leaves the database intact and without the write', async () => {
  const numbers = 'CREATE TABLE numbers (i INTEGER, t TEXT); INSERT INTO numbers VALUES (1, 1)';
  await using server = await serveNew(numbers, { timeout: 1 });
  // Fills the cache, so the file already contains pages at the time of the kill.
  const query =
    "INSERT INTO numbers WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT i, printf('%.500c', 'x') FROM c";
  expect(await server.failure('write_query', { query })).toMatch(/took longer/);
  expect(await server.rows('SELECT count(*) FROM numbers')).toEqual([[1]]);
  expect(rowsIn(server.path, 'PRAGMA integrity_check')).toEqual([['ok']]);
});

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a running query ends with the server, even if the server is killed', async () => {
  using dir = temporary();
  const script = join(import.meta.dirname, 'runaway-parent.ts');
  const parent = spawn(process.execPath, [script, dir.database('a.db', '')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(line);
  expect(isRunning(pid)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
});
