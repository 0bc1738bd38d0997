// The calls of the git_status page: its hunks, and whole files.
import { chmodSync, rmSync, symlinkSync } from 'node:fs';
import type { TestClient } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { splitHunks, type FileHunks } from '../../views/diff/split.ts';
import { call, git, open, repository, temporary, textsOf, type Answer, type Temporary } from '../setup.ts';

const browse = async (client: TestClient, path: string, staged = false): Promise<FileHunks> => {
  const [patch = ''] = textsOf(await call(client, 'git_diff', { paths: [path], staged }));
  return splitHunks(patch);
};

const stage = (client: TestClient, { head, hunks }: FileHunks, at: number): Promise<Answer> =>
  call(client, 'git_add', { patch: `${head}${hunks[at]}` });

const count = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\n`).join('');

const twoPlaces = (): Temporary => {
  const dir = repository({ 'a.txt': count(1, 40) });
  dir.write({ 'a.txt': `one\n${count(2, 29)}thirty\n${count(31, 40)}` });
  return dir;
};

test('the page learns whether the server may write', async () => {
  using dir = twoPlaces();
  for (const readOnly of [false, true]) {
    await using client = await open(dir.path, { readOnly });
    expect((await call(client, 'git_status'))._meta).toEqual({ writable: !readOnly });
  }
});

test('a hunk is staged as shown; one that no longer fits the index is refused', async () => {
  using dir = twoPlaces();
  await using client = await open(dir.path);
  const shown = await browse(client, 'a.txt');
  expect(shown.hunks).toEqual([
    '@@ -1,4 +1,4 @@\n-1\n+one\n 2\n 3\n 4\n',
    '@@ -27,7 +27,7 @@\n 27\n 28\n 29\n-30\n+thirty\n 31\n 32\n 33\n',
  ]);
  // As with `git add --patch`, the hunk as shown counts.
  dir.write({ 'a.txt': `one\n${count(2, 29)}THIRTY\n${count(31, 40)}` });
  expect(textsOf(await stage(client, shown, 1))).toEqual(['Staged a.txt (+1 -1)']);
  const staged = `${count(1, 29)}thirty\n${count(31, 40)}`;
  expect(dir.git('show', ':a.txt')).toBe(staged);
  const refusal =
    'The patch does not apply to the index: a.txt at line 27. Nothing was changed. Take it from git_diff as it is now, with ' +
    'its context lines; leave out whole hunks, or turn a "-" line into context.';
  const answer = await stage(client, shown, 1);
  expect([answer.isError, textsOf(answer)]).toEqual([true, [refusal]]);
  expect(dir.git('show', ':a.txt')).toBe(staged);
});

test('whole files are staged and unstaged: new, deleted, moved ones, and odd names', async () => {
  const odd = ['ü b.txt', '-n', '"q".txt', 'a\tb', ':(top)x', 'sub/*', '\u202egpj.txt'];
  using dir = repository({ 'a.txt': 'one\n', 'gone.txt': 'x\n' });
  dir.write(Object.fromEntries(odd.map((name) => [name, 'new\n'])));
  rmSync(dir.at('gone.txt'));
  await using client = await open(dir.path);
  const { structuredContent: status = {} } = await call(client, 'git_status');
  const files = ['gone.txt', ...(status['untracked'] as readonly string[])];
  expect((await call(client, 'git_add', { files })).isError).toBeUndefined();
  const staged = dir.git('write-tree');
  dir.git('add', '--all');
  expect(staged).toBe(dir.git('write-tree'));
  for (const path of files) await call(client, 'git_reset', { paths: [path] });
  expect(dir.git('diff', '--cached')).toBe('');
});

test('files are staged and unstaged before the first commit too', async () => {
  using dir = temporary();
  dir.git('init', '--quiet');
  dir.write({ 'a.txt': 'one\n' });
  await using client = await open(dir.path);
  expect((await call(client, 'git_add', { files: ['a.txt'] })).isError).toBeUndefined();
  expect((await browse(client, 'a.txt', true)).isWhole).toBe(true);
  expect((await call(client, 'git_reset', { paths: ['a.txt'] })).isError).toBeUndefined();
  expect(dir.git('ls-files')).toBe('');
});

test('a submodule is staged as a whole, and nothing in it changes', async () => {
  using dir = repository();
  using inner = repository({ 'b.txt': 'one\n' });
  dir.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '--quiet', inner.path, 'sub');
  dir.commit('sub');
  const hash = inner.commit('second');
  git(dir.at('sub'), '-c', 'protocol.file.allow=always', 'fetch', '--quiet');
  git(dir.at('sub'), 'checkout', '--quiet', hash);
  await using client = await open(dir.path);
  expect((await browse(client, 'sub')).isWhole).toBe(true);
  expect((await call(client, 'git_add', { files: ['sub'] })).isError).toBeUndefined();
  expect(dir.git('ls-files', '--stage', 'sub')).toContain(hash);
});

test('stages one hunk of a file with an odd name', async () => {
  const names = ['ü b.txt', '-n', '"q".txt', 'a\tb', 'a b/c d', ':(top)x', '*', '\u202egpj.txt'];
  const all = (text: string) => Object.fromEntries(names.map((name) => [name, text]));
  using dir = repository(all(count(1, 20)));
  dir.write(all(`one\n${count(2, 19)}twenty\n`));
  await using client = await open(dir.path);
  for (const name of names) {
    const shown = await browse(client, name);
    expect(shown.isWhole).toBe(false);
    const answer = await stage(client, shown, 1);
    expect({ name, texts: textsOf(answer), isError: answer.isError }).toMatchObject({ isError: undefined });
    expect(dir.git('diff', '--cached', '--numstat', '-z')).toBe(`1\t1\t${name}\0`);
    dir.git('reset', '--quiet');
  }
});

const WHOLE: readonly (readonly [string, (dir: Temporary) => void])[] = [
  ['a new file', (dir) => dir.git('add', '--intent-to-add', 'new.txt')],
  ['a deleted file', (dir) => rmSync(dir.at('new.txt'))],
  ['a mode', (dir) => chmodSync(dir.at('new.txt'), 0o755)],
  ['a binary file', (dir) => dir.write({ 'new.txt': new Uint8Array([0, 1, 2]) })],
  [
    'a link in place of a file',
    (dir) => {
      rmSync(dir.at('new.txt'));
      symlinkSync('/etc/passwd', dir.at('new.txt'));
    },
  ],
];

test.each(WHOLE)('%s can only be staged whole', async (what, change) => {
  using dir = repository(what === 'a new file' ? { 'a.txt': 'one\n' } : { 'new.txt': 'one\n' });
  if (what === 'a new file') dir.write({ 'new.txt': 'one\n' });
  change(dir);
  await using client = await open(dir.path);
  expect((await browse(client, 'new.txt')).isWhole).toBe(true);
  expect((await call(client, 'git_add', { files: ['new.txt'] })).isError).toBeUndefined();
  const staged = dir.git('write-tree');
  dir.git('add', '--all', '.');
  expect(staged).toBe(dir.git('write-tree'));
});

test('lines of a file whose mode also changed are staged without the mode', async () => {
  using dir = twoPlaces();
  chmodSync(dir.at('a.txt'), 0o755);
  await using client = await open(dir.path);
  await stage(client, await browse(client, 'a.txt'), 0);
  expect(dir.git('ls-files', '--stage')).toMatch(/^100644 /);
  expect(dir.git('diff', '--cached', '--numstat')).toBe('1\t1\ta.txt\n');
});
