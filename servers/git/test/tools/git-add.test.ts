import { expect, test } from 'vitest';
import { ask, dataOf, repository, textOf } from '../setup.ts';

test('stages new and deleted files, and everything with "."', async () => {
  using dir = repository({ 'a.txt': 'one\n', 'gone.txt': 'x\n' });
  dir.write({ 'a.txt': 'two\n', '-b.txt': '' });
  dir.git('rm', '--quiet', '--cached', 'gone.txt');
  dir.git('reset', '--quiet');
  expect(await ask(dir, 'git_add', { files: ['a.txt', dir.at('-b.txt')] })).toEqual({
    content: [{ type: 'text', text: 'Staged a.txt\nStaged -b.txt' }],
    structuredContent: {
      staged: ['a.txt', '-b.txt'],
    },
  });
  expect(dir.git('diff', '--cached', '--name-only')).toBe('-b.txt\na.txt\n');
  dir.write({ 'c/d.txt': '' });
  expect((await ask(dir, 'git_add', { files: ['.'] })).structuredContent?.['staged']).toEqual(['c/d.txt']);
});

test('only reports what it would do with dry_run', async () => {
  using dir = repository();
  dir.write({ 'b.txt': '' });
  expect(await dataOf(ask(dir, 'git_add', { files: ['.'], dry_run: true }))).toMatchObject({
    staged: ['b.txt'],
    dry_run: true,
  });
  expect(dir.git('diff', '--cached', '--name-only')).toBe('');
});

test('explains a failure', async () => {
  using dir = repository({ '.gitignore': '*.log\n' });
  dir.write({ 'x.log': '' });
  for (const [file, message] of [
    ['missing.txt', /^git add failed: pathspec 'missing.txt' did not match any files\. Look with/],
    ['x.log', /^git add failed: The following paths are ignored by one of your \.gitignore files: x\.log/],
  ] as const)
    expect(await textOf(ask(dir, 'git_add', { files: [file] }))).toMatch(message);
  dir.write({ 'y.txt': '' });
  expect(await ask(dir, 'git_add', { files: ['x.log', 'y.txt'] })).toMatchObject({
    content: [{ text: 'Staged y.txt\nIgnored by .gitignore, so not staged: x.log' }],
    structuredContent: { staged: ['y.txt'], ignored: ['x.log'] },
  });
});
