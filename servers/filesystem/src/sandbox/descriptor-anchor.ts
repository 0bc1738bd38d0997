// Anchors on Linux: an open descriptor, used by its path under /proc. Names can be swapped, the descriptor cannot.
import { isUtf8 } from 'node:buffer';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  type BigIntStats,
  type Dirent,
} from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { errnoError } from '../failure.ts';
import type { Anchor, LastLink } from './anchor.ts';

// Node does not name it; all of its platforms have this value. Such a descriptor opens nothing: no driver, no pipe.
const O_PATH = 0o10_000_000;
const DESCRIPTORS = '/proc/self/fd';
/** What the kernel adds to the path of something that has no name any more. */
const DELETED = ' (deleted)';

class DescriptorAnchor implements Anchor {
  readonly path: string;
  readonly stats: BigIntStats;
  readonly self: string;
  #descriptor: number;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
    this.self = `${DESCRIPTORS}/${descriptor}`;
    this.stats = fstatSync(descriptor, { bigint: true });
    this.path = readPlace(this.self, this.stats);
  }

  at(name: string): string {
    return `${this.self}/${name}`;
  }

  among<T>(work: (prefix: string) => T): T {
    // As the working directory, until the work is done: nothing else runs meanwhile. Threads cannot do that.
    if (!isMainThread) return work(`${this.self}/`);
    const home = workingDirectory();
    process.chdir(this.self);
    try {
      return work('');
    } finally {
      process.chdir(home);
    }
  }

  open(flags: number): number {
    return openSync(this.self, flags | constants.O_NONBLOCK | constants.O_NOCTTY);
  }

  verify(): void {
    if (readlinkSync(this.self) !== this.path) throw errnoError('ELOOP');
  }

  confirm(): void {
    // A descriptor needs no second look.
  }

  [Symbol.dispose](): void {
    // Only once: the number may be another's by then.
    if (this.#descriptor >= 0) closeSync(this.#descriptor);
    this.#descriptor = -1;
  }
}

// It may be gone. All paths of the server are absolute, so any other will do.
const workingDirectory = (): string => {
  try {
    const path = process.cwd();
    return lstatSync(path).isDirectory() ? path : '/';
  } catch {
    return '/';
  }
};

/** See `hold`. */
export const holdDescriptor = (path: string, last: LastLink): Anchor => {
  const descriptor = openSync(path, last === 'follow' ? O_PATH : O_PATH | constants.O_NOFOLLOW);
  try {
    return new DescriptorAnchor(descriptor);
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
};

/** A directory file of this size has some thousand names. */
const QUICK_BYTES = 131_072;

/** See `listReal`. */
export const listDescriptor = (path: string): Dirent[] | undefined => {
  if (path.endsWith(DELETED) || path.includes('\uFFFD')) return undefined;
  const descriptor = openSync(path, O_PATH | constants.O_NOFOLLOW);
  try {
    const self = `${DESCRIPTORS}/${descriptor}`;
    if (readlinkSync(self) !== path) throw errnoError('ENOENT');
    const stats = fstatSync(descriptor);
    if (!stats.isDirectory() || stats.size > QUICK_BYTES) return undefined;
    return readdirSync(self, { withFileTypes: true });
  } finally {
    closeSync(descriptor);
  }
};

/** Whether this machine has what it takes: Linux with /proc. */
export const canHoldDescriptors = (): boolean => {
  if (process.platform !== 'linux') return false;
  try {
    using anchor = holdDescriptor('/', 'follow');
    return anchor.path === '/' && lstatSync(anchor.self).isSymbolicLink();
  } catch {
    return false;
  }
};

const readPlace = (self: string, stats: BigIntStats): string => {
  const path = readlinkSync(self);
  // Two names that are not UTF-8 may look the same.
  if (path.includes('\uFFFD') && !isUtf8(readlinkSync(self, 'buffer'))) throw errnoError('EILSEQ');
  if (path.endsWith(DELETED) && !isSame(stats, path)) throw errnoError('ENOENT');
  return path;
};

const isSame = ({ dev, ino }: BigIntStats, path: string): boolean => {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stats?.dev === dev && stats.ino === ino;
};
