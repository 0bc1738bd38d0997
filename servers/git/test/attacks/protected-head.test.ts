// Protected branches stay protected however HEAD names them: git reads more spellings than it writes.
import { expect, test } from 'vitest';
import { ask, repository, textsOf, type Temporary } from '../setup.ts';

const alias = (name: string, target: string) => (dir: Temporary) => {
  dir.git('symbolic-ref', `refs/heads/${name}`, target);
};

const SPELLINGS: readonly [head: string, prepare: (dir: Temporary) => void][] = [
  ['ref:refs/heads/main\n', () => {}],
  ['ref:\trefs/heads/main\n', () => {}],
  ['ref:   refs/heads/main\n', () => {}],
  ['ref: refs/heads/alias\n', alias('alias', 'refs/heads/main')],
  [
    'ref:refs/heads/alias\n',
    (dir) => {
      alias('alias', 'refs/heads/other')(dir);
      alias('other', 'refs/heads/main')(dir);
    },
  ],
];

test.each(SPELLINGS)('HEAD is %j', async (head, prepare) => {
  using dir = repository({ 'a.txt': 'one\n' });
  dir.write({ 'a.txt': 'two\n' });
  dir.commit('second');
  const tip = dir.git('rev-parse', 'main');
  dir.git('update-ref', 'refs/remotes/origin/main', 'main');
  prepare(dir);
  dir.write({ '.git/HEAD': head });
  for (const [tool, args] of [
    ['git_reset', { revision: 'HEAD~1' }],
    ['git_reset', { revision: 'HEAD~1', mode: 'soft' }],
    ['git_commit', { amend: true, message: 'changed' }],
    ['git_rebase', { revision: 'HEAD~1' }],
  ] as const) {
    const answer = await ask(dir, tool, args);
    expect({ tool, isError: answer.isError, text: textsOf(answer)[0] }).toEqual({
      tool,
      isError: true,
      text: expect.stringMatching(/^main is protected/),
    });
  }
  expect(dir.git('rev-parse', 'main')).toBe(tip);
});
