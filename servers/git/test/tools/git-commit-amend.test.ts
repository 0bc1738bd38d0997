import { expect, test } from 'vitest';
import { ask, repository, textOf, type Temporary } from '../setup.ts';

const headOf = (dir: Temporary): string => dir.git('rev-parse', '--short', 'HEAD').trim();

test('replaces the last commit', async () => {
  using dir = repository();
  dir.git('checkout', '--quiet', '-b', 'topic');
  dir.write({ 'a.txt': 'two\n', 'b.txt': '' });
  dir.commit('second');
  dir.write({ 'a.txt': 'three\n' });
  const answer = await ask(dir, 'git_commit', { amend: true, files: ['a.txt'] });
  expect(answer.structuredContent).toMatchObject({ hash: headOf(dir), branch: 'topic', files_changed: 2 });
  expect(dir.git('log', '--format=%s')).toBe('second\nfirst\n');
  await ask(dir, 'git_commit', { amend: true, message: 'better' });
  expect(dir.git('log', '--format=%s')).toBe('better\nfirst\n');
  expect(dir.git('show', 'HEAD:a.txt')).toBe('three\n');
});

test.each(['the first commit', 'a later one'])(
  'amends %s of a protected branch unless a remote branch has it',
  async (title) => {
    using dir = repository();
    if (title !== 'the first commit') dir.commit('second');
    const amend = { amend: true, message: 'amended' };
    expect((await ask(dir, 'git_commit', amend)).isError).toBeUndefined();
    expect(dir.git('log', '--format=%s', '-1')).toBe('amended\n');
    dir.git('update-ref', 'refs/remotes/origin/any', 'HEAD');
    const before = headOf(dir);
    expect(await textOf(ask(dir, 'git_commit', amend))).toMatch(
      /^main is protected, and a remote branch has commits that this would remove\. git_revert /,
    );
    expect(headOf(dir)).toBe(before);
    dir.git('checkout', '--quiet', '-b', 'Release');
    const options = { protectedBranches: ['stable', 'release'] };
    expect((await ask(dir, 'git_commit', amend, options)).isError).toBe(true);
    expect((await ask(dir, 'git_commit', amend, { protectedBranches: ['none'] })).isError).toBeUndefined();
  },
);
