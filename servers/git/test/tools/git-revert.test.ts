import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ask, dataOf, repository, shortOf } from '../setup.ts';

test('git_revert undoes a commit, and reports conflicts', async () => {
  using dir = repository();
  dir.write({ 'a.txt': 'two\n' });
  const second = dir.commit('second');
  await ask(dir, 'git_revert', { revision: 'HEAD' });
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('one\n');
  expect(dir.git('log', '-1', '--format=%s')).toBe('Revert "second"\n');
  dir.write({ 'a.txt': 'four\n' });
  dir.commit('fourth');
  const before = shortOf(dir);
  expect(await dataOf(ask(dir, 'git_revert', { revision: second }))).toMatchObject({
    result: 'conflict',
    conflicts: ['a.txt'],
  });
  expect(await dataOf(ask(dir, 'git_revert', { abort: true }))).toMatchObject({ hash: before });
});
