import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ask, call, dataOf, git, open, repository, temporary, textOf, type Temporary } from '../setup.ts';

const headOf = (dir: Pick<Temporary, 'git'>): string => dir.git('rev-parse', '--short', 'HEAD').trim();

test('creates and removes a worktree for a branch', async () => {
  using nest = temporary();
  const dir = nest.repository('main');
  await using client = await open(nest.path);
  const add = { repo_path: dir.path, path: nest.at('topic'), branch_name: 'topic' };
  expect((await call(client, 'git_worktree_add', add)).isError).toBe(true);
  expect(await dataOf(call(client, 'git_worktree_add', { ...add, create: true }))).toEqual({
    path: nest.at('topic'),
    branch: 'topic',
    hash: headOf(dir),
  });
  expect(readFileSync(nest.at('topic/a.txt'), 'utf8')).toBe('one\n');
  expect(
    await dataOf(call(client, 'git_worktree_add', { ...add, path: 'inner', branch_name: 'HEAD' })),
  ).toEqual({ path: nest.at('main/inner'), hash: headOf(dir) });
  nest.write({ 'topic/new.txt': 'precious' });
  const remove = { repo_path: dir.path, path: nest.at('topic') };
  expect((await call(client, 'git_worktree_remove', remove)).isError).toBe(true);
  expect(readFileSync(nest.at('topic/new.txt'), 'utf8')).toBe('precious');
  expect(await dataOf(call(client, 'git_worktree_remove', { ...remove, force: true }))).toEqual({
    path: nest.at('topic'),
  });
  expect(existsSync(nest.at('topic'))).toBe(false);
  expect(dir.git('branch', '--list', 'topic')).toBe('  topic\n');
});

test('refuses directories outside, and removes only linked worktrees', async () => {
  using dir = repository({ 'sub/a.txt': '' });
  using outside = temporary();
  symlinkSync(outside.path, dir.at('link'));
  dir.git('worktree', 'add', '--quiet', outside.at('there'), '-b', 'there');
  for (const path of [outside.at('x'), '../x', 'link/x', '.git/x', 'a/b', ''])
    expect([
      path,
      (await ask(dir, 'git_worktree_add', { path, branch_name: 'x', create: true })).isError,
    ]).toEqual([path, true]);
  for (const path of [outside.at('there'), '.', 'sub', 'missing', '', '--force'])
    expect(await textOf(ask(dir, 'git_worktree_remove', { path, force: true }))).toMatch(
      /is not a linked worktree of this repository/,
    );
  expect(existsSync(outside.at('there'))).toBe(true);
  expect(existsSync(dir.at('sub/a.txt'))).toBe(true);
});

test('programs configured in a worktree do not run', async () => {
  using dir = repository();
  dir.git('config', 'extensions.worktreeConfig', 'true');
  await ask(dir, 'git_worktree_add', { path: 'wt', branch_name: 'wt', create: true });
  const config = (key: string): string =>
    git(dir.at('wt'), 'config', '--worktree', key, `touch ${dir.at('canary')}; false`);
  config('filter.evil.clean');
  config('core.fsmonitor');
  dir.write({ '.git/info/attributes': '* filter=evil\n', 'wt/a.txt': 'two\n' });
  rmSync(dir.at('canary'), { force: true });
  expect((await ask(dir, 'git_worktree_remove', { path: 'wt' })).isError).toBe(true);
  expect((await ask(dir, 'git_worktree_remove', { path: 'wt', force: true })).isError).toBeUndefined();
  expect(existsSync(dir.at('canary'))).toBe(false);
});
