// Where something new may be made: a repository by git_init and git_clone, a directory by git_worktree_add.
import { existsSync, lstatSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { ToolError, type Context } from '@mcp/runtime';
import { expandHome, mayBeShortName, nameProblem, type AllowedDirectory } from '@mcp/workspace';
import { isGitFolder, shortened, type Directory } from '../arguments/arguments.ts';
import { isGitDirectory } from './git-directory.ts';
import { findAround, isPath, list, toStart, type Repositories } from './repositories.ts';

/**
 * Checks a path for a new directory: inside, no link, in no git directory, and its parent is there.
 *
 * @throws {ToolError} when it is not.
 */
export const toFreePlace = async (
  { confinement }: Repositories,
  path: string,
  ctx: Context,
): Promise<Directory> => findFree(path, (await confinement.allowed(ctx, path)).directories);

/**
 * The same for a repository, which is in no other one.
 *
 * @throws {ToolError} when it is, or as `toFreePlace`.
 */
export const toNewRepository = async (
  { confinement }: Repositories,
  path: string,
  ctx: Context,
): Promise<Directory> => {
  const { directories, reach } = await confinement.allowed(ctx, path);
  const target = findFree(path, directories);
  if (findAround(existsSync(target) ? target : dirname(target), reach) !== undefined)
    throw new ToolError(`${path} is in a repository already. Use it, or give a directory outside of it.`);
  return target;
};

const findFree = (given: string, directories: readonly AllowedDirectory[]): Directory => {
  const target = isPath(given) ? toExistingOrFree(given, directories) : undefined;
  if (target === undefined || target.split(sep).some(isGitFolder) || isInGitDirectory(target))
    throw new ToolError(
      `Nothing can be made at ${shortened(given)}: give a directory, or a new name in one, inside the allowed ones ` +
        `(${list(directories)}).`,
    );
  return target as Directory;
};

/** Whether a path is in a git directory, whatever that is called: a new directory there could become hooks or refs. */
const isInGitDirectory = (path: string): boolean =>
  isGitDirectory(path) || (dirname(path) !== path && isInGitDirectory(dirname(path)));

const MAX_NAME = 255;

/** A real directory, or a name in one that nothing has. */
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
