// Directories that are held while git works. On Linux a descriptor stays with a directory, whatever is put in its place
// meanwhile; other systems have no such paths, and there the directory is named as it is.
import { closeSync, constants, existsSync, openSync, readlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ToolError } from '@mcp/runtime';
import { O_PATH, type AllowedDirectory } from '@mcp/workspace';
import type { Limits } from './client.ts';
import { checkGitDirectories } from './git-directory.ts';

/** A directory or file, by a path that leads to it and to nothing else. */
export interface Held extends Disposable {
  readonly path: string;
}

/** Paths of descriptors, which other systems and some sandboxes do not have. */
export const HAS_DESCRIPTORS = process.platform === 'linux' && existsSync('/proc/self/fd');

const FLAGS = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * Holds a directory, whose path has no links.
 *
 * @throws {ToolError} when something else is in its place by now.
 */
export const hold = (path: string): Held => {
  if (!HAS_DESCRIPTORS) return { path, [Symbol.dispose]: () => {} };
  const descriptor = open(path);
  const held = `/proc/${process.pid}/fd/${descriptor}`;
  // A folder on the way to it may have been a link.
  if (leadsTo(held, path)) return { path: held, [Symbol.dispose]: () => closeSync(descriptor) };
  closeSync(descriptor);
  throw replaced(path);
};

/** Whether a held directory is at this path now. */
export const leadsTo = (held: string, path: string): boolean => held === path || readlinkSync(held) === path;

const open = (path: string): number => {
  try {
    return openSync(path, FLAGS);
  } catch (error) {
    throw replaced(path, error);
  }
};

/** The error for a directory that is not where it was. */
export const replaced = (path: string, cause?: unknown): ToolError =>
  new ToolError(`${path} was moved or replaced while the server worked in it.`, {
    code: 'locked',
    hint: 'Look with git_status, and try again.',
    retryable: true,
    cause,
  });

interface Place {
  /** Where git works: the top level, or the git directory of a bare repository. */
  readonly directory: string;
  readonly gitDir: string;
  readonly commonDir: string;
}

/** The directories of a repository, by paths for git. */
export interface HeldPlace extends Place, Disposable {
  /** A text of git with the names of the directories in it. */
  toShown(text: string): string;
}

/**
 * Holds the directories of a repository.
 *
 * @throws {ToolError} as `hold`.
 */
export const holdPlace = (place: Place): HeldPlace => {
  const held: Held[] = [];
  const dispose = (): void => {
    for (const each of held) each[Symbol.dispose]();
  };
  const take = (path: string): string => {
    const one = hold(path);
    held.push(one);
    return one.path;
  };
  try {
    const commonDir = take(place.commonDir);
    const inner = relative(place.commonDir, place.gitDir);
    // The directory of a linked worktree has to be below the common one for git, as it is on disk.
    const gitDir = inner.startsWith('..') ? take(place.gitDir) : join(commonDir, inner);
    const directory = place.directory === place.gitDir ? gitDir : take(place.directory);
    const toShown = (text: string): string =>
      text
        .replaceAll(gitDir, place.gitDir)
        .replaceAll(commonDir, place.commonDir)
        .replaceAll(directory, place.directory);
    return { directory, gitDir, commonDir, toShown, [Symbol.dispose]: dispose };
  } catch (error) {
    dispose();
    throw error;
  }
};

/** The directories by their own paths: for git that writes these paths into files. */
export const plainPlace = ({ directory, gitDir, commonDir }: Place): HeldPlace => ({
  directory,
  gitDir,
  commonDir,
  toShown: (text) => text,
  [Symbol.dispose]: () => {},
});

/**
 * Checks the git directories of a place. What is wrong is reported by their names.
 *
 * @throws {ToolError} as `checkGitDirectories`.
 */
export const checkPlace = async (
  place: HeldPlace,
  directories: readonly AllowedDirectory[],
  limits: Limits,
): Promise<void> => {
  try {
    await checkGitDirectories(place, directories, limits);
  } catch (error) {
    if (error instanceof ToolError) error.message = place.toShown(error.message);
    throw error;
  }
};
