// Git directories with more entries than git makes: the look through them leaves time for other calls, and has an end.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { checkGitDirectories } from '../../src/repository/git-directory.ts';
import { call, repository, serve, textsOf } from '../setup.ts';

const LIMITS = { signal: new AbortController().signal, timeoutMs: 60_000 };

test('other work goes on while a large git directory is looked through', async () => {
  using dir = repository();
  mkdirSync(dir.at('.git/rr-cache'));
  for (let index = 0; index < 5000; index += 1) mkdirSync(dir.at('.git/rr-cache', String(index)));
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 0);
  const place = { gitDir: dir.at('.git'), commonDir: dir.at('.git') };
  await checkGitDirectories(place, [], LIMITS);
  clearInterval(timer);
  // The list itself has five pieces, and each folder in it counts too.
  expect(turns).toBeGreaterThan(3);
});

test('it ends when the call is cancelled, and when it takes too long', async () => {
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
  await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
  expect(textsOf(await call(client, 'git_status'))[0]).toMatch(
    /logs\/many\/link" is a link to "\/etc\/hostname"/,
  );
});

test('folders that are deeper than a path can be are refused, and nothing hangs', async () => {
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
  await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
  expect(textsOf(await call(client, 'git_status'))[0]).toMatch(/cannot be listed \(ENAMETOOLONG\)/);
});
