// From the `repo_path` of a call to a repository that may be used. Every surface asks here.
import { lstatSync } from 'node:fs';
import { basename, dirname, resolve, sep } from 'node:path';
import { ToolError, type Context } from '@mcp/runtime';
import { expandHome, isInside, isNetworkPath, pathProblem, type AllowedDirectory } from '@mcp/workspace';
import { findRepository, realPath, type RepositoryPlace } from './git-directory.ts';
import { shortened } from '../arguments/arguments.ts';
import { refusal } from '../process/errors.ts';
import { PrivateFolder } from '../process/private-folder.ts';
import { Repository } from '../repository.ts';
import type { GitOptions } from '../process/work.ts';
import { isAllowed, type Allowed, type Confinement } from './roots.ts';

/** Finds repositories. */
export interface Repositories {
  readonly confinement: Confinement;
  readonly options: GitOptions;
  /**
   * The repository at a path, or around it. Without a path: the one that is allowed, if it is only one.
   *
   * @throws {ToolError} when there is none inside the allowed directories. What is outside does not show.
   */
  open(path: string | undefined, ctx: Context): Promise<Repository>;
  /** The same for what stands in a URI: the name of an allowed directory, or a path. */
  openNamed(name: string, ctx: Context): Promise<Repository>;
}

/** Makes it. */
export const createRepositories = (confinement: Confinement, options: GitOptions): Repositories => {
  const openAmong = (given: string, where: Allowed, { signal }: Context): Repository => {
    const { directories, reach } = where;
    const start = toStart(given, where);
    const place = start === undefined ? undefined : findAround(start, reach);
    if (place === undefined || !touches(place, directories)) throw notFound(given, directories);
    return new Repository(place, { directories: reach, options, signal, folder: new PrivateFolder() }, start);
  };
  const open = async (path: string | undefined, ctx: Context): Promise<Repository> => {
    const where = await confinement.allowed(ctx, path ?? '');
    return openAmong(path ?? onlyDirectory(where.directories), where, ctx);
  };
  return {
    confinement,
    options,
    open,
    openNamed: async (name, ctx) => {
      const where = await confinement.allowed(ctx);
      return openAmong(where.reach.find(({ path }) => basename(path) === name)?.path ?? name, where, ctx);
    },
  };
};

const onlyDirectory = (directories: readonly AllowedDirectory[]): string => {
  const [only, ...others] = directories;
  if (only !== undefined && others.length === 0) return only.path;
  throw new ToolError(
    `repo_path is missing. Several directories are allowed: ${list(directories)}. Say which one.`,
  );
};

/** Half a character or a NUL, which no path has; and the most that file systems take for a path. */
const NO_PATH = /[\0\ud800-\udfff]/u;
const MAX_PATH = 4096;

/** Whether a text may be the path of a directory at all. */
export const isPath = (given: string): boolean =>
  given !== '' && !NO_PATH.test(given) && given.length <= MAX_PATH;

/** The real directory of a path that is written as one inside; undefined for everything else. */
export const toStart = (given: string, { directories, reach }: Allowed): string | undefined => {
  const isNetworkAllowed = reach.some(({ path }) => isNetworkPath(path));
  if (!isPath(given) || pathProblem(given, { isNetworkAllowed }) !== undefined) return undefined;
  const path = resolve(directories[0]?.path ?? sep, expandHome(given));
  // Checked before any file is opened: nothing outside is touched.
  if (![...directories, ...reach].some((each) => isInside(each.path, path) || isInside(each.given, path)))
    return undefined;
  const real = realPath(path);
  const isInReach = real !== undefined && isAllowed(reach, real);
  return isInReach && lstatSync(real, { throwIfNoEntry: false })?.isDirectory() ? real : undefined;
};

/** Whether a repository is in one of the directories, or around it. */
const touches = (
  { topLevel, gitDir }: RepositoryPlace,
  directories: readonly AllowedDirectory[],
): boolean => {
  const top = topLevel ?? gitDir;
  return directories.some(({ path }) => isInside(path, top) || isInside(top, path));
};

/** The repository that a directory is in. Upwards as git does, but never out of what is allowed. */
export const findAround = (
  start: string,
  directories: readonly AllowedDirectory[],
): RepositoryPlace | undefined => {
  for (let path = start; isAllowed(directories, path); path = dirname(path)) {
    const found = findRepository(path, directories);
    if (found !== undefined) return found;
    if (dirname(path) === path) return undefined;
  }
  return undefined;
};

/** The paths of directories, for messages. */
export const list = (directories: readonly AllowedDirectory[]): string =>
  directories.map(({ path }) => path).join(', ');

// A path that is outside, one that is missing and one without a repository get the same answer.
const notFound = (given: string, directories: readonly AllowedDirectory[]): ToolError =>
  refusal(
    'access_denied',
    `${shortened(given)} is not a git repository inside the allowed directories (${list(directories)}).`,
  );
