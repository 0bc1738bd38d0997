// Creates anchors. On Linux an anchor is an open descriptor, used through its path under /proc: names can be swapped,
// the descriptor cannot.
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
import { anchorChecked, isSame, type Anchor, type LastLink } from './anchor.ts';

/**
 * How anchors work. `descriptor`: by an open descriptor, so what was checked is what is used (Linux). `checked`: by
 * path, checked before and after use; a process that swaps directories at the right moment can still win.
 */
export type AnchoringKind = 'descriptor' | 'checked';

/** Returns the best kind of this machine. */
export const detectAnchoring = (): AnchoringKind => {
  // Descriptors need Linux with /proc.
  if (process.platform !== 'linux') return 'checked';
  try {
    using anchor = anchorDescriptor('/', 'follow');
    return anchor.path === '/' && lstatSync(anchor.self).isSymbolicLink() ? 'descriptor' : 'checked';
  } catch {
    return 'checked';
  }
};

/**
 * Anchors what a path leads to, wherever that is: check `path` of the result.
 *
 * @throws {Error} of the file system.
 */
export const anchorAt = (kind: AnchoringKind, path: string, last: LastLink): Anchor =>
  kind === 'descriptor' ? anchorDescriptor(path, last) : anchorChecked(path, last);

/**
 * Anchors what is at a real path, without following links.
 *
 * @throws {Error} of the file system; ENOENT if the path leads elsewhere now.
 */
export const anchorReal = (kind: AnchoringKind, path: string): Anchor => {
  const anchor = anchorAt(kind, path, 'nofollow');
  if (anchor.path === path) return anchor;
  anchor[Symbol.dispose]();
  throw errnoError('ENOENT');
};

const DESCRIPTORS = '/proc/self/fd';
/** The kernel's suffix for the path of a deleted object. */
const DELETED = ' (deleted)';

class DescriptorAnchor implements Anchor {
  readonly path: string;
  readonly stats: BigIntStats;
  readonly self: string;
  #descriptor: number;

  /** `path` is for display, if the kernel's path may not be UTF-8. */
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
    if (typeof name === 'string') return anchorDescriptor(this.at(name), 'nofollow');
    const path = join(this.path, name.toString());
    return openAnchor(Buffer.concat([Buffer.from(this.at('')), name]), O_PATH | constants.O_NOFOLLOW, path);
  }

  open(flags: number): number {
    return openSync(this.self, flags | constants.O_NONBLOCK | constants.O_NOCTTY);
  }

  checkSame(): void {
    // A descriptor always leads to its object.
  }

  checkUnmoved(): void {
    if (readlinkSync(this.self) !== this.path) throw errnoError('ELOOP');
  }

  [Symbol.dispose](): void {
    // Once only, because the number may be reused.
    if (this.#descriptor >= 0) closeSync(this.#descriptor);
    this.#descriptor = -1;
  }
}

const anchorDescriptor = (path: string, last: LastLink): Anchor =>
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
  // Different names that are not UTF-8 may look the same.
  if (path.includes('\uFFFD') && !isUtf8(readlinkSync(self, 'buffer'))) throw errnoError('EILSEQ');
  if (!path.endsWith(DELETED)) return path;
  // A file name may end like this.
  if (isSame(stats, lstatSync(path, { bigint: true, throwIfNoEntry: false }))) return path;
  throw errnoError('ENOENT');
};
