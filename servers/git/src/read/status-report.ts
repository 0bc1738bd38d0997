// The state of a repository as structured content: for git_status, and for the resource.
import type { Repository } from '../repository/repository.ts';
import type { Status } from './status.ts';

// Each is a file or directory that git makes for the time of the operation.
const OPERATIONS: readonly (readonly [file: string, operation: string])[] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
];

/** What is in progress: `merge`, `rebase`, `cherry-pick`, `revert` or `bisect`. */
export const operationOf = (repository: Repository): string | undefined =>
  OPERATIONS.find(([file]) => repository.has(file))?.[1];

/** The members that both have. */
export const toStructured = (status: Status) => ({
  ...(status.branch === undefined ? {} : { branch: status.branch }),
  ...(status.commit === undefined ? {} : { commit: status.commit }),
  detached: status.branch === undefined,
  ...(status.upstream === undefined ? {} : { upstream: status.upstream }),
  ...status.apart,
  clean: Object.values(status.counts).every((count) => count === 0),
  staged: status.staged,
  unstaged: status.unstaged,
  untracked: status.untracked,
  conflicted: status.conflicted,
});
