// Exclusive rename: never replaces an existing name.
import {
  closeSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  type BigIntStats,
} from 'node:fs';
import { errnoError, errorCode } from '../file-error.ts';
import { isSame } from '../sandbox/anchor.ts';
import { stampOf } from './state.ts';

/** Errors of file systems without hard links, and of kernels that protect a file from them. */
const NO_LINKS: ReadonlySet<string | undefined> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
]);

/**
 * Renames a file, a link or a directory without replacing anything.
 *
 * @throws {Error} EEXIST if the new name exists; others of the file system.
 */
export const renameToNew = (from: string, to: string, isDirectory: boolean): void =>
  isDirectory ? renameDirectory(from, to) : linkOrRename(from, to);

/**
 * Renames a file or link. The new name is created or refused in one step; for a moment the file has both names. If the
 * old name cannot be removed, the new one is removed again.
 *
 * @throws {Error} EEXIST if the new name is taken.
 */
export const linkOrRename = (from: string, to: string): void => {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!NO_LINKS.has(errorCode(error))) throw error;
    renameOntoPlaceholder(from, to);
    return;
  }
  try {
    unlinkSync(from);
  } catch (error) {
    if (isSame(statsOf(from), statsOf(to))) unlinkSync(to);
    throw error;
  }
};

/**
 * Renames a directory onto an empty one that we have just created. If something enters that one in the meantime, the
 * rename fails.
 *
 * @throws {Error} EEXIST if the new name is taken.
 */
const renameDirectory = (from: string, to: string): void => {
  mkdirSync(to, 0o700);
  try {
    renameSync(from, to);
  } catch (error) {
    rmdirSync(to);
    throw errorCode(error) === 'ENOTEMPTY' ? errnoError('EEXIST') : error;
  }
};

// Without hard links: creates an empty file and renames over it. A process that replaces the empty file between the
// check and the rename loses its data.
const renameOntoPlaceholder = (from: string, to: string): void => {
  closeSync(openSync(to, 'wx', 0o600));
  const placeholder = stampOf(statsOf(to));
  const isEmptyStill = (): boolean => stampOf(statsOf(to)) === placeholder;
  try {
    if (!isEmptyStill()) throw errnoError('EEXIST');
    renameSync(from, to);
  } catch (error) {
    if (isEmptyStill()) unlinkSync(to);
    throw error;
  }
};

const statsOf = (path: string): BigIntStats | undefined =>
  lstatSync(path, { bigint: true, throwIfNoEntry: false });
