// Git directories with unusually many entries: checking them leaves time for other calls, and ends.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkGitDirectories } from '@mcp/git/test/inside';
import { call, dataOf, open, repository, textOf } from '../setup.ts';

const LIMITS = { signal: new AbortController().signal, timeoutMs: 60_000 };

test('other work continues while a large git directory is checked', async () => {
  using dir = repository();
  mkdirSync(dir.at('.git/rr-cache'));
  for (let index = 0; index < 5000; index += 1) mkdirSync(dir.at('.git/rr-cache', String(index)));
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 0);
  const place = { gitDir: dir.at('.git'), commonDir: dir.at('.git') };
  await checkGitDirectories(place, [], LIMITS);
  clearInterval(timer);
  // Listing takes five chunks, and each folder in it counts too.
  expect(turns).toBeGreaterThan(3);
});

test('the check ends when the call is cancelled, and at the time limit', async () => {
  using dir = repository();
  mkdirSync(dir.at('.git/logs/many'), { recursive: true });
  for (let index = 0; index < 3000; index += 1) writeFileSync(dir.at('.git/logs/many', String(index)), '');
  const place = { gitDir: dir.at('.git'), commonDir: dir.at('.git') };
  const reason = new Error('cancelled');
  await expect(checkGitDirectories(place, [], { ...LIMITS, signal: AbortSignal.abort(reason) })).rejects.toBe(
    reason,
  );
  await expect(checkGitDirectories(place, [], { ...LIMITS, timeoutMs: 0 })).rejects.toThrow(
    'more entries than can be looked through',
  );
});

test('a link among thousands of entries is found', async () => {
  using dir = repository();
  mkdirSync(dir.at('.git/logs/many'), { recursive: true });
  for (let index = 0; index < 3000; index += 1) writeFileSync(dir.at('.git/logs/many', `a${index}`), '');
  symlinkSync('/etc/hostname', dir.at('.git/logs/many', 'link'));
  await using client = await open(dir.path);
  expect(await textOf(call(client, 'git_status'))).toMatch(
    /logs\/many\/link" is a link to "\/etc\/hostname"/,
  );
});

test('folders nested deeper than the path limit are refused, and nothing hangs', async () => {
  using dir = repository();
  const before = process.cwd();
  try {
    process.chdir(dir.at('.git'));
    for (let index = 0; index < 500; index += 1) {
      mkdirSync('rr-cache');
      process.chdir('rr-cache');
    }
  } finally {
    process.chdir(before);
  }
  await using client = await open(dir.path);
  expect(await textOf(call(client, 'git_status'))).toMatch(/cannot be listed \(ENAMETOOLONG\)/);
});

test('thousands of loose branches with their logs work', async () => {
  using dir = repository();
  const hash = dir.git('rev-parse', 'HEAD');
  const names = Array.from({ length: 2000 }, (_, index) => `heads/f${index % 20}/b${index}`);
  dir.write(Object.fromEntries(names.map((name) => [`.git/refs/${name}`, hash])));
  dir.write(Object.fromEntries(names.map((name) => [`.git/logs/refs/${name}`, ''])));
  await using client = await open(dir.path);
  expect(await dataOf(call(client, 'git_branch', { limit: 1 }))).toMatchObject({ total: 2001 });
  // An added branch counts at the next call.
  symlinkSync(dir.at('outside'), dir.at('.git/logs/refs/heads/f19/z'));
  expect(await textOf(call(client, 'git_branch'))).toContain('logs/refs/heads/f19/z" is a link to ');
});
