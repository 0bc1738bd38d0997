// Staging single hunks: git_add and git_reset with patch.
import { readFileSync } from 'node:fs';
import { connect } from '@mcp/runtime/testing';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ask, call, repository, serve, temporary, textsOf, type Temporary } from '../setup.ts';

afterEach(() => vi.unstubAllEnvs());

const count = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\n`).join('');

/** Creates a file with two changes, far from each other. */
const changed = (): Temporary => {
  const dir = repository({ 'a.txt': count(1, 40), 'ü b.txt': 'one\n' });
  dir.write({ 'a.txt': `one\n${count(2, 29)}thirty\n${count(31, 40)}`, 'ü b.txt': 'two\n' });
  return dir;
};

const hunksOf = (diff: string): string[] => {
  const [head = '', ...hunks] = diff.split(/^(?=@@ )/m);
  return hunks.map((hunk) => `${head}${hunk}`);
};

describe.each(['2025-03-26', '2025-11-25', '2026-07-28'] as const)('in %s', (revision) => {
  test('a hunk from git_diff is staged and unstaged', async () => {
    using dir = changed();
    await using client = await connect(serve([dir.path]), { revision });
    const [diff = ''] = textsOf(await call(client, 'git_diff', { paths: ['a.txt'] }));
    const [, second = ''] = hunksOf(diff);
    const staged = await call(client, 'git_add', { patch: second });
    expect(textsOf(staged)).toEqual(['Staged a.txt (+1 -1)']);
    const data = { staged: ['a.txt'] };
    expect(staged.structuredContent).toEqual(revision === '2025-03-26' ? undefined : data);
    expect(dir.git('diff', '--cached', '--numstat')).toBe('1\t1\ta.txt\n');
    expect(dir.git('show', ':a.txt')).toBe(`${count(1, 29)}thirty\n${count(31, 40)}`);
    const unstaged = await call(client, 'git_reset', { patch: second });
    expect(textsOf(unstaged)).toEqual(['Unstaged a.txt (+1 -1)']);
    expect(dir.git('diff', '--cached')).toBe('');
    expect(readFileSync(dir.at('a.txt'), 'utf8')).toContain('thirty');
  });
});

test('single hunks, and all together, stage what `git add` stages', async () => {
  using dir = changed();
  const diff = dir.git('diff');
  for (const hunk of hunksOf(dir.git('diff', '--', 'a.txt')).toReversed())
    expect((await ask(dir, 'git_add', { patch: hunk })).isError).not.toBe(true);
  expect(dir.git('diff', '--', 'a.txt')).toBe('');
  dir.git('reset', '--quiet');
  expect((await ask(dir, 'git_add', { patch: diff })).structuredContent?.['staged']).toEqual([
    'a.txt',
    'ü b.txt',
  ]);
  const index = dir.git('write-tree');
  dir.git('add', '.');
  expect(index).toBe(dir.git('write-tree'));
});

test('hunks of a repetitive file are staged and unstaged at their own lines, without the others', async () => {
  const lines = (length: number): string[] => Array.from({ length }, () => 'same');
  using dir = repository({ 'a.txt': `${lines(60).join('\n')}\n` });
  const [first, last] = [
    ['new', 'new', 'new', 'new', 'new'],
    ['here', ...lines(9), 'and here'],
  ];
  const after = [...lines(5), ...(first ?? []), ...lines(25), ...(last ?? []), ...lines(21)];
  dir.write({ 'a.txt': `${after.join('\n')}\n` });
  const [, ...others] = hunksOf(dir.git('diff'));
  const head = dir.git('diff').split(/^(?=@@ )/m)[0] ?? '';
  const patch = head + others.map((hunk) => hunk.slice(head.length)).join('');
  expect((await ask(dir, 'git_add', { patch })).isError).toBeUndefined();
  const staged = after.toSpliced(5, 5);
  expect(dir.git('show', ':a.txt')).toBe(`${staged.join('\n')}\n`);
  dir.git('add', 'a.txt');
  expect((await ask(dir, 'git_reset', { patch })).isError).toBeUndefined();
  expect(dir.git('show', ':a.txt')).toBe(`${[...lines(5), ...(first ?? []), ...lines(55)].join('\n')}\n`);
});

test('one line of a hunk is staged even with wrong counts and without the last line feed', async () => {
  using dir = repository({ 'a.txt': count(1, 5) });
  dir.write({ 'a.txt': 'one\ntwo\n3\n4\n5\n' });
  const patch = '--- a/a.txt\n+++ b/a.txt\n@@ -1,9 +1,9 @@\n-1\n+one\n 2\n 3\n 4';
  expect(textsOf(await ask(dir, 'git_add', { patch }))).toEqual(['Staged a.txt (+1 -1)']);
  expect(dir.git('show', ':a.txt')).toBe('one\n2\n3\n4\n5\n');
});

test('a new file, a deleted one and a mode change are staged from a diff', async () => {
  using dir = repository({ 'a.txt': 'one\n', 'gone.txt': 'x\n' });
  dir.git('rm', '--quiet', 'gone.txt');
  dir.write({ 'new.txt': 'new\n' });
  dir.git('add', 'new.txt');
  dir.git('update-index', '--chmod=+x', 'a.txt');
  const [diff, tree] = [dir.git('diff', '--cached'), dir.git('write-tree')];
  dir.git('reset', '--quiet', '--hard');
  expect((await ask(dir, 'git_add', { patch: diff })).isError).not.toBe(true);
  expect(dir.git('write-tree')).toBe(tree);
});

test('dry_run reports what would be staged', async () => {
  using dir = changed();
  const [patch] = hunksOf(dir.git('diff', '--', 'a.txt'));
  const answer = await ask(dir, 'git_add', { patch, dry_run: true });
  expect(answer.structuredContent).toMatchObject({ staged: ['a.txt'], dry_run: true });
  expect(dir.git('diff', '--cached')).toBe('');
});

const HUNK = '@@ -1 +1 @@\n-one\n+two\n';

test.each([
  [
    'a hunk that does not apply, beside one that does',
    `--- a/b.txt\n+++ b/b.txt\n${HUNK}--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-other\n+two\n`,
    /^The patch does not apply to the index: a\.txt at line 1\. Nothing was changed\. Take it from git_diff/,
  ],
  ['no patch', 'hello\n', /^git does not take the patch: No valid patches in input.* Give a unified diff/],
  ['a hunk without a file', HUNK, /^git does not take the patch: patch fragment without header/],
  [
    'a file that is not there',
    `--- a/c.txt\n+++ b/c.txt\n${HUNK}`,
    /c\.txt: does not exist in index\. Nothing was changed/,
  ],
  ['a path outside', `--- a/../x.txt\n+++ b/../x.txt\n${HUNK}`, /^\.\.\/x\.txt is outside the repository\./],
  [
    'a path in .git',
    '--- /dev/null\n+++ b/.git/hooks/pre-commit\n@@ -0,0 +1 @@\n+x\n',
    /^\.git\/hooks\/pre-commit is inside \.git/,
  ],
  [
    'a path in .git, in other letters',
    '--- /dev/null\n+++ b/sub/.GIT /config\n@@ -0,0 +1 @@\n+x\n',
    /is inside \.git/,
  ],
  [
    'a rename of a file outside',
    'diff --git a/../x b/y\nsimilarity index 100%\nrename from ../x\nrename to y\n',
    /^git does not take the patch: /,
  ],
])('%s is refused, and nothing is staged', async (_, patch, says) => {
  using dir = repository({ 'a.txt': 'one\n', 'b.txt': 'one\n' });
  const before = dir.git('ls-files', '--stage');
  const answer = await ask(dir, 'git_add', { patch });
  expect(answer.isError).toBe(true);
  expect(textsOf(answer)[0]).toMatch(says);
  expect(dir.git('ls-files', '--stage')).toBe(before);
});

test('files and patch cannot be combined, and one of them is required', async () => {
  using dir = repository();
  for (const args of [{}, { files: ['a.txt'], patch: HUNK }])
    expect(textsOf(await ask(dir, 'git_add', args))).toEqual([
      'Give either files, to stage them whole, or patch, to stage some hunks.',
    ]);
  expect(textsOf(await ask(dir, 'git_reset', { paths: ['a.txt'], patch: HUNK }))).toEqual([
    'Give only one of paths, patch and revision.',
  ]);
});

test('a file with a filter can only be staged whole: hunks would put raw content in place of a pointer', async () => {
  using home = temporary();
  home.write({ '.gitconfig': '[filter "pointer"]\n\tclean = sed s/^/pointer-to-/\n\tsmudge = cat\n' });
  vi.stubEnv('HOME', home.path);
  using dir = repository({ 'a.bin': 'one\n', 'b.txt': 'one\n' });
  dir.write({
    '.gitattributes': '*.bin filter=pointer\n*.txt -filter\n',
    'a.bin': 'two\n',
    'b.txt': 'two\n',
  });
  const before = dir.git('ls-files', '--stage');
  const patch = (file: string): string => `--- a/${file}\n+++ b/${file}\n${HUNK}`;
  for (const given of [patch('a.bin'), patch('b.txt') + patch('a.bin')])
    expect(textsOf(await ask(dir, 'git_add', { patch: given }))).toEqual([
      'A filter changes a.bin when it is staged. Nothing was changed. Take the whole file instead of a patch.',
    ]);
  expect(dir.git('ls-files', '--stage')).toBe(before);
  expect(textsOf(await ask(dir, 'git_add', { patch: patch('b.txt') }))).toEqual(['Staged b.txt (+1 -1)']);
  expect((await ask(dir, 'git_add', { files: ['a.bin'] })).isError).toBeUndefined();
  expect(dir.git('show', ':a.bin')).toBe('pointer-to-two\n');
});

test('lines with bytes that are not UTF-8 are not staged, because git_diff prints other characters for them', async () => {
  using dir = repository({ 'a.txt': 'one\n' });
  dir.write({ 'a.txt': Buffer.from('one\ncaf\xe9\n', 'latin1') });
  const [patch = ''] = textsOf(await ask(dir, 'git_diff'));
  const refusal =
    'The patch has the character U+FFFD, which stands for bytes that are not UTF-8. Nothing was changed. ' +
    'Take the whole file instead of a patch.';
  expect(textsOf(await ask(dir, 'git_add', { patch }))).toEqual([refusal]);
  expect(dir.git('diff', '--cached')).toBe('');
  dir.commit('latin');
  dir.write({ 'a.txt': 'one\n' });
  dir.git('add', 'a.txt');
  const [staged = ''] = textsOf(await ask(dir, 'git_diff', { staged: true }));
  expect(textsOf(await ask(dir, 'git_reset', { patch: staged }))).toEqual([refusal]);
  expect(dir.git('show', ':a.txt')).toBe('one\n');
});

test('the diff of a file with invisible characters in its name is a valid patch', async () => {
  const names = ['\u202egpj.txt', '\u202eg pj.txt', '"\u202e".txt', 'a b/\u202e'];
  const all = (text: string) => Object.fromEntries(names.map((name) => [name, text]));
  using dir = repository(all('one\n'));
  dir.write(all('two\n'));
  const [patch = ''] = textsOf(await ask(dir, 'git_diff'));
  expect(patch).not.toMatch(/\p{Cf}/u);
  expect(
    textsOf(await ask(dir, 'git_add', { patch }))
      .join('')
      .match(/Staged/g),
  ).toHaveLength(4);
  expect(dir.git('diff')).toBe('');
});
