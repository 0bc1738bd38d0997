import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ask, dataOf, git, temporary, textsOf } from '../setup.ts';

test('creates repositories inside', async () => {
  using dir = temporary();
  mkdirSync(dir.at('there'));
  for (const [path, bare] of [
    ['new', false],
    [dir.at('there'), false],
    ['shared.git', true],
  ] as const) {
    const place = path === 'new' || bare ? dir.at(path) : path;
    expect(await dataOf(ask(dir, 'git_init', { path, bare }))).toEqual({
      path: place,
      branch: 'main',
      ...(bare && { bare }),
    });
    expect(git(place, 'symbolic-ref', 'HEAD')).toBe('refs/heads/main\n');
    expect(git(place, 'rev-parse', '--is-bare-repository')).toBe(`${bare}\n`);
  }
  expect((await ask(dir, 'git_init', { path: 'new' })).isError).toBe(true);
  expect((await ask(dir, 'git_init', { path: 'new/inner' })).isError).toBe(true);
});

test('refuses a path that is outside or unusable, and creates nothing', async () => {
  using dir = temporary();
  using other = temporary();
  symlinkSync(other.path, dir.at('link'));
  symlinkSync(other.at('missing'), dir.at('dangling'));
  dir.write({ file: '' });
  const places = [
    ...[other.path, other.at('new'), '..', '../new', 'link', 'link/new', 'dangling', 'file', 'file/new'],
    ...['.git', '.git/x', 'missing/new', '', 'a\0b', '~'],
  ];
  for (const path of places) {
    const [said] = textsOf(await ask(dir, 'git_init', { path }));
    expect(said).toBe(
      `Nothing can be made at ${path.replace('\0', String.raw`\u{0}`)}: give a directory, or a new name in one, inside the allowed ones (${dir.path}).`,
    );
  }
  expect(readdirSync(other.path)).toEqual([]);
  expect(readdirSync(dir.path).toSorted()).toEqual(['dangling', 'file', 'link']);
});

test.each([
  ['a .git folder', '.git', false],
  ['a bare repository', '', true],
])('writes nothing through %s that is incomplete', async (_, folder, bare) => {
  using dir = temporary();
  using outside = temporary();
  outside.write({ '.gitconfig': '[user]\n\tname = Ada\n' });
  mkdirSync(dir.at('new', folder), { recursive: true });
  symlinkSync(outside.at('.gitconfig'), dir.at('new', folder, 'config'));
  symlinkSync(outside.path, dir.at('new', folder, 'objects'));
  const answer = await ask(dir, 'git_init', { path: 'new', bare });
  expect(readFileSync(outside.at('.gitconfig'), 'utf8')).toBe('[user]\n\tname = Ada\n');
  expect(readdirSync(outside.path)).toEqual(['.gitconfig']);
  expect(textsOf(answer)).toEqual([
    `${dir.at('new', folder)} is there already, and no repository that can be used. Give another directory, or ask the ` +
      'user to look at this one.',
  ]);
});

test('accepts an empty .git folder, and a directory with files', async () => {
  using dir = temporary();
  dir.write({ 'new/a.txt': '' });
  mkdirSync(dir.at('new/.git'));
  expect(await dataOf(ask(dir, 'git_init', { path: 'new' }))).toEqual({
    path: dir.at('new'),
    branch: 'main',
  });
});
