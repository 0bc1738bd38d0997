// Calls that together use every reading tool and every writing tool.
import type { TestClient } from '@mcp/runtime/testing';
import type { Programs } from '../hostile-repository.ts';
import { call, type Answer } from '../setup.ts';

/** Calls that work in any repository with a file a.txt and a commit. */
export const READS: readonly (readonly [tool: string, args: object])[] = [
  ['git_status', {}],
  ['git_diff_unstaged', {}],
  ['git_diff_staged', {}],
  ['git_diff', { target: 'HEAD' }],
  ['git_diff', { target: 'HEAD..HEAD' }],
  ['git_log', { path: 'a.txt', follow: true }],
  ['git_log', { author: 'Ada', grep: 'first', start_timestamp: '10 years ago' }],
  ['git_show', { revision: 'HEAD' }],
  ['git_show', { revision: 'HEAD', path: 'a.txt' }],
  ['git_branch', { branch_type: 'all', contains: 'HEAD' }],
  ['git_blame', { path: 'a.txt' }],
  ['git_tag', { action: 'list' }],
  ['git_conflicts', {}],
  ['git_review', { base: 'HEAD' }],
  ['git_remotes', {}],
  ['git_ls_files', {}],
  ['git_ls_files', { revision: 'HEAD' }],
  ['git_stash', { action: 'list' }],
  ['git_worktrees', {}],
  ['git_reflog', {}],
  ['git_grep', { pattern: 'o' }],
  ['git_grep', { pattern: 'o+', regex: true, revision: 'HEAD' }],
  // Called by a page.
  ['git_log', { graph: true, all: true }],
];

/** Adds a file; works in any repository. */
const PATCH = '--- /dev/null\n+++ b/of-patch.txt\n@@ -0,0 +1 @@\n+one\n';

/** These need a change to commit in a.txt. */
export const WRITES: readonly (readonly [tool: string, args: object])[] = [
  ['git_add', { files: ['.'], dry_run: true }],
  ['git_add', { files: ['a.txt'] }],
  ['git_reset', {}],
  ['git_add', { patch: PATCH }],
  ['git_reset', { patch: PATCH }],
  ['git_stash', { action: 'push', include_untracked: true }],
  ['git_stash', { action: 'pop' }],
  ['git_stash', { action: 'push', message: 'again' }],
  ['git_stash', { action: 'apply' }],
  ['git_stash', { action: 'drop', stash: 'stash@{0}' }],
  ['git_commit', { message: 'second', files: ['.'] }],
  ['git_create_branch', { branch_name: 'topic' }],
  ['git_checkout', { branch_name: 'topic' }],
  ['git_checkout', { branch_name: 'other', create: true }],
  ['git_restore', { files: ['a.txt'], source: 'HEAD~1' }],
  ['git_restore', { files: ['a.txt'] }],
  // On the branch "other", one commit before main and topic.
  ['git_commit', { amend: true, message: 'amended' }],
  ['git_commit', { message: 'third', allow_empty: true, all: true }],
  ['git_tag', { action: 'create', tag_name: 'v1' }],
  ['git_tag', { action: 'create', tag_name: 'v2', message: 'the second' }],
  ['git_tag', { action: 'delete', tag_name: 'v2' }],
  ['git_reset', { revision: 'HEAD~1', dry_run: true }],
  ['git_reset', { revision: 'HEAD', mode: 'soft' }],
  ['git_merge', { revision: 'topic', dry_run: true }],
  ['git_merge', { revision: 'topic' }],
  ['git_rebase', { revision: 'topic' }],
  ['git_revert', { revision: 'topic' }],
  ['git_undo', { dry_run: true }],
  ['git_cherry_pick', { revision: 'topic', dry_run: true }],
  ['git_cherry_pick', { revision: 'topic' }],
  ['git_worktree_add', { path: 'wt', branch_name: 'wt', create: true }],
  ['git_worktree_remove', { path: 'wt' }],
  ['git_branch_delete', { branch_name: 'topic', force: true, dry_run: true }],
  ['git_branch_delete', { branch_name: 'topic', force: true }],
];

