// Paths of new directories: for a repository or a worktree.
import { existsSync, lstatSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { AllowedDirectory } from '@mcp/directories/allowed-directory';
import { expandHome } from '@mcp/directories/expand-home';
import { mayBeShortName, nameProblem } from '@mcp/directories/windows-paths';
import { GitError } from '../git-error.ts';
import { isGitFolder, shortened, type Directory } from '../arguments/arguments.ts';
import type { Allowed } from '../request.ts';
import { findAround, isPath, list, toStart } from './find.ts';
import { isGitDirectory } from './git-directory.ts';

/**
 * Checks a path for a new directory: inside, not a link, not in a git directory, and its parent exists.
 *
 * @throws {GitError} otherwise.
 */
export const toNewDirectory = (path: string, { directories }: Allowed): Directory =>
  findFree(path, directories);

/**
 * Checks a path for a new repository, which must not be in another one.
 *
 * @throws {GitError} otherwise, and as `toNewDirectory`.
 */
export const toNewRepository = (path: string, { directories, reach }: Allowed): Directory => {
  const target = findFree(path, directories);
  if (findAround(existsSync(target) ? target : dirname(target), reach) !== undefined)
    throw new GitError(`${path} is in a repository already. Use it, or give a directory outside of it.`);
  return target;
};

const findFree = (given: string, directories: readonly AllowedDirectory[]): Directory => {
  const target = isPath(given) ? toExistingOrFree(given, directories) : undefined;
  if (target === undefined || target.split(sep).some(isGitFolder) || isInGitDirectory(target))
    throw new GitError(
      `Nothing can be made at ${shortened(given)}: give a directory, or a new name in one, inside the allowed ones ` +
        `(${list(directories)}).`,
    );
  return target as Directory;
};

/** Whether a path is in a git directory of any name, where a new directory could become hooks or refs. */
const isInGitDirectory = (path: string): boolean =>
  isGitDirectory(path) || (dirname(path) !== path && isInGitDirectory(dirname(path)));

const MAX_NAME = 255;

/** Returns the real path of a directory, or of an unused name in one. */
const toExistingOrFree = (given: string, directories: readonly AllowedDirectory[]): string | undefined => {
  const path = resolve(directories[0]?.path ?? sep, expandHome(given));
  const where = { directories, reach: directories };
  if (nameProblem(basename(path)) !== undefined || mayBeShortName(basename(path))) return undefined;
  const known = toStart(path, where);
  const parent = known === undefined ? toStart(dirname(path), where) : undefined;
  if (parent === undefined) return known;
  const target = join(parent, basename(path));
  const isFree =
    Buffer.byteLength(basename(path)) <= MAX_NAME &&
    lstatSync(target, { throwIfNoEntry: false }) === undefined;
  return isFree ? target : undefined;
};
