import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ask, dataOf, repository, temporary, textOf, textsOf } from '../setup.ts';

test('finds lines in the files, as git does', async () => {
  using dir = repository({ 'a.txt': 'one\nTwo.\n', 'b/c.txt': 'two\n' });
  dir.write({ 'a.txt': 'one\nTwo.\nnew two\n', 'untracked.txt': 'two\n' });
  expect(await ask(dir, 'git_grep', { pattern: 'two' })).toEqual({
    content: [{ type: 'text', text: dir.git('grep', '-n', 'two').trimEnd() }],
    structuredContent: {
      matches: [
        { path: 'a.txt', line: 3, text: 'new two' },
        { path: 'b/c.txt', line: 1, text: 'two' },
      ],
    },
  });
});

test.each([
  [{ pattern: 'two', ignore_case: true }, ['a.txt:2', 'b/c.txt:1']],
  [{ pattern: 'o.', regex: true }, ['a.txt:1', 'a.txt:2']],
  [{ pattern: 'o.' }, ['a.txt:2']],
  [{ pattern: 'two', paths: ['b'] }, ['b/c.txt:1']],
  [{ pattern: 'gone', revision: 'HEAD~1' }, ['old name.txt:1']],
  [{ pattern: '--open-files-in-pager=x' }, []],
  [{ pattern: 'nowhere' }, []],
])('%j finds %j', async (args, expected) => {
  using dir = repository({ 'a.txt': 'one\nTwo.\n', 'b/c.txt': 'two\n', 'old name.txt': 'gone\n' });
  dir.git('rm', '--quiet', 'old name.txt');
  dir.commit('second');
  const answer = await ask(dir, 'git_grep', args);
  const { matches } = answer.structuredContent as unknown as { matches: { path: string; line: number }[] };
  expect(matches.map(({ path, line }) => `${path}:${line}`)).toEqual(expected);
  expect(textsOf(answer)[0] === 'No lines match.').toBe(expected.length === 0);
});

test('says how to continue, and reports an invalid pattern', async () => {
  using dir = repository({ 'a.txt': 'x\n'.repeat(100) });
  const answer = await ask(dir, 'git_grep', { pattern: 'x', limit: 10 });
  expect(answer.structuredContent).toMatchObject({ truncated: true });
  expect(textsOf(answer)[0]).toBe('[There are more matches; continue with cursor "10".]');
  expect(await textOf(ask(dir, 'git_grep', { pattern: 'x(', regex: true }))).toMatch(/^git grep failed: /);
});

test('a link replacing a folder shows no file outside', async () => {
  using nest = temporary();
  nest.write({ 'secret.txt': 'password\n' });
  using dir = repository({ 'folder/secret.txt': 'x\n', 'here.txt': 'password\n' });
  rmSync(dir.at('folder'), { recursive: true });
  symlinkSync(nest.path, dir.at('folder'));
  expect(dir.git('grep', 'password')).toContain('folder/secret.txt');
  expect(await dataOf(ask(dir, 'git_grep', { pattern: 'password' }))).toEqual({
    matches: [{ path: 'here.txt', line: 1, text: 'password' }],
  });
});

test('names with line breaks are not mistaken for lines', async () => {
  using dir = repository();
  mkdirSync(dir.at('d'));
  writeFileSync(dir.at('d/x\ny.txt'), 'found\n');
  dir.git('add', '.');
  expect(await dataOf(ask(dir, 'git_grep', { pattern: 'found' }))).toMatchObject({
    matches: [{ path: String.raw`"d/x\ny.txt"`, line: 1, text: 'found' }],
  });
});
