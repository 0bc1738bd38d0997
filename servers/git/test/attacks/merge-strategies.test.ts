// Merge strategies and options that the configuration of a repository names.
import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ask, dataOf, diverged, textOf, type Temporary } from '../setup.ts';

/** Creates a repository whose configuration names a merge strategy, a program in one of its folders. */
const withStrategy = (): Temporary => {
  const dir = diverged('a.txt', 'b.txt');
  dir.write({ 'git-merge-x/evil': `#!/bin/sh\n: > '${dir.at('.git/fired')}'\nexit 1\n` });
  chmodSync(dir.at('git-merge-x/evil'), 0o755);
  dir.git('config', 'pull.twohead', 'x/evil');
  return dir;
};

/** Returns the keys that git_status lists as unused. */
const unusedIn = async (dir: Temporary): Promise<unknown> => {
  return (await dataOf(ask(dir, 'git_status')))?.['unused_settings'];
};

test.each([
  ['git_merge', 'topic'],
  ['git_cherry_pick', 'topic'],
  ['git_rebase', 'topic'],
  ['git_revert', 'HEAD'],
])('%s does not run a strategy that is a program in the repository', async (tool, revision) => {
  using dir = withStrategy();
  const answer = ask(dir, tool, { revision }, { protectedBranches: ['none'] });
  expect(await dataOf(answer)).toMatchObject({ result: 'done' });
  expect(readdirSync(dir.at('.git'))).not.toContain('fired');
  expect(await unusedIn(dir)).toEqual(['pull.twohead']);
});

test('plain git runs it, but a rebase started without a strategy continues without it', async () => {
  using dir = withStrategy();
  expect(() => dir.git('rebase', '--quiet', 'topic')).toThrow(/Command failed/);
  expect(readdirSync(dir.at('.git'))).toContain('fired');
  rmSync(dir.at('.git/fired'));
  rmSync(dir.at('.git/rebase-merge/strategy'));
  const goOn = (): Promise<string> =>
    textOf(ask(dir, 'git_rebase', { continue: true }, { protectedBranches: ['none'] }));
  // Git would continue this one instead, which was not checked.
  mkdirSync(dir.at('.git/rebase-apply'));
  expect(await goOn()).toMatch(/^This rebase does more than move commits\. Ask the user/);
  rmSync(dir.at('.git/rebase-apply'), { recursive: true });
  // The repository's configuration names a strategy, which is ignored.
  expect(await goOn()).toMatch(/^The rebase is done/);
  expect(readdirSync(dir.at('.git'))).not.toContain('fired');
});

test('merge options from the configuration are ignored', async () => {
  using dir = diverged('a.txt', 'b.txt');
  dir.git('config', 'branch.main.mergeOptions', '--squash');
  expect(await dataOf(ask(dir, 'git_merge', { revision: 'topic' }))).toMatchObject({ result: 'done' });
  expect(await unusedIn(dir)).toEqual(['branch.main.mergeoptions']);
  expect(dir.git('rev-list', '--parents', '--max-count=1', 'HEAD').trim().split(' ')).toHaveLength(3);
});
