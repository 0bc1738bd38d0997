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
 * How much git may look at submodules: which commit they are at, when all of them are inside, else not at all. Never at
 * their files: that would start git there.
 */
export const submoduleOption = async (repository: Opened, paths: readonly string[]): Promise<Option> => {
  for (const path of paths) if (!(await isInside(repository, path))) return '--ignore-submodules=all';
  return '--ignore-submodules=dirty';
};

/** @throws {GitError} when git would wait there for a pipe: it looks which commit a submodule is at in any case. */
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
 * The repository at a path, where git itself finds it; undefined when nothing is checked out there.
 *
 * @throws {GitError} when that is outside, or cannot be told from the text of `.git`.
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

/** Whether `.git` is a directory, or names one by a path that means the same to every program: no links on its way. */
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
 * Refuses a repository in which git would be started without a view of it, unless it has nothing but what is allowed.
 *
 * @throws {GitError} with the key that is not.
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
 * The submodules that are checked out, also those in submodules: some commands look at their files, by starting git
 * there.
 *
 * @throws {GitError} when one of them is outside.
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
