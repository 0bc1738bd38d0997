// Git for untrusted repositories.
export { HEAD, quoted, toBranchName, toRevision, toValue } from './arguments/arguments.ts';
export type { Operand, Option, Revision, TreePath } from './arguments/arguments.ts';
export { decode, shownName, toBytes } from './arguments/names.ts';
export { createGit } from './git.ts';
export { GitError } from './git-error.ts';
export { isGitDirectory } from './location/git-directory.ts';
export { toFailure } from './process/errors.ts';
export { Collected, Records, type GitPolicy, type Read, type Run, type Work } from './process/work.ts';
export { readHostRule } from './remote/hosts.ts';
export type { Repository } from './repository.ts';
export type { GitRequest } from './request.ts';
