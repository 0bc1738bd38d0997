// Destination: the final path of a move or copy. A trailing slash always means a folder; an existing folder is entered.
import { basename, dirname, join, sep } from 'node:path';
import { FileError, unlessRefused } from '../file-error.ts';
import type { FileSystem } from './file-system.ts';

/** A move or copy, as the caller wrote it. */
export interface DestinationRequest {
  readonly source: string;
  readonly destination: string;
  readonly createParents: boolean;
  /** Whether to create them now. */
  readonly isMade: boolean;
  /**
   * What happens if a directory meets an existing folder: it is put inside, replaces it if it is empty, or is merged
   * into it.
   */
  readonly directories: 'enter' | 'replaceEmpty' | 'merge';
}

/**
 * Returns the new path of the source, and creates its folder if requested.
 *
 * @throws {FileError} `not_found` or `not_a_directory` if a trailing slash names a folder that does not exist.
 */
export const findDestination = async (files: FileSystem, request: DestinationRequest): Promise<string> => {
  const { source, destination, createParents, isMade } = request;
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
  const path = isFolder || (there === 'directory' && (await isEntered(files, request))) ? inner : destination;
  if (createParents && isMade) await files.makeDirectory(dirname(path));
  return path;
};

const isEntered = async (
  files: FileSystem,
  { source, destination, directories }: DestinationRequest,
): Promise<boolean> => {
  if ((await files.linkState(destination)) !== undefined) return false;
  const [from, into] = [await unlessRefused(() => files.stat(source)), await files.stat(destination)];
  if (from?.path === into.path) return false;
  if (from?.state.type !== 'directory' || directories === 'enter') return true;
  return directories === 'replaceEmpty' && (await files.list(destination)).entries.length > 0;
};
