import { expect, test } from 'vitest';
import { ask, git, repository, temporary, textsOf, type Temporary } from '../setup.ts';

const withRemote = (): Temporary => {
  const nest = temporary();
  git(nest.path, 'init', '--quiet', 'origin');
  git(nest.at('origin'), 'commit', '--quiet', '--allow-empty', '--message', 'first');
  git(nest.at('origin'), 'branch', 'topic');
  git(nest.path, 'clone', '--quiet', 'origin', 'clone');
  git(nest.at('clone'), 'branch', 'feature/x');
  return nest;
};

test.each([
  [{}, ['branch']],
  [{ branch_type: 'remote' }, ['branch', '-r']],
  [{ branch_type: 'all' }, ['branch', '-a']],
  [{ branch_type: 'all', contains: 'HEAD' }, ['branch', '-a', '--contains', 'HEAD']],
  [{ not_contains: 'HEAD' }, ['branch', '--no-contains', 'HEAD']],
  [{ merged: 'main' }, ['branch', '--merged', 'main']],
])('git_branch %j has the text of git', async (args, plain) => {
  using nest = withRemote();
  const clone = { ...nest, path: nest.at('clone') };
  // Without the columns that git makes.
  const expected = git(clone.path, ...plain, '-vv')
    .trimEnd()
    .replaceAll(/(?<=\S) +/g, ' ');
  expect(textsOf(await ask(clone, 'git_branch', args))).toEqual([expected || 'No branches.']);
});

test('git_branch tells hash, upstream and last commit', async () => {
  using nest = withRemote();
  const hash = git(nest.at('clone'), 'rev-parse', 'HEAD').trim();
  const more = { hash, date: '2026-01-31T12:00:00+02:00', subject: 'first', remote: false };
  const clone = { ...nest, path: nest.at('clone') };
  expect((await ask(clone, 'git_branch')).structuredContent).toEqual({
    branches: [
      { name: 'feature/x', current: false, ...more },
      { name: 'main', current: true, upstream: 'origin/main', ahead: 0, behind: 0, ...more },
    ],
    total: 2,
  });
  git(clone.path, 'commit', '--quiet', '--allow-empty', '--message', 'second');
  const limited = await ask(clone, 'git_branch', { contains: 'HEAD', limit: 1 });
  expect(limited.structuredContent).toMatchObject({
    branches: [{ name: 'main', ahead: 1, behind: 0 }],
    total: 1,
  });
  expect(textsOf(await ask(clone, 'git_branch', { limit: 1 }))).toEqual([
    `  feature/x ${hash.slice(0, 7)} first`,
    '[Only 1 of 2 branches are shown. Narrow with contains or merged.]',
  ]);
});

test('git_branch marks a detached HEAD and branches of other worktrees', async () => {
  using dir = repository();
  dir.git('branch', 'topic');
  dir.git('worktree', 'add', '--quiet', 'linked', 'topic');
  dir.git('checkout', '--quiet', '--detach');
  const hash = dir.git('rev-parse', '--short', 'HEAD').trim();
  expect(textsOf(await ask(dir, 'git_branch'))).toEqual([
    `* (HEAD detached at ${hash})\n  main ${hash} first\n+ topic ${hash} first`,
  ]);
});

test('git_tags lists the newest first, with what they point to', async () => {
  using dir = repository();
  const hash = dir.git('rev-parse', 'HEAD').trim();
  dir.git('tag', 'light');
  dir.git('tag', '--annotate', '--message', 'The first one', 'v1');
  const { structuredContent } = await ask(dir, 'git_tags');
  expect(structuredContent).toEqual({
    tags: expect.arrayContaining([
      { name: 'v1', hash, annotated: true, date: '2026-01-31T12:00:00+02:00', subject: 'The first one' },
      { name: 'light', hash, annotated: false, date: '2026-01-31T12:00:00+02:00', subject: 'first' },
    ]),
    total: 2,
  });
});

test('git_remotes leaves out passwords', async () => {
  using dir = repository();
  dir.git('remote', 'add', 'origin', 'https://ada:secret@example.org/x.git');
  dir.git('remote', 'add', 'back.up', 'git@example.org:x.git');
  dir.git('config', 'remote.origin.pushurl', 'https://token@example.org/y.git');
  const answer = await ask(dir, 'git_remotes');
  expect(answer.structuredContent).toEqual({
    remotes: [
      { name: 'origin', fetch: 'https://***@example.org/x.git', push: 'https://***@example.org/y.git' },
      { name: 'back.up', fetch: 'git@example.org:x.git', push: 'git@example.org:x.git' },
    ],
  });
  expect(JSON.stringify(answer)).not.toMatch(/secret|token/);
});

test('git_ls_files lists the index or a commit, in pages', async () => {
  using dir = repository({ 'a.txt': '', 'sub/b.txt': '', 'sub/ü\n.txt': '' });
  dir.write({ 'c.txt': '' });
  dir.git('add', '.');
  expect((await ask(dir, 'git_ls_files')).structuredContent).toEqual({
    files: ['a.txt', 'c.txt', 'sub/b.txt', String.raw`"sub/ü\n.txt"`],
  });
  expect((await ask(dir, 'git_ls_files', { revision: 'HEAD', paths: ['sub'] })).structuredContent).toEqual({
    files: ['sub/b.txt', String.raw`"sub/ü\n.txt"`],
  });
  expect((await ask(dir, 'git_ls_files', { skip: 3 })).structuredContent).toEqual({
    files: [String.raw`"sub/ü\n.txt"`],
  });
  dir.write(Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`many/${index}.txt`, ''])));
  dir.git('add', '.');
  const answer = await ask(dir, 'git_ls_files', {}, { maxOutputBytes: 1000 });
  const { files, nextSkip } = answer.structuredContent as unknown as { files: string[]; nextSkip: number };
  expect(nextSkip).toBe(files.length);
});
