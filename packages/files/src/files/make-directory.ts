// Creates directories with their missing parents, and sets permissions and times.
import { chmodSync, lstatSync, mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, FileError } from '../file-error.ts';
import type { RelativePath, Scope } from '../sandbox/scope.ts';
import { resolveByName, resolvePath } from '../sandbox/resolve.ts';
import type { Recorder } from '../undo/store.ts';
import { stampOf, type FileState } from './state.ts';

export interface MakeDirectoryResult {
  /** With links resolved. */
  readonly path: string;
  /** The real paths of the created directories, from the top. */
  readonly created: readonly string[];
}

/**
 * Creates a directory and its missing parents. Links are followed as long as they stay inside.
 *
 * @throws {FileError} `exists` if the path is something else.
 */
export const makeDirectory = (
  scope: Scope,
  given: string,
  relative: RelativePath = scope.toRelative(given),
  change?: Recorder,
): MakeDirectoryResult => {
  const created: string[] = [];
  using made = resolveByName(scope, given, relative, (parent, name) => {
    const path = join(parent.path, name);
    scope.checkChange(path, given);
    parent.checkUnmoved();
    try {
      const stats = parent.within((prefix) => {
        mkdirSync(prefix + name);
        return lstatSync(prefix + name, { bigint: true });
      });
      created.push(path);
      change?.record({ kind: 'made', path, left: stampOf(stats) });
    } catch (error) {
      // Another process created it first.
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  });
  if (!made.stats.isDirectory()) throw new FileError('exists', `${given} exists and is not a directory.`);
  return { path: made.path, created };
};

/**
 * Sets permissions and times of a directory, as far as its file system supports them.
 *
 * @throws {FileError} if it is not a directory or may not be changed.
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
