// What each tool that can lose something puts at stake, in words for the user (--confirm).
import type { StakeOf } from '@mcp/runtime/cli';

type Arguments = { readonly [name: string]: unknown };

/** What a call would do, like `Delete the branch "x"`. */
type Act = (args: Arguments) => string;

const MOST_NAMES = 20;

// JSON shows where a name ends, and what would be a line of its own.
const name = (value: unknown): string => JSON.stringify(value);

const names = (value: unknown): string => {
  const all = Array.isArray(value) ? value : [];
  const others = all.length - MOST_NAMES;
  return [...all.slice(0, MOST_NAMES).map(name), ...(others > 0 ? [`and ${others} more`] : [])].join(', ');
};

const bringTogether = (verb: string): Act => {
  return ({ revision, abort, continue: goesOn }) => {
    if (abort === true) return `Give up ${verb} and lose how its conflicts were resolved`;
    return goesOn === true ? `Go on ${verb}` : `Change the current branch by ${verb} ${name(revision)}`;
  };
};

const ACTS: { readonly [tool: string]: Act } = {
  git_reset: ({ paths }) =>
    `Unstage ${Array.isArray(paths) && paths.length > 0 ? names(paths) : 'everything'}`,
  git_restore: ({ files, source, staged }) => {
    const what = staged === true ? 'Unstage' : 'Discard the changes that are not staged in';
    const from = source === undefined ? '' : `, as they are in ${name(source)}`;
    return `${what} ${names(files)}${from}`;
  },
  git_checkout: ({ branch_name, create }) =>
    create === true ? `Make and check out the branch ${name(branch_name)}` : `Check out ${name(branch_name)}`,
  git_amend: ({ message }) =>
    `Replace the last commit by a new one${message === undefined ? '' : ` with the message ${name(message)}`}`,
  git_branch_delete: ({ branch_name, force }) =>
    `Delete the branch ${name(branch_name)}${force === true ? ', also when its commits are in no other branch' : ''}`,
  git_stash_pop: ({ stash }) => `Apply ${name(stash)} to the files and delete it from the stashes`,
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

/** What a call of this tool puts at stake: nothing with `dryRun`. */
export const stakeOf = (tool: string, title: string = tool): StakeOf => {
  return (args) => {
    if (!isObject(args) || args['dryRun'] === true) return undefined;
    const act = (ACTS[tool] ?? (() => title))(args);
    const { repo_path: place } = args;
    return { question: `${act}?${typeof place === 'string' ? ` In ${name(place)}.` : ''}`, act };
  };
};
