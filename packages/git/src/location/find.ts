// Finds the repository that a request names, and resolves paths in it.
import { existsSync, lstatSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { isInside, type AllowedDirectory } from '@mcp/directories/allowed-directory';
import { expandHome } from '@mcp/directories/expand-home';
import { isNetworkPath, pathProblem } from '@mcp/directories/windows-paths';
import { GitError } from '../git-error.ts';
import type { Allowed } from '../request.ts';
import { findRepository, isAllowed, realPath, type RepositoryDirectories } from './git-directory.ts';
import { shortened, toTreePath, type TreePath } from '../arguments/arguments.ts';
import { refusal } from '../process/errors.ts';

/**
 * Finds the repository at or around a path, and the directory that the path leads to. Without a path: the only allowed
 * one.
 *
 * @throws {GitError} if there is none inside the allowed directories. The error does not reveal what is outside.
 */
export const locate = (
  path: string | undefined,
  where: Allowed,
): { readonly found: RepositoryDirectories; readonly start: string } => {
  const { directories, reach } = where;
  const given = path ?? onlyDirectory(directories);
  const start = toStart(given, where);
  const found = start === undefined ? undefined : findAround(start, reach);
  if (start === undefined || found === undefined || !touches(found, directories))
    throw notFound(given, directories);
  return { found, start };
};

const onlyDirectory = (directories: readonly AllowedDirectory[]): string => {
  const [only, ...others] = directories;
  if (only !== undefined && others.length === 0) return only.path;
  throw new GitError(
    `repo_path is missing. Several directories are allowed: ${list(directories)}. Say which one.`,
  );
};

/** One path or several. */
type PathList = string | readonly string[];

/** A command line can hold this many paths. */
const MAX_PATHS = 1000;

/** A lone surrogate or NUL, which no path contains; and the longest path of a file system. */
const NO_PATH = /[\0\ud800-\udfff]/u;
const MAX_PATH = 4096;

/** Whether a text can be the path of a directory. */
export const isPath = (given: string): boolean =>
  given !== '' && !NO_PATH.test(given) && given.length <= MAX_PATH;

/** Returns the real directory of a path written as one inside; undefined for anything else. */
export const toStart = (given: string, { directories, reach }: Allowed): string | undefined => {
  const isNetworkAllowed = reach.some(({ path }) => isNetworkPath(path));
  if (!isPath(given) || pathProblem(given, { isNetworkAllowed }) !== undefined) return undefined;
  const path = resolve(directories[0]?.path ?? sep, expandHome(given));
  // Checked before any file is opened, so that nothing outside is touched.
  if (![...directories, ...reach].some((each) => isInside(each.path, path) || isInside(each.given, path)))
    return undefined;
  const real = realPath(path);
  const isInReach = real !== undefined && isAllowed(reach, real);
  return isInReach && lstatSync(real, { throwIfNoEntry: false })?.isDirectory() ? real : undefined;
};

/** Whether a repository is in one of the directories, or around it. */
const touches = (
  { topLevel, gitDir }: RepositoryDirectories,
  directories: readonly AllowedDirectory[],
): boolean => {
  const top = topLevel ?? gitDir;
  return directories.some(({ path }) => isInside(path, top) || isInside(top, path));
};

/** Finds the repository of a directory, upwards as git does, but inside what is allowed. */
export const findAround = (
  start: string,
  directories: readonly AllowedDirectory[],
): RepositoryDirectories | undefined => {
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

// Outside, missing, and without a repository all get the same answer.
const notFound = (given: string, directories: readonly AllowedDirectory[]): GitError =>
  refusal(
    'access_denied',
    `${shortened(given)} is not a git repository inside the allowed directories (${list(directories)}).`,
  );

/** Returns the name of an allowed directory, if it is the first with that name; else the path. */
export const nameOf = (path: string, directories: readonly AllowedDirectory[]): string => {
  const name = basename(path);
  return directories.find((directory) => basename(directory.path) === name)?.path === path ? name : path;
};

/** The directories of a repository and the paths of its files. */
export class Paths {
  readonly gitDir: string;
  readonly commonDir: string;
  /** Where commands run: the top level, or the git directory of a bare repository. */
  readonly directory: string;
  readonly isBare: boolean;
  readonly #allowed: readonly AllowedDirectory[];
  /** The folder that the call named, with a final slash; empty for the top level. */
  readonly #folder: string;

  constructor(
    { gitDir, commonDir, topLevel }: RepositoryDirectories,
    allowed: readonly AllowedDirectory[],
    start?: string,
  ) {
    this.gitDir = gitDir;
    this.commonDir = commonDir;
    this.directory = topLevel ?? gitDir;
    this.isBare = topLevel === undefined;
    this.#allowed = allowed;
    const folder = start === undefined || this.isBare ? '' : relative(this.directory, start);
    this.#folder = folder === '' || folder.startsWith('..') ? '' : `${folder.split(sep).join('/')}/`;
  }

  /** Its name in URIs: that of the allowed directory if it is unique, else its path. */
  get name(): string {
    return nameOf(this.directory, this.#allowed);
  }

  /**
   * Refuses a bare repository.
   *
   * @throws {GitError} if there is no working tree.
   */
  requireWorkTree(): void {
    if (this.isBare)
      throw new GitError(`${this.directory} is a bare repository: it has no files to work on.`);
  }

  /**
   * Returns the path of a file from the top level. Relative ones start there, or in the folder given as `repo_path`.
   *
   * @throws {GitError} like `toTreePath`.
   */
  toPath(given: string, argument: string): TreePath {
    const path = toTreePath(given, this.directory, argument);
    if (this.#folder === '' || isAbsolute(given)) return path;
    const isThere = (inner: string): boolean =>
      lstatSync(join(this.directory, inner), { throwIfNoEntry: false }) !== undefined;
    const inner = `${this.#folder}${path === '.' ? '' : path}`;
    return path === '.' || (!isThere(path) && isThere(inner)) ? toTreePath(inner, this.directory) : path;
  }

  /**
   * Does the same for one path or several.
   *
   * @throws {GitError} also for more than a command line can hold.
   */
  toPaths(given: PathList, argument: string): TreePath[] {
    const paths = [given].flat();
    if (paths.length > MAX_PATHS)
      throw new GitError(
        `${argument} has ${paths.length} paths; a call takes at most ${MAX_PATHS}. Give the folders that they are in.`,
      );
    return paths.map((path) => this.toPath(path, argument));
  }

  /**
   * Returns the path of a file from the top level, where relative ones start.
   *
   * @throws {GitError} like `toTreePath`.
   */
  fromTop(given: string): TreePath {
    return toTreePath(given, this.directory);
  }

  /** Whether a path without links is inside the allowed directories. */
  isAllowed(path: string): boolean {
    return isAllowed(this.#allowed, path);
  }

  /** Whether the git directory contains `name`. */
  has(name: string): boolean {
    return existsSync(join(this.gitDir, name));
  }
}
