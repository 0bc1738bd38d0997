// Hold: holds objects of the file system. On Linux by an open descriptor, used by its path under /proc: names can be
// swapped, the descriptor cannot.
import { isUtf8 } from 'node:buffer';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  type BigIntStats,
} from 'node:fs';
import { join } from 'node:path';
import { O_PATH } from '@mcp/directories/descriptor';
import { errnoError } from '../file-error.ts';
import { holdChecked, isSame, type Anchor, type LastLink } from './anchor.ts';

/**
 * How objects are held. `descriptor`: by an open descriptor, so what was checked is what is used (Linux). `checked`: by
 * path, which is checked before and after use; a process that swaps directories at the right moment can still win.
 */
export type AnchoringKind = 'descriptor' | 'checked';

/** The best that this machine can do. */
export const detectAnchoring = (): AnchoringKind => {
  // It takes Linux with /proc.
  if (process.platform !== 'linux') return 'checked';
  try {
    using anchor = holdDescriptor('/', 'follow');
    return anchor.path === '/' && lstatSync(anchor.self).isSymbolicLink() ? 'descriptor' : 'checked';
  } catch {
    return 'checked';
  }
};

/**
 * Holds what a path leads to, wherever that is: check `path` of the result.
 *
 * @throws {Error} of the file system.
 */
export const hold = (kind: AnchoringKind, path: string, last: LastLink): Anchor =>
  kind === 'descriptor' ? holdDescriptor(path, last) : holdChecked(path, last);

/**
 * Holds what is at a real path; links in it are not followed.
 *
 * @throws {Error} of the file system; ENOENT when the path leads elsewhere now.
 */
export const holdReal = (kind: AnchoringKind, path: string): Anchor => {
  const anchor = hold(kind, path, 'hold');
  if (anchor.path === path) return anchor;
  anchor[Symbol.dispose]();
  throw errnoError('ENOENT');
};

const DESCRIPTORS = '/proc/self/fd';
/** What the kernel adds to the path of something that has no name any more. */
const DELETED = ' (deleted)';

class DescriptorAnchor implements Anchor {
  readonly path: string;
  readonly stats: BigIntStats;
  readonly self: string;
  #descriptor: number;

  /** `path`: for people, where the kernel's own path need not be UTF-8. */
  constructor(descriptor: number, path?: string) {
    this.#descriptor = descriptor;
    this.self = `${DESCRIPTORS}/${descriptor}`;
    this.stats = fstatSync(descriptor, { bigint: true });
    this.path = path ?? readPath(this.self, this.stats);
  }

  at(name: string): string {
    return `${this.self}/${name}`;
  }

  within<T>(work: (prefix: string) => T): T {
    return work(this.at(''));
  }

  child(name: string | Buffer): Anchor {
    if (typeof name === 'string') return holdDescriptor(this.at(name), 'hold');
    const path = join(this.path, name.toString());
    return openAnchor(Buffer.concat([Buffer.from(this.at('')), name]), O_PATH | constants.O_NOFOLLOW, path);
  }

  open(flags: number): number {
    return openSync(this.self, flags | constants.O_NONBLOCK | constants.O_NOCTTY);
  }

  checkSame(): void {
    // A descriptor needs no second look.
  }

  checkUnmoved(): void {
    if (readlinkSync(this.self) !== this.path) throw errnoError('ELOOP');
  }

  [Symbol.dispose](): void {
    // Only once: the number may be another's by then.
    if (this.#descriptor >= 0) closeSync(this.#descriptor);
    this.#descriptor = -1;
  }
}

const holdDescriptor = (path: string, last: LastLink): Anchor =>
  openAnchor(path, last === 'follow' ? O_PATH : O_PATH | constants.O_NOFOLLOW);

const openAnchor = (at: string | Buffer, flags: number, path?: string): Anchor => {
  const descriptor = openSync(at, flags);
  try {
    return new DescriptorAnchor(descriptor, path);
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
};

const readPath = (self: string, stats: BigIntStats): string => {
  const path = readlinkSync(self);
  // Two names that are not UTF-8 may look the same.
  if (path.includes('\uFFFD') && !isUtf8(readlinkSync(self, 'buffer'))) throw errnoError('EILSEQ');
  if (!path.endsWith(DELETED)) return path;
  // A name may really end like this.
  if (isSame(stats, lstatSync(path, { bigint: true, throwIfNoEntry: false }))) return path;
  throw errnoError('ENOENT');
};
