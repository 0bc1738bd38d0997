// Submodules: git starts git in checked-out ones, with their configuration, which no view replaces.
import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { GitError } from '../git-error.ts';
import { quoted, type Option } from '../arguments/arguments.ts';
import { readConfig } from './config.ts';
import { refusal } from '../process/errors.ts';
import { SpecialFileError } from '../location/git-entries.ts';
import { hasBytes, toBytes } from '../arguments/names.ts';
import type { Opened } from '../opened.ts';

/**
 * Returns the option that limits how git inspects submodules: only their commits if all of them are inside, or else not
 * at all. Inspecting their files would start git there.
 */
export const submoduleOption = async (repository: Opened, paths: readonly string[]): Promise<Option> => {
  for (const path of paths) if (!(await isInside(repository, path))) return '--ignore-submodules=all';
  return '--ignore-submodules=dirty';
};

/** @throws {GitError} if git would wait for a pipe there, because it reads the commit of a submodule in any case. */
const isInside = async (repository: Opened, path: string): Promise<boolean> => {
  try {
    await open(repository, path);
    return true;
  } catch (error) {
    if (error instanceof GitError && !(error instanceof SpecialFileError)) return false;
    throw error;
  }
};

/**
 * Opens the submodule at a path where git finds it, or returns undefined if it is not checked out.
 *
 * @throws {GitError} if it is outside, or the text of `.git` is ambiguous.
 */
const open = async (repository: Opened, path: string): Promise<Opened | undefined> => {
  const directory = join(repository.directory, path);
  if (!existsSync(join(repository.directory, path, '.git')) && !existsSync(toBytes(join(directory, '.git'))))
    return undefined;
  if (hasBytes(path) || realpathSync.native(directory) !== directory || !isPlain(join(directory, '.git')))
    throw odd(path);
  const inner = await repository.inside(directory);
  if (inner === undefined || inner.commonDir !== inner.gitDir) throw odd(path);
  return inner;
};

/** Whether `.git` is a directory, or names one by a path without links, which every program resolves equally. */
const isPlain = (path: string): boolean => {
  const stats = lstatSync(path);
  if (!stats.isFile()) return true;
  const [, target] = /^gitdir: ([^\p{Cc}\uFFFD]+)\n?$/u.exec(readFileSync(path, 'utf8')) ?? [];
  if (target === undefined) return false;
  const named = resolve(join(path, '..'), target);
  return existsSync(named) && realpathSync.native(named) === named;
};

const odd = (path: string): GitError =>
  refusal(
    'access_denied',
    `The submodule ${quoted(path)} is not where its name or its file .git says, or leads out of the allowed directories.`,
    'Ask the user to look at it.',
  );

/**
 * Checks a submodule in which git would be started without a view.
 *
 * @throws {GitError} if its configuration has a key that git must not see.
 */
export const requirePlain = async (repository: Opened): Promise<void> => {
  await repository.check();
  const { unused, workTree } = await readConfig(repository);
  const isHere = workTree === undefined || resolve(repository.gitDir, workTree) === repository.directory;
  const key = unused.find((each) => each !== 'core.worktree' || !isHere);
  if (key !== undefined) throw notPlain(repository.directory, key);
};

const notPlain = (directory: string, key: string): GitError =>
  refusal(
    'access_denied',
    `Git would be started in the submodule ${quoted(directory)}, whose configuration has ${quoted(key)}.`,
    'Ask the user to remove that key, or to start the server with --trust-repo-config.',
  );

const MAX_SUBMODULES = 200;

/**
 * Opens the checked-out submodules recursively.
 *
 * @throws {GitError} if one of them is outside.
 */
export const submodulesOf = async (repository: Opened): Promise<Opened[]> => {
  const found: Opened[] = [];
  const queue = [repository];
  for (const next of queue) {
    for (const path of await next.gitlinks()) {
      const inner = await open(next, path);
      if (inner === undefined) continue;
      found.push(inner);
      queue.push(inner);
    }
    if (found.length > MAX_SUBMODULES)
      throw new GitError(`There are more than ${MAX_SUBMODULES} submodules.`);
  }
  return found;
};
