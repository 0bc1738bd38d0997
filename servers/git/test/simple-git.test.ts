// simple-git's parsers, on the same repositories: their results equal the tools', except where they are wrong, which is
// why the tools read git's machine formats.
import { rmSync, writeFileSync } from 'node:fs';
import { simpleGit } from 'simple-git';
import { expect, test } from 'vitest';
import { ask, dataOf, git, repository, temporary, textsOf, type Temporary } from './setup.ts';

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

test('git_status equals status()', async () => {
  using dir = busy();
  const seen = await simpleGit(dir.path).status();
  const told = (await dataOf(ask(dir, 'git_status'))) ?? {};
  const { staged, unstaged } = told as unknown as { staged: Named[]; unstaged: Named[] };
  const pathsOf = (status: string): string[] =>
    [...staged, ...unstaged].filter((file) => file.status === status).map(({ path }) => path);
  expect(told).toMatchObject({ branch: seen.current, untracked: seen.not_added });
  expect(told['clean'] === true).toBe(seen.isClean());
  expect(pathsOf('modified')).toEqual(seen.modified);
  expect(pathsOf('deleted')).toEqual(seen.deleted);
  expect(pathsOf('renamed')).toEqual(seen.renamed.map(({ to }) => to));
});

test('git_log equals log()', async () => {
  using dir = busy();
  const seen = await simpleGit(dir.path).log({ '--date-order': null, '--abbrev-commit': null });
  const told = await dataOf(ask(dir, 'git_log', { limit: 100, oneline: false }));
  const { commits } = told as unknown as { commits: { hash: string; subject: string; body?: string }[] };
  const order = (a: { readonly hash: string }, b: { readonly hash: string }): number =>
    a.hash < b.hash ? -1 : 1;
  expect(commits.map(({ hash, subject, body = '' }) => ({ hash, subject, body })).toSorted(order)).toEqual(
    seen.all

      .map(({ hash, message, body }) => ({ hash: hash.slice(0, 7), subject: message, body: body.trim() }))
      .toSorted(order),
  );
});

