// An allowed directory, and what it means to be inside one.
import { realpathSync } from 'node:fs';
import { basename, isAbsolute, relative, sep } from 'node:path';

/** A directory whose repositories may be used. */
export interface AllowedDirectory {
  /** With every symbolic link resolved. */
  readonly path: string;
  /** As it was given, absolute. Paths may be written in this form too. */
  readonly given: string;
}

/**
 * Resolves the links of a directory once and for all: what a link in its path points to later makes no difference.
 *
 * @throws when it does not exist.
 */
export const pinDirectory = (given: string): AllowedDirectory => ({
  path: realpathSync.native(given),
  given,
});

/** Whether `path` is `directory` or below it, by whole segments: /root_evil is not inside /root. */
export const isInside = (directory: string, path: string): boolean => {
  const rest = relative(directory, path);
  return rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest);
};

/** Whether a path without links is inside one of the directories. */
export const isAllowed = (directories: readonly AllowedDirectory[], path: string): boolean =>
  directories.some((directory) => isInside(directory.path, path));

/** The short name of a path that is an allowed directory, and the first one of that name; else the path. */
export const nameOf = (path: string, directories: readonly AllowedDirectory[]): string => {
  const name = basename(path);
  return directories.find((directory) => basename(directory.path) === name)?.path === path ? name : path;
};
