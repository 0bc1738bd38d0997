// Operations in progress that came with the repository: aborting or continuing one may move or delete branches.
import { expect, test } from 'vitest';
import { ask, repository, textsOf, type Temporary } from '../setup.ts';

/** Creates a repository on `topic` with two commits on main, whose tip it returns. */
const prepare = (): { readonly dir: Temporary; readonly tip: string } => {
  const dir = repository();
  dir.write({ 'a.txt': 'two\n' });
  const tip = dir.commit('second');
  dir.git('checkout', '--quiet', '-b', 'topic');
  return { dir, tip };
};

const REBASE = { 'git-rebase-todo': '', end: '1\n', msgnum: '1\n', interactive: '' };

test.each([
  ['refs-to-delete', { 'refs-to-delete': 'refs/heads/main\n' }, /files that git does not write/],
  ['another tip of main', { 'head-name': 'refs/heads/main\n' }, /^main is protected/],
])('a planted rebase with %s removes nothing from a protected branch', async (_name, files, message) => {
  const { dir, tip } = prepare();
  using made = dir;
  const before = made.git('rev-parse', 'HEAD~1');
  const state = { 'head-name': 'refs/heads/topic\n', 'orig-head': before, onto: before, ...REBASE, ...files };
  made.write(
    Object.fromEntries(Object.entries(state).map(([name, text]) => [`.git/rebase-merge/${name}`, text])),
  );
  for (const args of [{ abort: true }, { continue: true }]) {
    const answer = await ask(made, 'git_rebase', args);
    expect(textsOf(answer)[0]).toMatch(
      args.abort === true ? message : /protected|does more than move commits/,
    );
    expect(made.git('rev-parse', 'main').trim()).toBe(tip);
  }
});

test('aborting a cherry-pick does not move a protected branch back behind its commits', async () => {
  const { dir, tip } = prepare();
  using made = dir;
  made.git('checkout', '--quiet', 'main');
  const before = made.git('rev-parse', 'HEAD~1');
  made.write({
    '.git/sequencer/head': before,
    '.git/sequencer/todo': `pick ${tip} second\n`,
    '.git/sequencer/abort-safety': `${tip}\n`,
    '.git/CHERRY_PICK_HEAD': `${tip}\n`,
  });
  const answer = await ask(made, 'git_cherry_pick', { abort: true });
  expect(textsOf(answer)[0]).toMatch(/would have removed commits from a protected branch: main/);
  expect(made.git('rev-parse', 'main').trim()).toBe(tip);
});
