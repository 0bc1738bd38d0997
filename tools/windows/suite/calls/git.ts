// Every tool of the git server.
import { call, type Trial } from './call.ts';

export const git: Trial = {
  prepare: (place) => {
    place.git('init', '--quiet', '--initial-branch=main', 'work');
    const run = (...args: readonly string[]): string => place.git('-C', 'work', ...args);
    for (const [key, value] of [
      ['user.name', 'Ada'],
      ['user.email', 'ada@example.org'],
    ] as const)
      run('config', key, value);
    place.write({ 'work/a.txt': 'one\n', 'work/docs/guide.md': '# Guide\n' });
    run('add', '.');
    run('commit', '--quiet', '--message', 'first');
    place.git('clone', '--quiet', '--bare', 'work', 'shared.git');
    run('remote', 'add', 'origin', place.at('shared.git'));
    place.write({ 'work/a.txt': 'one\ntwo\n', 'work/new file.txt': 'new\n' });
    return undefined;
  },
  args: ({ path }) => ['-r', path, '--allow-remote'],
  calls: ({ at }) => {
    const inWork = (tool: string, args: object = {}, says?: RegExp) =>
      call(tool, { repo_path: at('work'), ...args }, says);
    return [
      inWork('git_status', {}, /a\.txt/),
      inWork('git_diff', {}, /\+two/),
      inWork('git_add', { files: ['a.txt', String.raw`docs\guide.md`] }),
      inWork('git_diff', { staged: true }, /\+two/),
      inWork('git_reset'),
      inWork('git_stash', { include_untracked: true }),
      inWork('git_stash', { action: 'list' }, /stash@\{0\}/),
      inWork('git_stash', { action: 'pop' }),
      inWork('git_stash', { action: 'push', message: 'again' }),
      inWork('git_stash', { action: 'apply' }),
      inWork('git_stash', { action: 'drop', stash: 'stash@{0}' }),
      inWork('git_commit', { message: 'second', files: ['.'] }),
      inWork('git_diff', { target: 'HEAD~1' }, /\+two/),
      inWork('git_log', {}, /second/),
      inWork('git_show', { revision: 'HEAD' }, /\+two/),
      inWork('git_review', { base: 'HEAD~1' }, /second/),
      inWork('git_branch', {}, /main/),
      inWork('git_blame', { path: String.raw`docs\guide.md` }, /# Guide/),
      inWork('git_ls_files', {}, /docs\/guide\.md/),
      inWork('git_grep', { pattern: 'Guide' }, /guide\.md/),
      inWork('git_conflicts', {}, /No file is in conflict/),
      inWork('git_remotes', {}, /origin/),
      inWork('git_worktrees', {}, /\\work /),
      inWork('git_reflog', {}, /second/),
      inWork('git_create_branch', { branch_name: 'topic' }),
      inWork('git_checkout', { branch_name: 'other', create: true }),
      inWork('git_restore', { files: ['a.txt'], source: 'HEAD~1' }),
      inWork('git_restore', { files: ['a.txt'] }),
      inWork('git_commit', { message: 'amended', amend: true }),
      inWork('git_tag', { action: 'create', tag_name: 'v1', message: 'the first' }),
      inWork('git_tag', {}, /v1/),
      inWork('git_tag', { action: 'delete', tag_name: 'v1' }),
      inWork('git_merge', { revision: 'topic', dry_run: true }),
      inWork('git_merge', { revision: 'topic' }),
      inWork('git_rebase', { revision: 'topic' }),
      inWork('git_restore', { files: ['a.txt'], source: 'HEAD~1' }),
      inWork('git_commit', { message: 'third', files: ['.'] }),
      inWork('git_checkout', { branch_name: 'main' }),
      inWork('git_cherry_pick', { revision: 'other' }),
      inWork('git_revert', { revision: 'HEAD' }),
      inWork('git_undo', { dry_run: true }, /revert/i),
      inWork('git_worktree_add', { path: at('wt'), branch_name: 'wt', create: true }),
      inWork('git_worktree_remove', { path: at('wt') }),
      inWork('git_branch_delete', { branch_name: 'topic', force: true }),
      // Otherwise, the hooks of a local directory would run.
      { ...inWork('git_push', { remote: 'origin', branch: 'main' }, /--trust-repo-config/), fails: true },
      inWork('git_fetch', { remote: 'origin' }, /origin\/main/),
      inWork('git_pull', { remote: 'origin', branch: 'main' }),
      call('git_init', { path: at('fresh') }),
      call('git_clone', { url: at('shared.git'), path: at('cloned') }),
    ];
  },
};