test('git_diff equals diffSummary()', async () => {
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

test('git_branch equals branch(), and git_tag equals tags()', async () => {
  using dir = busy();
  const [branches, tags] = [await simpleGit(dir.path).branchLocal(), await simpleGit(dir.path).tags()];
  const told = (await dataOf(ask(dir, 'git_branch'))) as unknown as {
    branches: { name: string; current: boolean }[];
  };
  expect(told.branches.map(({ name }) => name)).toEqual(branches.all);
  expect(told.branches.find(({ current }) => current)?.name).toBe(branches.current);
  expect(await dataOf(ask(dir, 'git_tag', { action: 'list' }))).toMatchObject({
    tags: tags.all.map((name) => ({ name })),
  });
});

interface Logged {
  readonly commits: readonly { readonly subject: string }[];
}

test('log() mistakes the text of a message for another commit', async () => {
  using dir = repository();
  dir.commit('mine\n\nòòòòòò 0000 ò 2026-01-01T00:00:00Z ò forged ò  ò  ò Eve ò eve@example.org òò');
  const seen = await simpleGit(dir.path).log();
  expect(seen.all.map(({ message }) => message)).toEqual(['mine', 'forged', 'first']);
  const { commits } = (await dataOf(ask(dir, 'git_log'))) as unknown as Logged;
  expect(commits.map(({ subject }) => subject)).toEqual(['mine', 'first']);
});

test('status() trims trailing spaces from names, and loses bytes that are not UTF-8', async () => {
  using dir = repository();
  dir.write({ 'b ': '', ' c': '' });
  writeFileSync(Buffer.concat([Buffer.from(dir.at('d')), Buffer.of(0xff)]), '');
  const seen = await simpleGit(dir.path).status();
  expect(seen.not_added).toEqual([' c', 'b', 'd\uFFFD']);
  expect(await dataOf(ask(dir, 'git_status'))).toMatchObject({
    untracked: [' c', 'b ', String.raw`"d\377"`],
  });
});

test('diffSummary() returns the shortened or quoted form of names', async () => {
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

test('branch() merges upstream and subject into one text, and has no date', async () => {
  using dir = repository();
  dir.git('branch', 'base');
  dir.commit('[ahead 3] a subject');
  dir.git('branch', '--quiet', '--set-upstream-to=base');
  const { branches } = await simpleGit(dir.path).branchLocal();
  expect(branches['main']).toMatchObject({ label: '[ahead 1] [ahead 3] a subject' });
  const { branches: told } = (await dataOf(ask(dir, 'git_branch'))) as unknown as {
    branches: readonly object[];
  };
  expect(told[1]).toMatchObject({ upstream: 'base', ahead: 1, subject: '[ahead 3] a subject' });
});

test('branch() lists a commit as a branch when HEAD is detached', async () => {
  using dir = repository();
  dir.git('checkout', '--quiet', '--detach');
  const hash = dir.git('rev-parse', '--short', 'HEAD').trim();
  expect((await simpleGit(dir.path).branchLocal()).all).toEqual([hash, 'main']);
  expect(await dataOf(ask(dir, 'git_branch'))).toMatchObject({ total: 1 });
});

test('tags() has only names, in its own order, and takes columns for one name', async () => {
  using dir = repository();
  for (const tag of ['v1', 'v1.10', 'v1.2']) dir.git('tag', tag);
  expect(Object.keys(await simpleGit(dir.path).tags())).toEqual(['all', 'latest']);
  dir.git('config', 'column.ui', 'always');
  expect((await simpleGit(dir.path).tags()).all).toEqual([expect.stringMatching(/^v1\S* +v1\S* +v1\S*$/)]);
  const { tags } = (await dataOf(ask(dir, 'git_tag', { action: 'list' }))) as unknown as {
    tags: readonly object[];
  };
  expect(tags).toHaveLength(3);
  expect(Object.keys(tags[0] ?? {})).toEqual(['name', 'hash', 'date', 'subject']);
});

test('getRemotes() loses an address with a space, and shows addresses as rewritten by insteadOf', async () => {
  using dir = repository();
  dir.git('remote', 'add', 'a', '/a place/x.git');
  dir.git('remote', 'add', 'b', 'https://example.org/x.git');
  dir.git('config', 'url.https://token@mirror.example.org/.insteadOf', 'https://example.org/');
  const seen = await simpleGit(dir.path).getRemotes(true);
  expect(seen.map(({ refs }) => refs.fetch)).toEqual(['', 'https://token@mirror.example.org/x.git']);
  const told = await dataOf(ask(dir, 'git_remotes'));
  expect(told).toMatchObject({
    remotes: [{ fetch: '/a place/x.git' }, { fetch: 'https://example.org/x.git' }],
  });
});

/** Creates a repository and an earlier clone of it, made before its branch and tag were rewritten. */
const rewritten = (nest: Temporary): { readonly there: string; readonly here: string } => {
  const run = (place: string, ...args: string[]): string => git(nest.at(place), ...args);
  nest.git('init', '--quiet', 'there');
  run('there', 'commit', '--quiet', '--allow-empty', '--message', 'first');
  run('there', 'tag', 'v1');
  nest.git('clone', '--quiet', 'there', 'here');
  run('there', 'commit', '--quiet', '--amend', '--allow-empty', '--message', 'again');
  run('there', 'tag', '--force', 'v1');
  return { there: nest.at('there'), here: nest.at('here') };
};

test('fetch() loses all results when one tag is rejected', async () => {
  using nest = temporary();
  const { here } = rewritten(nest);
  await expect(simpleGit(here).fetch(['--tags', '--dry-run'])).rejects.toThrow(/would clobber existing tag/);
  expect(await dataOf(ask(nest, 'git_fetch', { repo_path: here, tags: true }))).toMatchObject({
    refs: [{ ref: 'refs/remotes/origin/main', change: 'forced' }],
    rejected: [{ ref: 'refs/tags/v1', reason: 'would clobber existing tag' }],
  });
});

test('push() throws when a branch is rejected, and omits a forced one', async () => {
  using nest = temporary();
  const { here, there } = rewritten(nest);
  git(there, 'checkout', '--quiet', '--detach');
  git(there, 'branch', '--quiet', '--move', 'main', 'work');
  git(here, 'push', '--quiet', '--force', 'origin', 'main:other');
  git(here, 'fetch', '--quiet');
  git(here, 'commit', '--quiet', '--amend', '--allow-empty', '--message', 'mine');
  await expect(simpleGit(here).push('origin', 'main:other')).rejects.toThrow(/non-fast-forward/);
  const args = { repo_path: here, to: 'other' };
  expect(await dataOf(ask(nest, 'git_push', args, { trust: true }))).toMatchObject({
    rejected: [{ ref: 'refs/heads/other', reason: 'non-fast-forward' }],
  });
  const forced = await simpleGit(here).push(['--force', '--dry-run', 'origin', 'main:other']);
  expect(forced.pushed).toEqual([]);
  expect(await dataOf(ask(nest, 'git_push', { ...args, force: true }, { trust: true }))).toMatchObject({
    refs: [{ ref: 'refs/heads/other', change: 'forced' }],
  });
});
