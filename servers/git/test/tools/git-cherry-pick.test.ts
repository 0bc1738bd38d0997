import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ask, diverged, repository, textOf } from '../setup.ts';

test('a cherry-pick that changes nothing is aborted completely', async () => {
  using dir = repository();
  dir.write({ 'a.txt': 'two\n' });
  const second = dir.commit('second');
  expect(await textOf(ask(dir, 'git_cherry_pick', { revision: second }))).toMatch(
    /was aborted: the commit changes/,
  );
  expect(existsSync(dir.at('.git/CHERRY_PICK_HEAD'))).toBe(false);
  expect(dir.git('status', '--short')).toBe('');
});

test('a cherry-pick of several commits that was started elsewhere is not continued', async () => {
  using dir = diverged('a.txt', 'a.txt');
  await ask(dir, 'git_cherry_pick', { revision: 'topic' });
  dir.git('config', 'alias.merge-evil', `!touch ${dir.at('canary')}`);
  dir.write({
    '.git/sequencer/opts': '[options]\n\tstrategy = evil\n',
    '.git/sequencer/todo': 'pick topic\n',
    'a.txt': 'both\n',
  });
  dir.git('add', '.');
  expect(await textOf(ask(dir, 'git_cherry_pick', { continue: true }))).toMatch(/begun with several commits/);
  expect(existsSync(dir.at('canary'))).toBe(false);
});
