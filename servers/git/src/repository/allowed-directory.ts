// What git asks of its allowed directories.
import { basename } from 'node:path';
import { isInside, type AllowedDirectory } from '@mcp/workspace';

/** Whether a path without links is inside one of the directories. */
export const isAllowed = (directories: readonly AllowedDirectory[], path: string): boolean =>
  directories.some((directory) => isInside(directory.path, path));

/** The short name of a path that is an allowed directory, and the first one of that name; else the path. */
export const nameOf = (path: string, directories: readonly AllowedDirectory[]): string => {
  const name = basename(path);
  return directories.find((directory) => basename(directory.path) === name)?.path === path ? name : path;
};
