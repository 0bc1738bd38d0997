// What is known of a file without reading it: its entry in a directory, its state, and the etag that changes with it.
import type { BigIntStats, Dirent } from 'node:fs';
import { FileError } from '../file-error.ts';

/** What an entry is. */
export type EntryType = 'file' | 'directory' | 'symlink' | 'other';

/** One entry of a directory. */
export interface Entry {
  readonly name: string;
  readonly type: EntryType;
}

/** An entry with its size in bytes and its time; without them where the directory may be read but not entered. */
export interface EntryWithState extends Entry {
  readonly state?: { readonly size: number; readonly mtimeMs: number };
}

/** Returns the type of an entry, from stats or a directory entry of Node. */
export const toEntryType = (entry: Pick<Dirent, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): EntryType => {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'symlink' : 'other';
};

/** The state of a file, directory or link. Sizes are bytes, times are milliseconds since 1970. */
export interface FileState {
  readonly type: EntryType;
  readonly size: number;
  /** The permission bits. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly atimeMs: number;
  readonly mtimeMs: number;
  readonly birthtimeMs: number;
  /** Opaque. Another value means that the content, the name's file or its permissions may have changed. */
  readonly etag: string;
}

/** A file that was written. */
export interface WriteResult {
  /** With links resolved. */
  readonly path: string;
  /** How many bytes were written. */
  readonly bytes: number;
  /** There was none before. */
  readonly created: boolean;
  readonly state: FileState;
}

/** The state for what the file system says. */
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

// Rounded like the dates of Node.
const toMs = (ns: bigint): number => Math.round(Number(ns) / 1e6);

/** Size, modification and change time in nanoseconds, and which file it is. Every change changes one of them. */
const toEtag = ({ size, mtimeNs, ctimeNs, ino }: BigIntStats): string =>
  [ino, size, mtimeNs, ctimeNs].map((part) => part.toString(36)).join('-');

/** Tells one file, directory or link from another, and one content of a file from another. It survives a rename. */
export const stampOf = (stats: BigIntStats | undefined): string => {
  if (stats === undefined) return '';
  const { ino, birthtimeNs, size, mtimeNs } = stats;
  // Elsewhere numbers are not used again, and this time changes when a file gets a name or another time.
  const born = process.platform === 'linux' ? birthtimeNs : 0n;
  return (stats.isFile() ? [ino, born, size, mtimeNs] : [ino, born]).join('-');
};

/**
 * Checks that a file is still the one that the caller knows. `stats` is undefined when there is none.
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
