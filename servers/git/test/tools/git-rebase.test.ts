import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ask, copyOf, dataOf, diverged, textOf, textsOf, type Temporary } from '../setup.ts';

const headOf = (dir: Pick<Temporary, 'git'>): string => dir.git('rev-parse', '--short', 'HEAD').trim();

const onTopic = (ours: string, theirs: string): Temporary =>
  copyOf(`topic ${ours} ${theirs}`, () => {
    const dir = diverged(ours, theirs);
    dir.git('checkout', '--quiet', 'topic');
    return dir;
  });
const MAIN = { revision: 'main' };

test('moves commits', async () => {
  using dir = onTopic('a.txt', 'b.txt');
  expect(await dataOf(ask(dir, 'git_rebase', MAIN))).toMatchObject({ result: 'done', hash: headOf(dir) });
  expect(dir.git('log', '--format=%s')).toBe('topic\nmain\nfirst\n');
  expect(dir.git('rev-parse', '--abbrev-ref', 'HEAD')).toBe('topic\n');
  expect(await dataOf(ask(dir, 'git_rebase', MAIN))).toMatchObject({ result: 'up-to-date' });
});

test('reports conflicts, and can be continued and aborted', async () => {
  using dir = onTopic('a.txt', 'a.txt');
  const before = headOf(dir);
  const conflict = { result: 'conflict', conflicts: ['a.txt'] };
  expect(await dataOf(ask(dir, 'git_rebase', MAIN))).toMatchObject(conflict);
  expect(await dataOf(ask(dir, 'git_status'))).toMatchObject({ operation: 'rebase' });
  expect(await dataOf(ask(dir, 'git_rebase', { abort: true }))).toMatchObject({ hash: before });
  await ask(dir, 'git_rebase', MAIN);
  expect(await dataOf(ask(dir, 'git_rebase', { continue: true }))).toMatchObject(conflict);
  dir.write({ 'a.txt': 'both\n' });
  await ask(dir, 'git_add', { files: ['a.txt'] });
  expect(await dataOf(ask(dir, 'git_rebase', { continue: true }))).toMatchObject({
    result: 'done',
    hash: dir.git('rev-parse', '--short', 'topic').trim(),
  });
  expect(dir.git('show', 'HEAD:a.txt')).toBe('both\n');
});

test('refuses a protected branch, and to overwrite changes', async () => {
  using dir = onTopic('a.txt', 'b.txt');
  dir.write({ 'b.txt': 'precious\n' });
  expect((await ask(dir, 'git_rebase', MAIN)).isError).toBe(true);
  expect(readFileSync(dir.at('b.txt'), 'utf8')).toBe('precious\n');
  dir.git('checkout', '--quiet', '--force', 'main');
  expect(await textOf(ask(dir, 'git_rebase', { revision: 'topic' }))).toMatch(/^main is protected: /);
});

test.each([
  ['git-rebase-todo', (canary: string) => `exec touch ${canary}\n`, /does more than move commits/],
  ['git-rebase-todo', (canary: string) => `pick HEAD\nx touch ${canary}\n`, /does more than move commits/],
  ['strategy', () => 'evil', /does more than move commits/],
  ['strategy_opts', (canary: string) => `--x=${canary}`, /does more than move commits/],
  ['gpg_sign_opt', () => '-Sx', /does more than move commits/],
  ['update-refs', () => 'refs/heads/main\n', /does more than move commits/],
  ['head-name', () => 'refs/heads/main\n', /^main is protected/],
])('does not continue with %s written by somebody else', async (file, content, message) => {
  using dir = onTopic('a.txt', 'a.txt');
  dir.git('config', 'alias.merge-evil', `!touch ${dir.at('canary')}`);
  await ask(dir, 'git_rebase', MAIN);
  dir.write({ 'a.txt': 'both\n' });
  dir.git('add', '.');
  dir.write({ [`.git/rebase-merge/${file}`]: content(dir.at('canary')) });
  expect(await textOf(ask(dir, 'git_rebase', { continue: true }))).toMatch(message);
  // Aborting would move a protected branch, if the rebase claims to be of one.
  const given = await textOf(ask(dir, 'git_rebase', { abort: true }));
  expect(given).toMatch(file === 'head-name' ? message : /^The rebase was aborted/);
  expect(existsSync(dir.at('canary'))).toBe(false);
});

test('a rebase during a merge with conflicts fails, and the merge stays in progress', async () => {
  using dir = diverged('a.txt', 'a.txt');
  dir.git('checkout', '--quiet', '-b', 'work');
  await ask(dir, 'git_merge', { revision: 'topic' });
  const answer = await ask(dir, 'git_rebase', { revision: 'topic' });
  expect(answer.isError).toBe(true);
  expect(textsOf(answer)[0]).toMatch(/^git rebase failed: cannot rebase: You have unstaged changes/);
  expect(await dataOf(ask(dir, 'git_status'))).toMatchObject({ operation: 'merge' });
});
