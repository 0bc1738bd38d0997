// Second names: what a change replaces gets a hidden name beside its own, by which it comes back without needing room.
import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  futimesSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  type BigIntStats,
} from 'node:fs';
import { errnoError } from '../failure.ts';
import { ContentWriter } from '../files/bytes.ts';
import { takeOver } from '../files/replace.ts';
import type { Target } from '../sandbox/target.ts';
import { temporaryName } from '../sandbox/temporary-name.ts';

/**
 * Gives what has a name a hidden name beside it, and returns that. A regular file keeps its own name too, if it can have two.
 * `keep` copies a file that others can still write to by another name.
 *
 * @throws {Error} of the file system.
 */
export const setAside = async (
  { directory, name }: Target,
  stats: BigIntStats,
  purpose: 'keep' | 'spare',
): Promise<string> => {
  const aside = temporaryName();
  if (stats.isFile() && (purpose === 'spare' || stats.nlink === 1n)) {
    try {
      directory.within((prefix) => linkSync(prefix + name, prefix + aside));
      return aside;
    } catch {
      // A file system without hard links, or a file that may not have one.
    }
  }
  if (stats.isFile() && purpose === 'keep') await copyWhole(directory.at(name), directory.at(aside));
  else directory.within((prefix) => renameSync(prefix + name, prefix + aside));
  return aside;
};

/**
 * Moves a file, or without `move` gives it another name; copies it where the disks differ.
 *
 * @returns whether it is a copy.
 * @throws {Error} of the file system.
 */
export const transfer = async (from: string, to: string, move?: 'move'): Promise<boolean> => {
  try {
    if (move === undefined) linkSync(from, to);
    else renameSync(from, to);
    return false;
  } catch {
    await copyWhole(from, to);
    if (move !== undefined) rmSync(from);
    return true;
  }
};

const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Copies a regular file with its owner, permissions and times. */
const copyWhole = async (from: string, to: string): Promise<void> => {
  const source = openSync(from, READ);
  try {
    const stats = fstatSync(source, { bigint: true });
    if (!stats.isFile()) throw errnoError('ELOOP');
    const copy = openSync(to, 'wx', 0o600);
    try {
      await new ContentWriter(copy).write(createReadStream('', { fd: source, autoClose: false, start: 0 }));
      takeOver(copy, stats, Number(stats.mode & 0o777n));
      futimesSync(copy, Number(stats.atimeNs) / 1e9, Number(stats.mtimeNs) / 1e9);
    } catch (error) {
      rmSync(to, { force: true });
      throw error;
    } finally {
      closeSync(copy);
    }
  } finally {
    closeSync(source);
  }
};
