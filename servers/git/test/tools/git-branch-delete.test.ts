import { expect, test } from 'vitest';
import { ask, dataOf, repository, shortOf, textOf, type Temporary } from '../setup.ts';

const headOf = (dir: Temporary): string => dir.git('rev-parse', '--short', 'HEAD').trim();

test('git_branch_delete refuses a branch that is protected, current or not merged', async () => {
  using dir = repository();
  const first = headOf(dir);
  dir.git('branch', 'done');
  dir.git('checkout', '--quiet', '-b', 'topic');
  dir.commit('second');
  const hash = shortOf(dir);
  for (const [name, message] of [
    ['main', /^main is protected/],
    ['topic', /^topic is the current branch/],
    ['missing', /there is no "refs\/heads\/missing"/],
  ] as const)
    expect(await textOf(ask(dir, 'git_branch_delete', { branch_name: name, force: true }))).toMatch(message);
  expect(await dataOf(ask(dir, 'git_branch_delete', { branch_name: 'done', dry_run: true }))).toEqual({
    name: 'done',
    hash: first,
    merged: true,
    dry_run: true,
  });
  await ask(dir, 'git_branch_delete', { branch_name: 'done' });
  dir.git('checkout', '--quiet', 'main');
  expect(await textOf(ask(dir, 'git_branch_delete', { branch_name: 'topic' }))).toMatch(
    /^topic has commits that are not in HEAD/,
  );
  expect(await dataOf(ask(dir, 'git_branch_delete', { branch_name: 'topic', force: true }))).toEqual({
    name: 'topic',
    hash,
  });
  expect(dir.git('branch', '--list')).toBe('* main\n');
});
