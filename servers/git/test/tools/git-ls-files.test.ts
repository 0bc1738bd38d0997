import { expect, test } from 'vitest';
import { ask, dataOf, repository } from '../setup.ts';

test('git_ls_files lists the index or a commit, in pages', async () => {
  using dir = repository({ 'a.txt': '', 'sub/b.txt': '', 'sub/ü\n.txt': '' });
  dir.write({ 'c.txt': '' });
  dir.git('add', '.');
  expect(await dataOf(ask(dir, 'git_ls_files'))).toEqual({
    files: ['a.txt', 'c.txt', 'sub/b.txt', String.raw`"sub/ü\n.txt"`],
  });
  expect(await dataOf(ask(dir, 'git_ls_files', { revision: 'HEAD', paths: ['sub'] }))).toEqual({
    files: ['sub/b.txt', String.raw`"sub/ü\n.txt"`],
  });
  expect(await dataOf(ask(dir, 'git_ls_files', { cursor: '3' }))).toEqual({
    files: [String.raw`"sub/ü\n.txt"`],
  });
  dir.write(Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`many/${index}.txt`, ''])));
  dir.git('add', '.');
  const answer = await ask(dir, 'git_ls_files', {}, { maxOutputBytes: 1000 });
  const { files, next_cursor } = answer.structuredContent as unknown as {
    files: string[];
    next_cursor: string;
  };
  expect(next_cursor).toBe(String(files.length));
});
