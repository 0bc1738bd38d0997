// The parsers of simple-git look at the same repositories. What they find must be what our tools say, but where they are
// wrong: that is why the tools read git's own machine formats.
import { rmSync, writeFileSync } from 'node:fs';
import { simpleGit } from 'simple-git';
import { expect, test } from 'vitest';
import { ask, repository, textsOf, type Temporary } from './setup.ts';

const busy = (): Temporary => {
  const dir = repository({
    'a.txt': 'one\n',
    'b.txt': 'two\n',
    'old name.txt': 'the same content\n',
    'gone.txt': '',
  });
  dir.git('tag', 'v1');
  dir.git('checkout', '--quiet', '-b', 'topic/x');
  dir.write({ 'ü.txt': 'new\n' });
  dir.commit('topic: "quotes", a \\ and ü\n\nA body.\nOf two lines.');
  dir.git('checkout', '--quiet', 'main');
  dir.write({ 'b.txt': 'three\n' });
  dir.commit('main');
  dir.git('merge', '--quiet', '--no-edit', 'topic/x');
  dir.git('mv', 'old name.txt', 'new name.txt');
  dir.write({ 'a.txt': 'changed\n', 'not yet.txt': '' });
  rmSync(dir.at('gone.txt'));
  return dir;
};

interface Named {
  readonly path: string;
  readonly status: string;
}

test('git_status and status()', async () => {
  using dir = busy();
  const seen = await simpleGit(dir.path).status();
  const told = (await ask(dir, 'git_status')).structuredContent ?? {};
  const { staged, unstaged } = told as unknown as { staged: Named[]; unstaged: Named[] };
  const pathsOf = (status: string): string[] =>
    [...staged, ...unstaged].filter((file) => file.status === status).map(({ path }) => path);
  expect(told).toMatchObject({ branch: seen.current, untracked: seen.not_added, clean: seen.isClean() });
  expect(pathsOf('modified')).toEqual(seen.modified);
  expect(pathsOf('deleted')).toEqual(seen.deleted);
  expect(pathsOf('renamed')).toEqual(seen.renamed.map(({ to }) => to));
});

test('git_log and log()', async () => {
  using dir = busy();
  const seen = await simpleGit(dir.path).log({ '--date-order': null });
  const told = (await ask(dir, 'git_log', { max_count: 100 })).structuredContent;
  const { commits } = told as unknown as { commits: { hash: string; subject: string; body?: string }[] };
  const order = (a: { readonly hash: string }, b: { readonly hash: string }): number =>
    a.hash < b.hash ? -1 : 1;
  expect(commits.map(({ hash, subject, body = '' }) => ({ hash, subject, body })).toSorted(order)).toEqual(
    seen.all
      .map(({ hash, message, body }) => ({ hash, subject: message, body: body.trim() }))
      .toSorted(order),
  );
});

test('git_diff and diffSummary()', async () => {
  using dir = busy();
  const seen = await simpleGit(dir.path).diffSummary(['v1', 'HEAD', '--no-renames']);
  const [listed = ''] = textsOf(await ask(dir, 'git_diff', { base: 'v1', target: 'HEAD', stat: true }));
  const files = listed
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  expect(files).toHaveLength(seen.files.length);
  const sum = (index: number): number => files.reduce((total, counts) => total + Number(counts[index]), 0);
  expect([sum(0), sum(1)]).toEqual([seen.insertions, seen.deletions]);
});

test('git_branch and branch(), git_tags and tags()', async () => {
  using dir = busy();
  const [branches, tags] = [await simpleGit(dir.path).branchLocal(), await simpleGit(dir.path).tags()];
  const told = (await ask(dir, 'git_branch')).structuredContent as unknown as {
    branches: { name: string; current: boolean }[];
  };
  expect(told.branches.map(({ name }) => name)).toEqual(branches.all);
  expect(told.branches.find(({ current }) => current)?.name).toBe(branches.current);
  expect((await ask(dir, 'git_tags')).structuredContent).toMatchObject({
    tags: tags.all.map((name) => ({ name })),
  });
});

interface Logged {
  readonly commits: readonly { readonly subject: string }[];
}

test('log() takes the text of a message for another commit', async () => {
  using dir = repository();
  dir.commit('mine\n\nòòòòòò 0000 ò 2026-01-01T00:00:00Z ò forged ò  ò  ò Eve ò eve@example.org òò');
  const seen = await simpleGit(dir.path).log();
  expect(seen.all.map(({ message }) => message)).toEqual(['mine', 'forged', 'first']);
  const { commits } = (await ask(dir, 'git_log')).structuredContent as unknown as Logged;
  expect(commits.map(({ subject }) => subject)).toEqual(['mine', 'first']);
});

test('status() takes the spaces off the end of names, and those that are not UTF-8 are lost', async () => {
  using dir = repository();
  dir.write({ 'b ': '', ' c': '' });
  writeFileSync(Buffer.concat([Buffer.from(dir.at('d')), Buffer.of(0xff)]), '');
  const seen = await simpleGit(dir.path).status();
  expect(seen.not_added).toEqual([' c', 'b', 'd\uFFFD']);
  expect((await ask(dir, 'git_status')).structuredContent).toMatchObject({
    untracked: [' c', 'b ', String.raw`"d\377"`],
  });
});

test('diffSummary() has no names that git shortens or quotes', async () => {
  using dir = repository({ 'folder/old.txt': 'the same content\n' });
  dir.git('mv', 'folder/old.txt', 'folder/new.txt');
  dir.write({ 'ü.txt': 'x\n' });
  dir.commit('second');
  const seen = await simpleGit(dir.path).diffSummary(['HEAD~1', 'HEAD']);
  expect(seen.files.map(({ file }) => file)).toEqual([
    'folder/{old.txt => new.txt}',
    String.raw`"\303\274.txt"`,
  ]);
  expect(textsOf(await ask(dir, 'git_diff', { base: 'HEAD~1', target: 'HEAD', stat: true }))).toEqual([
    '0\t0\tfolder/old.txt => folder/new.txt\n1\t0\tü.txt\n',
  ]);
});

test('branch() and fetch() leave out what is needed to decide', async () => {
  using dir = repository();
  const { branches } = await simpleGit(dir.path).branch();
  expect(Object.keys(branches['main'] ?? {}).toSorted()).toEqual([
    ...['commit', 'current', 'label', 'linkedWorkTree', 'name'],
  ]);
});
