// Indexes with names that git never writes.
import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { call, dataOf, open, repository, temporary, textOf } from '../setup.ts';
import { oddIndex } from './odd-index.ts';

test('plain git writes to such a path', () => {
  using nest = temporary();
  const { dir, set } = oddIndex(nest);
  set('../new.txt');
  dir.git('checkout-index', '--all', '--force');
  expect(existsSync(nest.at('new.txt'))).toBe(true);
});

test('the names of a shared index are checked too', async () => {
  using nest = temporary();
  const { dir, set } = oddIndex(nest);
  set('../secret.txt');
  dir.git('update-index', '--split-index');
  await using client = await open(dir.path);
  expect(readdirSync(dir.at('.git')).some((name) => name.startsWith('sharedindex.'))).toBe(true);
  expect(await textOf(call(client, 'git_diff_unstaged'))).toMatch(
    /^The index of the repository has the name "\.\.\/secret/,
  );
});

test('an index is checked again after it changes', async () => {
  using nest = temporary();
  const { dir, set } = oddIndex(nest);
  await using client = await open(dir.path);
  expect((await call(client, 'git_status')).isError).toBeUndefined();
  set('../secret.txt');
  expect(await textOf(call(client, 'git_diff_unstaged'))).toContain('"../secret.txt"');
});

test('ordinary names are accepted', async () => {
  const names = ['a/.gitignore', '.github/x', 'x..y/..z', 'back\\slash', ' x. ', 'a:b'];
  using dir = repository(Object.fromEntries(names.map((name) => [name, ''])));
  await using client = await open(dir.path);
  expect(await dataOf(call(client, 'git_ls_files'))).toMatchObject({ files: { length: 6 } });
});
