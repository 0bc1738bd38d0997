import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ask, call, open, repository, temporary, textsOf } from '../setup.ts';

test('a lock that another git left is reported briefly', async () => {
  using dir = repository();
  dir.write({ 'a.txt': 'two\n', '.git/index.lock': '' });
  await using client = await open(dir.path);
  const hint =
    'Another git is at work, or one has crashed. Try again; if it stays, ask the user to remove the lock file.';
  const { content: added } = await call(client, 'git_add', { files: ['.'] });
  expect(added[0]?.text).toBe(
    `git add failed: Unable to create '${dir.at('.git/index.lock')}': File exists. ${hint}`,
  );
  const { content: stashed } = await call(client, 'git_stash', { action: 'push' });
  expect(stashed[0]?.text).toBe(`git stash push failed: Unable to create index.lock: File exists. ${hint}`);
});

test('a bare repository has nothing to commit, unstage or stash', async () => {
  using dir = repository();
  using bare = temporary();
  bare.git('clone', '--quiet', '--bare', dir.path, '.');
  const before = [bare.git('rev-parse', 'HEAD'), readdirSync(bare.path)];
  await using client = await open(bare.path);
  for (const [tool, args] of [
    ['git_commit', { message: 'all gone' }],
    ['git_commit', { message: 'all gone', allow_empty: true }],
    ['git_commit', { amend: true, message: 'all gone' }],
    ['git_reset', {}],
    ['git_stash', { action: 'push' }],
    ['git_stash', { action: 'pop' }],
    ['git_checkout', { branch_name: 'main' }],
    ['git_merge', { revision: 'main' }],
  ] as const)
    expect({ tool, texts: textsOf(await call(client, tool, args)) }).toEqual({
      tool,
      texts: [`${bare.path} is a bare repository: it has no files to work on.`],
    });
  expect([bare.git('rev-parse', 'HEAD'), readdirSync(bare.path)]).toEqual(before);
});

test('an operation in progress can be aborted only by its own tool, and errors say what to do', async () => {
  using dir = repository();
  dir.write({ 'a.txt': 'two\n' });
  dir.commit('second');
  dir.write({ 'a.txt': 'three\n' });
  dir.commit('third');
  const textOf = async (tool: string, args: object): Promise<string> =>
    textsOf(await ask(dir, tool, args)).join('\n');
  await textOf('git_revert', { revision: 'HEAD~1' });
  expect(await textOf('git_cherry_pick', { abort: true })).toBe(
    'No cherry-pick is in progress. git_status shows what is.',
  );
  expect(await textOf('git_commit', { message: 'x' })).toContain(
    'Resolve the files in conflict with git_conflicts, or edit and git_add them; then continue: true',
  );
  expect(await textOf('git_revert', { abort: true })).toBe('The revert was aborted.');
  expect(await textOf('git_cherry_pick', { revision: 'HEAD~2', dry_run: true })).toContain(
    'The first commit has nothing before it, so dry_run cannot tell.',
  );
  expect(await textOf('git_show', { revision: 'HEAD', path: 'missing.txt' })).toBe(
    'There is no "HEAD:missing.txt". Look with git_branch or git_log for revisions; a folder as path lists its files.',
  );
});
