// Gives a directory the permissions and times of another one.
import { chmodSync, utimesSync } from 'node:fs';
import { errorCode, FileError } from '../failure.ts';
import { resolvePath } from '../sandbox/resolve.ts';
import type { Scope } from '../sandbox/scope.ts';
import type { FileState } from './state.ts';

/**
 * Sets permissions and times of a directory, as far as its file system has them.
 *
 * @throws {FileError} when it is no directory, or may not be changed.
 */
export const setState = (
  scope: Scope,
  given: string,
  { mode, atimeMs, mtimeMs }: Pick<FileState, 'mode' | 'atimeMs' | 'mtimeMs'>,
): void => {
  using directory = resolvePath(scope, given);
  scope.checkChange(directory.path, given);
  if (!directory.stats.isDirectory()) throw new FileError('not_a_directory', `${given} is not a directory.`);
  try {
    utimesSync(directory.self, atimeMs / 1000, mtimeMs / 1000);
    chmodSync(directory.self, mode & 0o777);
  } catch (error) {
    if (errorCode(error) !== 'EPERM') throw error;
  }
  directory.checkSame();
};
