import { expect, test } from 'vitest';
import { ask, dataOf, git, repository, temporary, textsOf, type Temporary } from '../setup.ts';

const withRemote = (): Temporary => {
  const nest = temporary();
  nest.repository('origin').git('branch', 'topic');
  git(nest.path, 'clone', '--quiet', 'origin', 'clone');
  git(nest.at('clone'), 'branch', 'feature/x');
  return nest;
};

test.each([
  [{}, ['branch']],
  [{ branch_type: 'remote' }, ['branch', '-r']],
  [{ branch_type: 'all', contains: 'HEAD' }, ['branch', '-a', '--contains', 'HEAD']],
  [{ merged: 'main' }, ['branch', '--merged', 'main']],
])('git_branch %j returns the text of git', async (args, plain) => {
  using nest = withRemote();
  const clone = { ...nest, path: nest.at('clone') };
  // Without git's column padding.
  const expected = git(clone.path, ...plain, '-vv')
    .trimEnd()
    .replaceAll(/(?<=\S) +/g, ' ');
  expect(textsOf(await ask(clone, 'git_branch', args))).toEqual([expected || 'No branches.']);
});

test('git_branch returns hash, upstream and last commit', async () => {
  using nest = withRemote();
  const hash = git(nest.at('clone'), 'rev-parse', '--short', 'HEAD').trim();
  const more = { hash, date: '2026-01-31T12:00:00+02:00', subject: 'first' };
  const clone = { ...nest, path: nest.at('clone') };
  expect(await dataOf(ask(clone, 'git_branch'))).toEqual({
    branches: [
      { name: 'feature/x', ...more },
      { name: 'main', current: true, upstream: 'origin/main', ahead: 0, behind: 0, ...more },
    ],
    total: 2,
  });
  git(clone.path, 'commit', '--quiet', '--allow-empty', '--message', 'second');
  const limited = await ask(clone, 'git_branch', { contains: 'HEAD', limit: 1 });
  expect(limited.structuredContent).toMatchObject({
    branches: [{ name: 'main', ahead: 1, behind: 0 }],
    total: 1,
  });
  expect(textsOf(await ask(clone, 'git_branch', { limit: 1 }))).toEqual([
    '[There are more branches; continue with cursor "1".]',
    `  feature/x ${hash.slice(0, 7)} first`,
  ]);
});

test('git_branch marks a detached HEAD and branches of other worktrees', async () => {
  using dir = repository();
  dir.git('branch', 'topic');
  dir.git('worktree', 'add', '--quiet', 'linked', 'topic');
  dir.git('checkout', '--quiet', '--detach');
  const hash = dir.git('rev-parse', '--short', 'HEAD').trim();
  expect(textsOf(await ask(dir, 'git_branch'))).toEqual([
    `* (HEAD detached at ${hash})\n  main ${hash} first\n+ topic ${hash} first`,
  ]);
});