const take = (side: string) =>
  ['a.txt', 'b.txt'].map((path) => ['git_conflicts', { path, take: side }] as const);
const THEIRS = { revision: 'origin/theirs' };

/**
 * The rest of WRITES: conflicts and ways to end them, rare arguments. Needs origin/theirs with another a.txt and b.txt.
 */
export const CONFLICTS: readonly (readonly [tool: string, args: object])[] = [
  ['git_checkout', { branch_name: 'mine', create: true, base_branch: 'HEAD' }],
  ['git_add', { patch: PATCH, dry_run: true }],
  ['git_commit', { message: 'ours', files: ['.'], author: 'Eve <eve@example.org>' }],
  ['git_merge', { ...THEIRS, dry_run: true }],
  ['git_merge', THEIRS],
  ['git_conflicts', {}],
  ['git_conflicts', { path: 'b.txt' }],
  ...take('ours'),
  ['git_merge', { continue: true }],
  ['git_undo', {}],
  ['git_merge', THEIRS],
  ...take('union'),
  ['git_merge', { abort: true }],
  ['git_cherry_pick', THEIRS],
  ['git_cherry_pick', { abort: true }],
  ['git_cherry_pick', THEIRS],
  ...take('theirs'),
  ['git_cherry_pick', { continue: true }],
  ['git_revert', { revision: 'HEAD~1' }],
  ['git_revert', { abort: true }],
  ['git_revert', { revision: 'HEAD~1' }],
  ...take('ours'),
  ['git_revert', { continue: true }],
  ['git_rebase', THEIRS],
  ['git_rebase', { abort: true }],
  ['git_rebase', THEIRS],
  ...take('theirs'),
  ['git_rebase', { continue: true }],
  ['git_log', { summary: 'author' }],
  ['git_commit', { message: 'more', allow_empty: true }],
  ['git_commit', { amend: true }],
  ['git_reset', { revision: 'HEAD~1', mode: 'mixed' }],
  ['git_undo', {}],
  ['git_restore', { files: ['a.txt'], staged: true }],
  ['git_worktree_add', { path: 'forced', branch_name: 'forced', create: true }],
  ['git_worktree_remove', { path: 'forced', force: true }],
  ['git_branch', { merged: 'HEAD' }],
  ['git_branch', { not_contains: 'HEAD' }],
  ['git_log', { end_timestamp: '2030-01-01', search: 'o' }],
  ['git_grep', { pattern: 'O', ignore_case: true }],
];

/** Makes the calls in order. */
export const callAll = async (
  client: TestClient,
  calls: readonly (readonly [tool: string, args: object])[],
): Promise<Map<string, Answer>> => {
  const answers = new Map<string, Answer>();
  for (const [tool, args] of calls)
    answers.set(`${tool} ${JSON.stringify(args)}`, await call(client, tool, args));
  return answers;
};

/** Makes the calls in order. Returns their answers, and the calls in which programs ran. */
export const sweep = async (
  client: TestClient,
  programs: Programs,
  calls: readonly (readonly [tool: string, args: object])[],
): Promise<{ readonly answers: ReadonlyMap<string, Answer>; readonly ran: readonly string[][] }> => {
  const answers = new Map<string, Answer>();
  const ran: string[][] = [];
  for (const [tool, args] of calls) {
    answers.set(`${tool} ${JSON.stringify(args)}`, await call(client, tool, args));
    const names = programs.take();
    if (names.length > 0) ran.push([tool, ...names]);
  }
  return { answers, ran };
};

/** Returns the failed calls with their texts. */
export const failures = (answers: ReadonlyMap<string, Answer>): string[] =>
  [...answers]
    .filter(([, { isError }]) => isError === true)
    .map(([name, { content }]) => `${name}: ${content[0]?.text}`);
