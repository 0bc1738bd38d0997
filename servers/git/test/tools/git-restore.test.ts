import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ask, dataOf, repository } from '../setup.ts';

test('git_reset unstages everything, or some paths, and leaves the files alone', async () => {
  using dir = repository({ 'a.txt': 'one\n', 'b.txt': 'one\n' });
  dir.write({ 'a.txt': 'two\n', 'b.txt': 'two\n' });
  dir.git('add', '.');
  expect(await dataOf(ask(dir, 'git_reset', { paths: ['a.txt'] }))).toEqual({
    unstaged: ['a.txt'],
  });
  expect(await ask(dir, 'git_reset')).toEqual({
    content: [{ type: 'text', text: 'Unstaged b.txt' }],
    structuredContent: { unstaged: ['b.txt'] },
  });
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('two\n');
});

test('git_restore restores files from the index or a commit, or only reports with dry_run', async () => {
  using dir = repository();
  dir.write({ 'a.txt': 'two\n' });
  dir.commit('second');
  dir.write({ 'a.txt': 'three\n' });
  expect(await dataOf(ask(dir, 'git_restore', { files: ['.'], dry_run: true }))).toEqual({
    restored: ['a.txt'],
    dry_run: true,
  });
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('three\n');
  await ask(dir, 'git_restore', { files: ['a.txt'] });
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('two\n');
  await ask(dir, 'git_restore', { files: ['a.txt'], source: 'HEAD~1' });
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('one\n');
  dir.git('add', '.');
  await ask(dir, 'git_restore', { files: ['a.txt'], staged: true });
  expect(dir.git('status', '--short')).toBe(' M a.txt\n');
});
