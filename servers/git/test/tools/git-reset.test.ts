import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ask, dataOf, repository, textsOf, type Temporary } from '../setup.ts';

const topic = (): Temporary => {
  const dir = repository();
  dir.git('checkout', '--quiet', '-b', 'topic');
  dir.write({ 'a.txt': 'two\n' });
  dir.commit('second');
  return dir;
};

test.each([
  ['soft', 'M  a.txt\n'],
  ['mixed', ' M a.txt\n'],
])('%s moves the branch and keeps the files, after a preview', async (mode, status) => {
  using dir = topic();
  const [previous, hash] = [
    dir.git('rev-parse', '--short', 'HEAD').trim(),
    dir.git('rev-parse', '--short', 'HEAD~1').trim(),
  ];
  const expected = { hash, previous, removed: [expect.stringMatching(/ second$/)] };
  const args = { revision: 'HEAD~1', mode };
  expect(await dataOf(ask(dir, 'git_reset', { ...args, dry_run: true }))).toEqual({
    ...expected,
    dry_run: true,
  });
  expect(dir.git('rev-parse', '--short', 'HEAD').trim()).toBe(previous);
  expect(await dataOf(ask(dir, 'git_reset', args))).toEqual(expected);
  expect(dir.git('rev-parse', '--short', 'HEAD').trim()).toBe(hash);
  expect(dir.git('status', '--short')).toBe(status);
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('two\n');
});

test('removes commits from a protected branch only while no remote branch has one of them', async () => {
  using dir = topic();
  dir.git('branch', '--force', 'main', 'topic');
  dir.git('checkout', '--quiet', 'main');
  dir.git('update-ref', 'refs/remotes/origin/main', 'main');
  dir.write({ 'b.txt': 'three\n' });
  dir.commit('third');
  const refused = await ask(dir, 'git_reset', { revision: 'HEAD~2', mode: 'soft' });
  expect(textsOf(refused)[0]).toMatch(
    /^main is protected, and a remote branch has commits that this would remove\. git_revert /,
  );
  expect(dir.git('log', '--format=%s', '-1')).toBe('third\n');
  expect((await ask(dir, 'git_reset', { revision: 'HEAD~1', mode: 'soft' })).isError).toBeUndefined();
  expect(dir.git('log', '--format=%s', '-1')).toBe('second\n');
  expect((await ask(dir, 'git_reset', { revision: 'HEAD~1' })).isError).toBe(true);
});

test('a revision excludes paths, and a mode needs a revision', async () => {
  using dir = topic();
  for (const args of [{ mode: 'soft' }, { revision: 'topic', paths: ['a.txt'] }])
    expect((await ask(dir, 'git_reset', args)).isError).toBe(true);
});
