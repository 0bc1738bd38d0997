// The server is killed in the middle of a writing tool, or another git is running: nothing is lost, and the next call
// works or says what to do. `PROOF_RUNS=100` tries every tool.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { writeHooks } from '../hostile-repository.ts';
import { proofRuns } from '../proofs/random.ts';
import { ask, diverged, textOf, textsOf, type Temporary } from '../setup.ts';
import { killDuring, WORKS_OR_SAYS } from './killing.ts';

/** Makes git wait at its first change of a ref or the index, holding its locks. */
const HOOKS = ['pre-commit', 'post-index-change', 'reference-transaction', 'pre-merge-commit'];

/** One each for the index, refs, files and a remote; then the others. */
const ALL: readonly (readonly [tool: string, args: object])[] = [
  ['git_add', { files: ['new.txt'] }],
  ['git_tag', { action: 'create', tag_name: 'x' }],
  ['git_merge', { revision: 'topic' }],
  ['git_fetch', { remote: 'origin', branch: 'topic' }],
  ['git_commit', { message: 'x', files: ['new.txt'] }],
  ['git_commit', { amend: true, message: 'x' }],
  ['git_reset', { paths: ['staged.txt'] }],
  ['git_reset', { revision: 'HEAD~1' }],
  ['git_restore', { files: ['staged.txt'], staged: true }],
  ['git_create_branch', { branch_name: 'x' }],
  ['git_checkout', { branch_name: 'x', create: true }],
  ['git_rebase', { revision: 'topic' }],
  ['git_cherry_pick', { revision: 'topic' }],
  ['git_revert', { revision: 'HEAD' }],
  ['git_stash', { action: 'push' }],
  ['git_stash', { action: 'pop' }],
  ['git_stash', { action: 'apply' }],
  ['git_stash', { action: 'drop', stash: 'stash@{0}' }],
  ['git_tag', { action: 'delete', tag_name: 'any' }],
  ['git_worktree_add', { path: 'tree', branch_name: 'x', create: true }],
  ['git_pull', { remote: 'origin', branch: 'topic' }],
  ['git_push', { remote: 'origin', branch: 'topic', to: 'new' }],
  ['git_branch_delete', { branch_name: 'topic', force: true }],
];
const CALLS = ALL.slice(0, proofRuns(4));

const prepare = (tool: string, args: object): Temporary => {
  const dir = diverged('a.txt', 'b.txt');
  dir.git('checkout', '--quiet', '-b', 'work');
  // This would block the others.
  const isClean = ['git_merge', 'git_rebase', 'git_cherry_pick', 'git_revert', 'git_pull'].includes(tool);
  if (!isClean) dir.write({ 'staged.txt': 'staged\n' });
  dir.git('add', '.');
  const isBack = tool === 'git_stash' && !('action' in args && args.action === 'push');
  if (isBack) dir.git('stash', 'push', '--quiet');
  dir.git('tag', 'any');
  // Inside .git: a repository among the files came with them, so nothing is fetched from it.
  dir.git('clone', '--quiet', '--bare', '.', '.git/there.git');
  dir.git('remote', 'add', 'origin', dir.at('.git/there.git'));
  dir.write({ 'new.txt': 'precious\n' });
  writeHooks(dir, HOOKS, `: > '${dir.at('.git/waits')}'; exec sleep 60`);
  return dir;
};

test.each(CALLS)(
  '%s %j, killed in the middle',
  async (tool, args) => {
    using dir = prepare(tool, args);
    const before = dir.git('rev-parse', 'main', 'topic').trim();
    await killDuring(dir, tool, args);
    for (const hook of HOOKS) rmSync(dir.at('.git/hooks', hook));
    // Neither committed nor uncommitted work is lost.
    expect(dir.git('fsck', '--no-dangling')).toBe('');
    expect(dir.git('rev-parse', ...before.split('\n')).trim()).toBe(before);
    expect(dir.git('show', 'HEAD:a.txt')).toBe('main\n');
    expect(existsSync(dir.at('new.txt'))).toBe(true);
    const isLocked = existsSync(dir.at('.git/index.lock'));
    const status = textsOf(await ask(dir, 'git_status')).join('\n');
    expect(status).toMatch(/^## /);
    expect(status.includes('index.lock is there: git is at work, or was killed')).toBe(isLocked);
    const settings = { protectedBranches: ['none'] };
    expect(await textOf(ask(dir, tool, args, settings))).toMatch(WORKS_OR_SAYS);
  },
  60_000,
);

// The locks of a push are at the remote.
const LOCKING = CALLS.filter(([tool]) => tool !== 'git_push');

test.each(LOCKING)('%s %j, while another git holds the locks', async (tool, args) => {
  using dir = prepare(tool, args);
  for (const hook of HOOKS) rmSync(dir.at('.git/hooks', hook));
  const locks = [
    'index.lock',
    'HEAD.lock',
    'packed-refs.lock',
    'refs/heads/x.lock',
    'refs/heads/work.lock',
    'refs/tags/x.lock',
    'refs/tags/any.lock',
    'refs/stash.lock',
    'refs/remotes/origin/topic.lock',
  ];
  mkdirSync(dir.at('.git/refs/remotes/origin'), { recursive: true });
  for (const lock of locks) writeFileSync(dir.at('.git', lock), '');
  const refs = dir.git('for-each-ref');
  const answer = await ask(dir, tool, args, { protectedBranches: ['none'] });
  expect([tool, answer.isError === true, textsOf(answer)[0]]).toEqual([
    tool,
    true,
    expect.stringMatching(/Another git is at work, or one has crashed\. Try again/),
  ]);
  for (const lock of locks) rmSync(dir.at('.git', lock), { force: true });
  expect(dir.git('for-each-ref')).toBe(refs);
  expect(await textOf(ask(dir, tool, args, { protectedBranches: ['none'] }))).toMatch(WORKS_OR_SAYS);
});
