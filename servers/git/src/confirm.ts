// What each tool that can lose something puts at stake, in words for the user (--confirm).
import { ToolError } from '@mcp/runtime';
import type { StakeOf } from '@mcp/command-line';
import { escaped } from './repository/arguments.ts';

type Arguments = { readonly [name: string]: unknown };

/** What a call would do, like `Delete the branch "x"`; false when nothing can be lost. */
type Act = (args: Arguments) => string | false;

/** Who is asked must see all that would be lost: more than this is cut somewhere on the way. */
const MOST_CHARACTERS = 900;
const MOST_NAMES = 20;

// Quotes show where a name ends.
const name = (value: unknown): string => escaped(String(value));

const names = (value: unknown): string => {
  const all = Array.isArray(value) ? value : [];
  if (all.length > MOST_NAMES) throw tooMuch(`${all.length} files`);
  return all.includes('.') ? 'all files' : all.map(name).join(', ');
};

const tooMuch = (what: string): ToolError =>
  new ToolError(`The user has to agree to this call, and cannot be shown ${what} at once.`, {
    code: 'declined',
    hint: `Give at most ${MOST_NAMES} files in a call, with short names, or the folder that they are in.`,
  });

/** A message is nothing that can be lost: its beginning is enough. */
const beginning = (value: unknown): string => {
  const text = String(value);
  return name(text.length > 200 ? `${text.slice(0, 200)}…` : text);
};

const bringTogether = (verb: string): Act => {
  return ({ revision, abort, continue: goesOn }) => {
    if (abort === true) return `Give up ${verb} and lose how its conflicts were resolved`;
    return goesOn === true ? `Go on ${verb}` : `Change the current branch by ${verb} ${name(revision)}`;
  };
};

const ACTS: { readonly [tool: string]: Act } = {
  git_reset: ({ paths, patch, revision, mode }) => {
    if (patch !== undefined) return 'Unstage some hunks';
    if (revision !== undefined)
      return `Move the current branch to ${name(revision)}${mode === 'soft' ? '' : ' and unstage everything'}`;
    return `Unstage ${Array.isArray(paths) && paths.length > 0 ? names(paths) : 'everything'}`;
  },
  git_restore: ({ files, source, staged }) => {
    const what = staged === true ? 'Unstage' : 'Discard the changes that are not staged in';
    const from = source === undefined ? '' : `, as they are in ${name(source)}`;
    return `${what} ${names(files)}${from}`;
  },
  git_checkout: ({ branch_name, create }) =>
    create === true ? `Make and check out the branch ${name(branch_name)}` : `Check out ${name(branch_name)}`,
  git_commit: ({ amend, message }) =>
    amend === true &&
    `Replace the last commit by a new one${message === undefined ? '' : ` with the message ${beginning(message)}`}`,
  git_branch_delete: ({ branch_name, force }) =>
    `Delete the branch ${name(branch_name)}${force === true ? ', also when its commits are in no other branch' : ''}`,
  git_tag: ({ action, tag_name }) => action === 'delete' && `Delete the tag ${name(tag_name)}`,
  git_stash: ({ action, stash = 'stash@{0}' }) => {
    if (action === 'drop') return `Delete ${name(stash)} with the changes in it`;
    return action === 'pop' && `Apply ${name(stash)} to the files and delete it from the stashes`;
  },
  git_conflicts: ({ path, take, regions, content }) =>
    [take, regions, content].some((value) => value !== undefined) &&
    `Resolve the conflict in ${name(path)} and overwrite what is in the file`,
  git_undo: () => 'Undo the last operation on the current branch',
  git_worktree_remove: ({ path, force }) =>
    `Remove the worktree ${name(path)}${force === true ? ' with its changed and new files' : ''}`,
  git_merge: bringTogether('merging'),
  git_rebase: bringTogether('rebasing onto'),
  git_cherry_pick: bringTogether('picking'),
  git_revert: bringTogether('reverting'),
  git_pull: ({ remote, branch }) =>
    `Pull ${branch === undefined ? 'the upstream branch' : `the branch ${name(branch)}`}${remote === undefined ? '' : ` of ${name(remote)}`} into the current branch`,
  git_push: ({ remote, branch, to, tag, force }) => {
    const what =
      tag === undefined
        ? `the branch ${branch === undefined ? 'that is checked out' : name(branch)}`
        : `the tag ${name(tag)}`;
    const where = `${remote === undefined ? 'its remote' : name(remote)}${to === undefined ? '' : `, as ${name(to)}`}`;
    return `Push ${what} to ${where}${force === true ? ' and overwrite the commits that are there' : ''}`;
  },
};

const isObject = (value: unknown): value is Arguments => typeof value === 'object' && value !== null;

/** What a call of this tool puts at stake: nothing with `dry_run`. */
export const stakeOf = (tool: string, title: string = tool): StakeOf => {
  return (args) => {
    if (!isObject(args) || args['dry_run'] === true) return undefined;
    const act = (ACTS[tool] ?? (() => title))(args);
    if (act === false) return undefined;
    const { repo_path: place } = args;
    const question = `${act}?${typeof place === 'string' ? ` In ${name(place)}.` : ''}`;
    if (question.length > MOST_CHARACTERS) throw tooMuch(`${question.length} characters`);
    return { question, act };
  };
};
