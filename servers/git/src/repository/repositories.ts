// From the `repo_path` of a call to a repository that may be used. Every surface asks here.
import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { ToolError, type Context } from '@mcp/runtime';
import { expandHome, isInside, type AllowedDirectory } from '@mcp/workspace';
import { findRepository, type RepositoryPlace } from './git-directory.ts';
import { isGitFolder, shortened, toArguments, type Directory, type Option } from './arguments.ts';
import { refusal, toFailure } from './errors.ts';
import { toEnvironment } from './environment.ts';
import { toPolicy } from './trust.ts';
import { runGit, type Limits } from './client.ts';
import { Repository, type GitOptions } from './repository.ts';
import { clone } from '../remote/clone.ts';
import { isAllowed, nameOf, type Allowed, type Confinement } from './roots.ts';

/** Finds repositories. */
export interface Repositories {
  /**
   * The repository at a path, or around it. Without a path: the one that is allowed, if it is only one.
   *
   * @throws {ToolError} when there is none inside the allowed directories. What is outside does not show.
   */
  open(path: string | undefined, ctx: Context): Promise<Repository>;
  /** The same for what stands in a URI: the name of an allowed directory, or a path. */
  openNamed(name: string, ctx: Context): Promise<Repository>;
  /**
   * Makes a repository by `git init`, and returns its path.
   *
   * @throws {ToolError} when its parent does not exist inside, or there is a repository at the path or around it.
   */
  create(path: string, options: readonly Option[], ctx: Context): Promise<string>;
  /**
   * Makes a repository by `git clone`, and returns its path and the address without a password.
   *
   * @throws {ToolError} as `create`, or when the address is refused.
   */
  clone(
    url: string,
    path: string,
    options: readonly Option[],
    ctx: Context,
  ): Promise<{ readonly path: string; readonly url: string }>;
  /**
   * Checks a path for a new directory: inside, no link, in no git directory, and its parent is there.
   *
   * @throws {ToolError} when it is not.
   */
  freePlace(path: string, ctx: Context): Promise<Directory>;
  /** The names of repositories, sorted: the allowed directories, and the folders in those that are none themselves. */
  names(ctx: Context): Promise<readonly string[]>;
  /** The same, without those in roots of the client: to find them takes a question, which a list cannot ask. */
  listed(ctx: Context): readonly string[];
}

/** Makes it. */
export const createRepositories = ({ allowed, fixed }: Confinement, options: GitOptions): Repositories => {
  const openAmong = (given: string, where: Allowed): Repository => {
    const { directories, reach } = where;
    const start = toStart(given, where);
    const place = start === undefined ? undefined : findAround(start, reach);
    if (place === undefined || !touches(place, directories)) throw notFound(given, directories);
    return new Repository(place, reach, options, start);
  };
  return {
    open: async (path, ctx) => {
      const where = await allowed(ctx, path ?? '');
      return openAmong(path ?? onlyDirectory(where.directories), where);
    },
    openNamed: async (name, ctx) => {
      const where = await allowed(ctx);
      return openAmong(where.reach.find(({ path }) => basename(path) === name)?.path ?? name, where);
    },
    create: async (path, initOptions, ctx) => {
      const target = toNewPlace(path, await allowed(ctx, path));
      checkEmpty(initOptions.includes('--bare') ? target : join(target, '.git'));
      await initialize(target, initOptions, { signal: ctx.signal, timeoutMs: options.timeoutMs });
      return target;
    },
    clone: async (url, path, cloneOptions, ctx) => {
      const where = await allowed(ctx, path);
      const target = toNewPlace(path, where);
      const inside = (place: string): Repository | undefined => {
        const found = isAllowed(where.reach, place) ? findRepository(place, where.reach) : undefined;
        return found === undefined ? undefined : new Repository(found, where.reach, options);
      };
      return { path: target, url: await clone({ url, target, options: cloneOptions }, options, inside, ctx) };
    },
    freePlace: async (path, ctx) => toFreeDirectory(path, (await allowed(ctx, path)).directories),
    names: async (ctx) => namesAmong(await allowed(ctx)),
    listed: (ctx) => namesAmong({ directories: fixed(ctx), reach: fixed(ctx) }),
  };
};

const onlyDirectory = (directories: readonly AllowedDirectory[]): string => {
  const [only, ...others] = directories;
  if (only !== undefined && others.length === 0) return only.path;
  throw new ToolError(
    `repo_path is missing. Several directories are allowed: ${list(directories)}. Say which one.`,
  );
};

/** What is no path, and the most that file systems take for one and for one name in it. */
const NO_NAME = /[\0\p{Cs}]/u;
const MAX_PATH = 4096;
const MAX_NAME = 255;

