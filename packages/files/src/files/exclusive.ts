// Gives a file or directory a new name without ever replacing what has that name.
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

/** What a file system answers that has no hard links, or a kernel that protects this file from them. */
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
 * @throws {Error} EEXIST when the new name is taken; others of the file system.
 */
export const renameToNew = (from: string, to: string, isDirectory: boolean): void =>
  isDirectory ? renameDirectory(from, to) : linkOrRename(from, to);

/**
 * Renames a file, or a link. In one step the new name is there or refused; for a moment the file has both names. When
 * the old name cannot be taken away, the new one is given back.
 *
 * @throws {Error} EEXIST when the new name is taken.
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
 * Renames a directory: onto an empty one, which only we have made. Where something comes into it meanwhile, the rename
 * is refused.
 *
 * @throws {Error} EEXIST when the new name is taken.
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

// Without hard links: take the name with an empty file, and replace that. Another process that replaces the empty file
// in the moment between the look and the rename loses what it wrote.
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
