// git_stash_list, git_stash_apply and git_stash_drop; writes.test.ts has push and pop.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ask, repository, textsOf, type Temporary } from '../setup.ts';

const withStash = (): Temporary => {
  const dir = repository();
  dir.write({ 'a.txt': 'aside\n' });
  dir.git('stash', 'push', '--quiet', '--message', 'put aside');
  return dir;
};

test('git_stash_list lists what was put aside', async () => {
  using dir = withStash();
  expect(await ask(dir, 'git_stash_list')).toEqual({
    content: [{ type: 'text', text: dir.git('stash', 'list').trimEnd() }],
    structuredContent: {
      stashes: [
        {
          selector: 'stash@{0}',
          hash: dir.git('rev-parse', 'stash@{0}').trim(),
          date: '2026-01-31T12:00:00+02:00',
          message: 'On main: put aside',
        },
      ],
      total: 1,
    },
  });
});

test('git_stash_apply brings changes back and keeps the stash', async () => {
  using dir = withStash();
  expect((await ask(dir, 'git_stash_apply')).structuredContent).toEqual({
    result: 'done',
    conflicts: [],
    neutralised: [],
  });
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('aside\n');
  expect(dir.git('stash', 'list')).not.toBe('');
});

test('git_stash_apply reports conflicts', async () => {
  using dir = withStash();
  dir.write({ 'a.txt': 'other\n' });
  dir.commit('other');
  expect(await ask(dir, 'git_stash_apply')).toMatchObject({
    content: [{ text: 'There are conflicts, and stash@{0} is kept:\na.txt' }],
    structuredContent: { result: 'conflict', conflicts: ['a.txt'] },
  });
});

test('git_stash_drop deletes one, and says what it was', async () => {
  using dir = withStash();
  const hash = dir.git('rev-parse', 'stash@{0}').trim();
  expect((await ask(dir, 'git_stash_drop', { stash: 'stash@{0}' })).structuredContent).toEqual({ hash });
  expect(dir.git('stash', 'list')).toBe('');
  expect(textsOf(await ask(dir, 'git_stash_drop', { stash: 'stash@{0}' }))[0]).toMatch(
    /^stash: there is no "stash@\{0\}" in this repository\./,
  );
  expect(textsOf(await ask(dir, 'git_stash_drop', { stash: '--all' }))[0]).toMatch(
    /^stash is "--all"; it must be like/,
  );
});

test('a stash during a conflict is refused with what to do', async () => {
  using dir = withStash();
  dir.write({ 'a.txt': 'other\n' });
  dir.commit('other');
  await ask(dir, 'git_stash_apply');
  expect(textsOf(await ask(dir, 'git_stash_push'))[0]).toMatch(
    /Files are in conflict, git_status names them/,
  );
});