/** The real directory of a path that is written as one inside; undefined for everything else. */
const toStart = (given: string, { directories, reach }: Allowed): string | undefined => {
  if (given === '' || NO_NAME.test(given) || given.length > MAX_PATH) return undefined;
  const path = resolve(directories[0]?.path ?? sep, expandHome(given));
  // Checked before any file is opened: nothing outside is touched.
  if (![...directories, ...reach].some((each) => isInside(each.path, path) || isInside(each.given, path)))
    return undefined;
  try {
    const real = realpathSync.native(path);
    return isAllowed(reach, real) && lstatSync(real).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
};

/** Whether a repository is in one of the directories, or around it. */
const touches = (
  { topLevel, gitDir }: RepositoryPlace,
  directories: readonly AllowedDirectory[],
): boolean => {
  const top = topLevel ?? gitDir;
  return directories.some(({ path }) => isInside(path, top) || isInside(top, path));
};

/** Where a repository may be made: no link, no part of a git directory or of another repository. */
const toNewPlace = (given: string, { directories, reach }: Allowed): string => {
  const target = toFreeDirectory(given, directories);
  if (findAround(existsSync(target) ? target : dirname(target), reach) !== undefined)
    throw new ToolError(`${given} is in a repository already. Use it, or give a directory outside of it.`);
  return target;
};

/** Git would make its files through links, and take settings that are there already. */
const checkEmpty = (gitDir: string): void => {
  const stats = lstatSync(gitDir, { throwIfNoEntry: false });
  if (stats === undefined || (stats.isDirectory() && readdirSync(gitDir).length === 0)) return;
  throw refusal(
    'conflict',
    `${gitDir} is there already, and no repository that can be used.`,
    'Give another directory, or ask the user to look at this one.',
  );
};

const toFreeDirectory = (given: string, directories: readonly AllowedDirectory[]): Directory => {
  const target =
    given === '' || NO_NAME.test(given) || given.length > MAX_PATH
      ? undefined
      : toFreePlace(given, directories);
  if (target === undefined || target.split(sep).some(isGitFolder))
    throw new ToolError(
      `Nothing can be made at ${shortened(given)}: give a directory, or a new name in one, inside the allowed ones ` +
        `(${list(directories)}).`,
    );
  return target as Directory;
};

/** A real directory, or a name in one that nothing has. */
const toFreePlace = (given: string, directories: readonly AllowedDirectory[]): string | undefined => {
  const path = resolve(directories[0]?.path ?? sep, expandHome(given));
  const where = { directories, reach: directories };
  const known = toStart(path, where);
  const parent = known === undefined ? toStart(dirname(path), where) : undefined;
  if (parent === undefined) return known;
  const target = join(parent, basename(path));
  return Buffer.byteLength(basename(path)) <= MAX_NAME &&
    lstatSync(target, { throwIfNoEntry: false }) === undefined
    ? target
    : undefined;
};

/** More folders of one directory are not looked at. */
const MAX_FOLDERS = 1000;

const namesAmong = ({ directories, reach }: Allowed): string[] => {
  const orNone = (find: () => RepositoryPlace | undefined): RepositoryPlace | undefined => {
    try {
      return find();
    } catch (error) {
      if (error instanceof ToolError) return undefined;
      throw error;
    }
  };
  const found = directories.flatMap(({ path }) => {
    const around = orNone(() => findAround(path, reach));
    if (around !== undefined) return [around.topLevel ?? around.gitDir];
    return foldersOf(path).filter((folder) => orNone(() => findRepository(folder, reach)) !== undefined);
  });
  return [...new Set(found)].map((path) => nameOf(path, reach)).toSorted();
};

const foldersOf = (path: string): string[] => {
  try {
    const folders = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return folders.slice(0, MAX_FOLDERS).map(({ name }) => join(path, name));
  } catch {
    return [];
  }
};

// Upwards as git does, but never out of what is allowed.
const findAround = (start: string, directories: readonly AllowedDirectory[]): RepositoryPlace | undefined => {
  for (let path = start; isAllowed(directories, path); path = dirname(path)) {
    const place = findRepository(path, directories);
    if (place !== undefined) return place;
    if (dirname(path) === path) return undefined;
  }
  return undefined;
};

const list = (directories: readonly AllowedDirectory[]): string =>
  directories.map(({ path }) => path).join(', ');

// A path that is outside, one that is missing and one without a repository get the same answer.
const notFound = (given: string, directories: readonly AllowedDirectory[]): ToolError =>
  refusal(
    'access_denied',
    `${shortened(given)} is not a git repository inside the allowed directories (${list(directories)}).`,
  );

/**
 * Runs `git init` for a path that was checked. Nothing but the operator's own configuration has a say.
 *
 * @throws {ToolError} when git refuses.
 */
const initialize = async (path: string, options: readonly Option[], limits: Limits): Promise<void> => {
  const { settings } = toPolicy('write', 'untrusted', []);
  const { code, errors } = await runGit(
    {
      args: [...toArguments({ name: 'init', options }), '--', path],
      cwd: dirname(path),
      env: toEnvironment('write', settings),
    },
    limits,
    () => true,
  );
  if (code !== 0) throw toFailure('init', errors);
};
