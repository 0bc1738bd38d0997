// Unusual layouts of git directories that git or its user creates for good reason: all of them work.
import { lstatSync, mkdirSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  ask,
  call,
  dataOf,
  git,
  open,
  repository,
  temporary,
  textOf,
  textsOf,
  type Temporary,
} from './setup.ts';

/** Uses the server in a repository. Returns the texts of all failures and the last commit. */
const work = async (allowed: readonly string[], path: string): Promise<string[]> => {
  await using client = await open(allowed);
  const failures: string[] = [];
  for (const [tool, args] of [
    ['git_status', {}],
    ['git_log', {}],
    ['git_commit', { message: 'by the server', allow_empty: true }],
    ['git_create_branch', { branch_name: 'made/here' }],
    ['git_checkout', { branch_name: 'made/here' }],
    ['git_branch', {}],
    ['git_reflog', {}],
  ] as const) {
    const answer = await call(client, tool, { repo_path: path, ...args });
    if (answer.isError === true) failures.push(...textsOf(answer));
  }
  return [...failures, git(path, 'log', '-1', '--format=%s', 'made/here').trim()];
};

const WORKED = ['by the server'];

/** A repository in the folder `main` of a directory. */
const nested = (): Temporary => {
  const nest = temporary();
  nest.repository('main');
  return nest;
};

test('a linked worktree works, together with the main one', async () => {
  using nest = nested();
  git(nest.at('main'), 'worktree', 'add', '--quiet', '-b', 'topic', nest.at('linked'));
  expect(await work([nest.path], nest.at('linked'))).toEqual(WORKED);
  git(nest.at('linked'), 'checkout', '--quiet', '--detach');
  git(nest.at('main'), 'branch', '-D', 'made/here');
  expect(await work([nest.path], nest.at('main'))).toEqual(WORKED);
});

test('a submodule works, and so does the repository around it', async () => {
  using nest = nested();
  const main = nest.at('main');
  git(nest.path, 'clone', '--quiet', 'main', 'library');
  git(main, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', nest.at('library'), 'sub');
  git(main, 'commit', '--quiet', '--message', 'with a submodule');
  expect(await work([main], nest.at('main/sub'))).toEqual(WORKED);
  expect(await work([main], main)).toEqual(WORKED);
  await using client = await open(main);
  expect((await call(client, 'git_add', { files: ['sub'] })).isError).toBeUndefined();
  // Its git directory is checked like any other.
  symlinkSync(nest.at('outside'), nest.at('main/.git/modules/sub/AUTO_MERGE'));
  expect(await textOf(call(client, 'git_add', { files: ['.'] }))).toContain('sub/AUTO_MERGE" is a link to ');
});

test('a git directory elsewhere inside works through a .git file or a .git link', async () => {
  using nest = nested();
  renameSync(nest.at('main/.git'), nest.at('kept'));
  writeFileSync(nest.at('main/.git'), 'gitdir: ../kept\n');
  expect(await work([nest.path], nest.at('main'))).toEqual(WORKED);
  git(nest.at('main'), 'checkout', '--quiet', 'main');
  git(nest.at('main'), 'branch', '-D', 'made/here');
  rmSync(nest.at('main/.git'));
  symlinkSync('../kept', nest.at('main/.git'));
  expect(await work([nest.path], nest.at('main'))).toEqual(WORKED);
});

test('HEAD and other symbolic refs may be links, as older git created them', async () => {
  using dir = repository();
  rmSync(dir.at('.git/HEAD'));
  symlinkSync('refs/heads/main', dir.at('.git/HEAD'));
  dir.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  dir.git('config', 'core.preferSymlinkRefs', 'true');
  dir.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
  expect(readlinkSync(dir.at('.git/refs/remotes/origin/HEAD'))).toBe('refs/remotes/origin/main');
  await using client = await open(dir.path);
  expect(await dataOf(call(client, 'git_status'))).toMatchObject({ branch: 'main' });
  // The protected branch is recognized in this form too.
  expect(await textOf(call(client, 'git_commit', { amend: true, message: 'x' }))).toMatch(
    /^main is protected/,
  );
  expect(await work([dir.path], dir.path)).toEqual(WORKED);
  expect(lstatSync(dir.at('.git/HEAD')).isSymbolicLink()).toBe(true);
  expect(await dataOf(call(client, 'git_status'))).toMatchObject({ branch: 'made/here' });
});

test('HEAD may be a link to a branch without commits', async () => {
  using dir = temporary();
  dir.git('init', '--quiet');
  rmSync(dir.at('.git/HEAD'));
  symlinkSync('refs/heads/new/branch', dir.at('.git/HEAD'));
  dir.write({ 'a.txt': '' });
  await using client = await open(dir.path);
  expect(await dataOf(call(client, 'git_status'))).toMatchObject({ branch: 'new/branch' });
  const committed = await call(client, 'git_commit', { message: 'first', files: ['.'] });
  expect(committed.isError).toBeUndefined();
  expect(dir.git('log', '--format=%s', 'new/branch')).toBe('first\n');
});

test('objects may be borrowed from a repository inside', async () => {
  using nest = nested();
  git(nest.path, 'clone', '--quiet', '--shared', 'main', 'borrows');
  expect(await work([nest.path], nest.at('borrows'))).toEqual(WORKED);
});

test('hooks may be a link, even to a folder outside, and do not run', async () => {
  using nest = nested();
  nest.write({ 'hooks/pre-commit': '#!/bin/sh\nexit 1\n' });
  rmSync(nest.at('main/.git/hooks'), { recursive: true, force: true });
  symlinkSync('../../hooks', nest.at('main/.git/hooks'));
  expect(await work([nest.at('main')], nest.at('main'))).toEqual(WORKED);
});

test('folders and files of other programs are accepted', async () => {
  using dir = repository();
  dir.write({ '.git/lfs/objects/aa/x': '', '.git/gitk.cache': '' });
  mkdirSync(dir.at('.git/annex/objects'), { recursive: true });
  expect(await work([dir.path], dir.path)).toEqual(WORKED);
});

test('a bare repository is read and checked', async () => {
  using nest = nested();
  git(nest.path, 'clone', '--quiet', '--bare', 'main', 'bare.git');
  await using client = await open(nest.at('bare.git'));
  expect(await dataOf(call(client, 'git_log'))).toMatchObject({ commits: [{}] });
  symlinkSync(nest.at('outside'), nest.at('bare.git/refs/heads/x'));
  expect(await textOf(call(client, 'git_log'))).toContain('bare.git/refs/heads/x" is a link to ');
});

test('a HEAD that git did not write is not read', async () => {
  using dir = repository();
  dir.write({ '.git/HEAD': `ref: refs/heads/main\n${' '.repeat(100_000)}` });
  const answer = await ask(dir, 'git_branch');
  expect(textsOf(answer)).toEqual(['HEAD was not written by git: it is too large.']);
});
