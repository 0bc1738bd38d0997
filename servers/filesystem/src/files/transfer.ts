// Transfer: gives a file of a hidden name another name or place, as it is.
import {
  closeSync,
  constants,
  fstatSync,
  futimesSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { errnoError } from '../failure.ts';
import { ContentWriter } from './bytes.ts';
import { OpenFile } from './read.ts';
import { takeOver } from './replace.ts';

const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Opens a file of a hidden name for reading. */
export const openHidden = (path: string): OpenFile => {
  const descriptor = openSync(path, READ);
  return new OpenFile(descriptor, { path, stats: fstatSync(descriptor, { bigint: true }) });
};

/**
 * Gives a file another name, or with `move` a new one; copies it where that cannot be, as from one disk to another.
 *
 * @throws {Error} of the file system.
 */
export const transfer = async (from: string, to: string, how: 'link' | 'move' | 'copy'): Promise<void> => {
  try {
    if (how === 'link') return linkSync(from, to);
    if (how === 'move') return renameSync(from, to);
  } catch {
    // Two disks, a file system without hard links, or a file that may not have one.
  }
  await copyWhole(from, to);
  if (how === 'move') rmSync(from);
};

/** Copies a file with its owner, permissions and times. */
const copyWhole = async (from: string, to: string): Promise<void> => {
  using source = openHidden(from);
  const { type, mode, uid, gid, atimeMs, mtimeMs } = source.state;
  if (type !== 'file') throw errnoError('ELOOP');
  const copy = openSync(to, 'wx', 0o600);
  try {
    await new ContentWriter(copy).write(source.parts());
    takeOver(copy, { uid, gid }, mode & 0o777);
    futimesSync(copy, atimeMs / 1000, mtimeMs / 1000);
  } catch (error) {
    rmSync(to, { force: true });
    throw error;
  } finally {
    closeSync(copy);
  }
};
