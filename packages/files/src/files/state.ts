// State: facts about a file that need no reading, and the etag that changes with it.
import type { BigIntStats, Dirent } from 'node:fs';
import { FileError } from '../file-error.ts';

export type EntryType = 'file' | 'directory' | 'symlink' | 'other';

export interface Entry {
  readonly name: string;
  readonly type: EntryType;
}

/** An entry with its size in bytes and its time. Both are absent in a directory that may be read but not entered. */
export interface EntryWithState extends Entry {
  readonly state?: { readonly size: number; readonly mtimeMs: number };
}

/** Returns the type of an entry, from stats or a directory entry. */
export const toEntryType = (entry: Pick<Dirent, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): EntryType => {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'symlink' : 'other';
};

/** The state of a file, directory or link. Sizes are bytes, times are milliseconds since 1970. */
export interface FileState {
  readonly type: EntryType;
  readonly size: number;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly atimeMs: number;
  readonly mtimeMs: number;
  readonly birthtimeMs: number;
  /** Opaque. A different value means that content, identity or permissions may have changed. */
  readonly etag: string;
}

export interface WriteResult {
  /** With links resolved. */
  readonly path: string;
  readonly bytes: number;
  readonly created: boolean;
  readonly state: FileState;
}

export const toState = (stats: BigIntStats): FileState => ({
  type: toEntryType(stats),
  size: Number(stats.size),
  mode: Number(stats.mode & 0o7777n),
  uid: Number(stats.uid),
  gid: Number(stats.gid),
  atimeMs: toMs(stats.atimeNs),
  mtimeMs: toMs(stats.mtimeNs),
  birthtimeMs: toMs(stats.birthtimeNs),
  etag: toEtag(stats),
});

const toMs = (ns: bigint): number => Math.round(Number(ns) / 1e6);

/** Inode, size, and times of modification and change in nanoseconds. Every change alters one of them. */
const toEtag = ({ size, mtimeNs, ctimeNs, ino }: BigIntStats): string =>
  [ino, size, mtimeNs, ctimeNs].map((part) => part.toString(36)).join('-');

/** Returns a stamp that identifies a file, directory or link, and the content of a file. A rename keeps it. */
export const stampOf = (stats: BigIntStats | undefined): string => {
  if (stats === undefined) return '';
  const { ino, birthtimeNs, size, mtimeNs } = stats;
  // Only Linux reuses inode numbers; elsewhere a new name or time changes the time of birth.
  const born = process.platform === 'linux' ? birthtimeNs : 0n;
  return (stats.isFile() ? [ino, born, size, mtimeNs] : [ino, born]).join('-');
};

/**
 * Checks that a file still has the etag. `stats` is undefined if there is none.
 *
 * @throws {FileError} `changed`.
 */
export const checkMatch = (
  given: string,
  stats: BigIntStats | undefined,
  ifMatch: string | undefined,
): void => {
  if (ifMatch === undefined || (stats !== undefined && toEtag(stats) === ifMatch)) return;
  const problem = stats === undefined ? 'does not exist any more' : 'has changed since its etag was taken';
  throw new FileError('changed', `${given} ${problem}; nothing was done.`, {
    hint: 'Read it again, then decide.',
  });
};
