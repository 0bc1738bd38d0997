// START HERE: the definition of the server, with all that its tools need.
import { destroys, forMethods, type ServerOptions, type Tool } from '@mcp/runtime';
import { apps } from '@mcp/runtime/apps';
import { tasks, type TaskOptions } from '@mcp/runtime/tasks';
import { Confirm } from '@mcp/command-line';
import { answering } from './answer.ts';
import manifest from '../package.json' with { type: 'json' };
import { serverIcons } from './icons.ts';
import { TOOLSETS, type Options, type Toolset } from './options.ts';
import { commitMessage } from './prompts/commit-message.ts';
import { releaseNotes } from './prompts/release-notes.ts';
import { reviewChanges } from './prompts/review-changes.ts';
import { createRepositories } from './repositories.ts';
import { blobTemplate } from './resources/blob.ts';
import { commitTemplate } from './resources/commit.ts';
import { stateTemplates } from './resources/state.ts';
import { guide } from './skill.ts';
import { otherName, type Define, type GitTool } from './tools/frame.ts';
import { gitAdd } from './tools/git-add.ts';
import { gitBlame } from './tools/git-blame.ts';
import { gitBranchDelete } from './tools/git-branch-delete.ts';
import { gitBranch } from './tools/git-branch.ts';
import { gitCheckout } from './tools/git-checkout.ts';
import { gitCherryPick } from './tools/git-cherry-pick.ts';
import { gitClone } from './tools/git-clone.ts';
import { gitCommit } from './tools/git-commit.ts';
import { gitConflicts } from './tools/git-conflicts.ts';
import { gitCreateBranch } from './tools/git-create-branch.ts';
import { gitDiff, gitDiffStaged, gitDiffUnstaged } from './tools/git-diff.ts';
import { gitFetch } from './tools/git-fetch.ts';
import { gitGrep } from './tools/git-grep.ts';
import { gitInit } from './tools/git-init.ts';
import { gitLog } from './tools/git-log.ts';
import { gitLsFiles } from './tools/git-ls-files.ts';
import { gitMerge } from './tools/git-merge.ts';
import { gitPull } from './tools/git-pull.ts';
import { gitPush } from './tools/git-push.ts';
import { gitRebase } from './tools/git-rebase.ts';
import { gitReflog } from './tools/git-reflog.ts';
import { gitRemotes } from './tools/git-remotes.ts';
import { gitReset } from './tools/git-reset.ts';
import { gitRestore } from './tools/git-restore.ts';
import { gitReview } from './tools/git-review.ts';
import { gitRevert } from './tools/git-revert.ts';
import { gitShow } from './tools/git-show.ts';
import { gitStash } from './tools/git-stash.ts';
import { gitStatus } from './tools/git-status.ts';
import { gitTag } from './tools/git-tag.ts';
import { gitUndo } from './tools/git-undo.ts';
import { gitWorktreeAdd } from './tools/git-worktree-add.ts';
import { gitWorktreeRemove } from './tools/git-worktree-remove.ts';
import { gitWorktrees } from './tools/git-worktrees.ts';
import { pages } from './views.ts';

const INSTRUCTIONS = 'Begin with git_status.';

/** Preparation starts this long after a list, so that a call that follows it at once need not wait. */
const AFTER_MS = 20;

/** Returns the definition of the server for these options; `warn` writes to the operator. */
export const toServer = (
  options: Options,
  warn: (message: string) => void,
  taskOptions: TaskOptions = {},
): ServerOptions => {
  const { directories, isOne, roots, confirm, git } = options;
  const consent = new Confirm(confirm);
  const repositories = createRepositories(
    { configured: directories, mode: roots, warn, current: process.cwd() },
    git,
  );
  return {
    name: 'git',
    title: 'Git',
    version: manifest.version,
    description: manifest.description,
    icons: serverIcons,
    instructions: INSTRUCTIONS,
    // Some hosts send lists and numbers as strings, and null for omitted arguments.
    coerceArguments: true,
    extensions: [tasks(taskOptions), apps(), guide],
    resources: [...guide.resources, ...pages],
    resourceTemplates: [
      ...stateTemplates(repositories),
      ...[commitTemplate, blobTemplate].map((define) => define(repositories)),
    ],
    // The list is answered before git starts.
    middleware: [
      forMethods(['tools/list'], (_request, next) => {
        setTimeout(() => void repositories.prepare().catch(() => {}), AFTER_MS).unref();
        return next();
      }),
    ],
    prompts: [commitMessage, reviewChanges, releaseNotes].map((define) => define(repositories)),
    tools: TOOLSETS.flatMap((name) =>
      TOOLS[name].map((define): Tool => {
        const defined = define(repositories);
        const unlisted = [...(defined.unlisted ?? []), ...(isOne && defined.takesPlace ? ['repo_path'] : [])];
        return { ...toTool(defined, consent), unlisted, tags: tagsOf(name, git) };
      }),
    ),
  };
};

/** The flag or toolset that turns on a group of tools; none for those that are always on. */
const tagsOf = (name: Toolset, { toolsets }: Options['git']): readonly string[] => {
  if (name === 'remote') return toolsets.includes(name) ? [] : ['--allow-remote'];
  return name === 'read' || name === 'write' ? [] : [name];
};

// The only exit of every tool. A tool with its own question asks it even if its hints call nothing destructive.
const toTool = ({ run, stakeOf, ...described }: GitTool, consent: Confirm): Tool => {
  const tool: Tool = { ...described, run: answering(run) };
  if (stakeOf === undefined) return consent.around(tool);
  const { annotations } = described;
  const asking = consent.around({ ...tool, annotations: destroys }, stakeOf);
  return { ...asking, ...(annotations && { annotations }) };
};

const TOOLS: { readonly [name in Toolset]: readonly Define[] } = {
  read: [
    ...[gitStatus, gitDiff, gitDiffUnstaged, gitDiffStaged, gitLog, gitShow, gitReview, gitBranch],
    ...[gitBlame, gitGrep, gitConflicts],
  ],
  write: [
    ...[gitAdd, gitCommit, gitReset, gitRestore, gitCreateBranch, gitCheckout, gitMerge, gitRevert],
    ...[gitStash, otherName('git_switch', gitCheckout)],
  ],
  inspect: [gitLsFiles, gitTag, gitRemotes, gitWorktrees, gitReflog],
  history: [
    ...[gitUndo, gitRebase, gitCherryPick, gitBranchDelete],
    otherName('git_delete_branch', gitBranchDelete),
  ],
  setup: [gitInit, gitWorktreeAdd, gitWorktreeRemove],
  remote: [gitFetch, gitPull, gitPush, gitClone],
};
