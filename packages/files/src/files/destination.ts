// Destination: where something is moved or copied. A trailing slash always means a folder; a folder that exists is
// entered.
import { basename, dirname, join, sep } from 'node:path';
import { FileError, unlessRefused } from '../file-error.ts';
import type { FileSystem } from './file-system.ts';

/** What is to be moved or copied where, as the caller wrote it. */
export interface Way {
  readonly source: string;
  readonly destination: string;
  /** Missing folders may be made. */
  readonly createParents: boolean;
  /** Make them now. */
  readonly isMade: boolean;
  /**
   * What a directory does with a folder that exists: it goes into it, takes its place if it is empty, or is merged
   * with it.
   */
  readonly directories: 'enter' | 'replaceEmpty' | 'merge';
}

/**
 * Returns the path that the source gets, and makes its folder if that may and is to be made.
 *
 * @throws {FileError} `not_found` or `not_a_directory` when the folder that a trailing slash means is not there.
 */
export const findDestination = async (files: FileSystem, way: Way): Promise<string> => {
  const { source, destination, createParents, isMade } = way;
  const isFolder = destination.endsWith('/') || destination.endsWith(sep);
  const inner = join(destination, basename(source));
  const reason = isFolder ? 'not_found' : undefined;
  const there = (await unlessRefused(() => files.stat(destination), reason))?.state.type;
  if (isFolder && there === undefined && !createParents)
    throw new FileError('not_found', `The folder ${destination} does not exist.`, {
      hint: 'Set createParents to make it, or give the new path without a slash at its end.',
    });
  if (isFolder && there !== undefined && there !== 'directory')
    throw new FileError('not_a_directory', `${destination} is a file, not a folder.`);
  const path = isFolder || (there === 'directory' && (await isEntered(files, way))) ? inner : destination;
  if (createParents && isMade) await files.makeDirectory(dirname(path));
  return path;
};

const isEntered = async (files: FileSystem, { source, destination, directories }: Way): Promise<boolean> => {
  if ((await files.linkState(destination)) !== undefined) return false;
  const [from, into] = [await unlessRefused(() => files.stat(source)), await files.stat(destination)];
  if (from?.path === into.path) return false;
  if (from?.state.type !== 'directory' || directories === 'enter') return true;
  return directories === 'replaceEmpty' && (await files.list(destination)).entries.length > 0;
};
