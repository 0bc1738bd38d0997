// simple-git looks at the same repositories: what its parsers find must be what our tools say.
import { rmSync } from 'node:fs';
import { simpleGit } from 'simple-git';
import { expect, test } from 'vitest';
import { ask, repository, type Temporary } from './setup.ts';

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
  const { commits } = told as unknown as { commits: { hash: string; subject: string; body: string }[] };
  const order = (a: { readonly hash: string }, b: { readonly hash: string }): number =>
    a.hash < b.hash ? -1 : 1;
  expect(commits.map(({ hash, subject, body }) => ({ hash, subject, body })).toSorted(order)).toEqual(
    seen.all
      .map(({ hash, message, body }) => ({ hash, subject: message, body: body.trim() }))
      .toSorted(order),
  );
});

test('git_diff and diffSummary()', async () => {
  using dir = busy();
  const seen = await simpleGit(dir.path).diffSummary(['v1', 'HEAD', '--no-renames']);
  const told = (await ask(dir, 'git_diff', { base: 'v1', target: 'HEAD' })).structuredContent;
  expect(told).toMatchObject({ totals: { additions: seen.insertions, deletions: seen.deletions } });
  expect((told as unknown as { files: unknown[] }).files).toHaveLength(seen.files.length);
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
