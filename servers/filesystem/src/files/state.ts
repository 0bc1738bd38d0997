// State: what can be told of a file without reading it, and the etag that changes with it.
import type { BigIntStats } from 'node:fs';
import { FileError } from '../failure.ts';

/** What an entry is. */
export type EntryType = 'file' | 'directory' | 'symlink' | 'other';

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
  readonly ctimeMs: number;
  readonly birthtimeMs: number;
  /** Opaque. Another value means that the content, the name's file or its permissions may have changed. */
  readonly etag: string;
}

/** The state for what the file system says. Each member costs only when it is asked for: lists have thousands. */
export const toState = (stats: BigIntStats): FileState => new StatsState(stats);

class StatsState implements FileState {
  readonly #stats: BigIntStats;

  constructor(stats: BigIntStats) {
    this.#stats = stats;
  }

  get type(): EntryType {
    return toType(this.#stats);
  }

  get size(): number {
    return Number(this.#stats.size);
  }

  get mode(): number {
    return Number(this.#stats.mode & 0o7777n);
  }

  get uid(): number {
    return Number(this.#stats.uid);
  }

  get gid(): number {
    return Number(this.#stats.gid);
  }

  get atimeMs(): number {
    return toMs(this.#stats.atimeNs);
  }

  get mtimeMs(): number {
    return toMs(this.#stats.mtimeNs);
  }

  get ctimeMs(): number {
    return toMs(this.#stats.ctimeNs);
  }

  get birthtimeMs(): number {
    return toMs(this.#stats.birthtimeNs);
  }

  get etag(): string {
    return toEtag(this.#stats);
  }
}

// Rounded like the dates of Node.
const toMs = (ns: bigint): number => Math.round(Number(ns) / 1e6);

/** Size, modification and change time in nanoseconds, and which file it is. Every change changes one of them. */
export const toEtag = ({ size, mtimeNs, ctimeNs, ino }: BigIntStats): string =>
  [ino, size, mtimeNs, ctimeNs].map((part) => part.toString(36)).join('-');

const toType = (stats: BigIntStats): EntryType => {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'directory';
  return stats.isSymbolicLink() ? 'symlink' : 'other';
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
