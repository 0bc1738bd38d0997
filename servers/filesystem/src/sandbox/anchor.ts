// Anchor: a hold on one object of the file system, whatever happens to its names meanwhile.
import type { BigIntStats } from 'node:fs';
import { errnoError } from '../failure.ts';
import { holdChecked } from './checked-anchor.ts';
import { canHoldDescriptors, holdDescriptor } from './descriptor-anchor.ts';

/**
 * How objects are held. `descriptor`: by an open descriptor, so what was checked is what is used (Linux). `checked`: by
 * path, which is checked before and after use; a process that swaps directories at the right moment can still win.
 */
export type AnchoringKind = 'descriptor' | 'checked';

/** Whether a link at the end of a path is followed or held itself. Links before it are always followed. */
export type LastLink = 'follow' | 'hold';

/** A hold on a file, directory or link. Nothing of it has been opened for reading. Dispose of it soon. */
export interface Anchor extends Disposable {
  /** Its real path at the moment when it was held. */
  readonly path: string;
  readonly stats: BigIntStats;
  /** A path that leads to this object, for calls of the file system. */
  readonly self: string;
  /** A path that leads to an entry of this directory, for calls of the file system. */
  at(name: string): string;
  /**
   * Runs synchronous work on entries of this directory: `prefix` before a name leads to the entry, whatever happens to
   * the names above it. Only on the main thread.
   *
   * @throws {Error} ELOOP when the directory cannot be found again; and what the work throws.
   */
  within<T>(work: (prefix: string) => T): T;
  /**
   * Holds an entry of this directory; a link itself. A name given as bytes need not be UTF-8: `path` is then only for
   * people.
   *
   * @throws {Error} of the file system.
   */
  child(name: string | Buffer): Anchor;
  /**
   * Opens this very object; returns the descriptor. O_NONBLOCK is added: it never waits for the other end of a pipe.
   *
   * @throws {Error} of the file system.
   */
  open(flags: number): number;
  /**
   * Makes sure that `self` and `at` lead to what is held. Costs nothing where that is certain.
   *
   * @throws {Error} ELOOP when they do not.
   */
  checkSame(): void;
  /**
   * Makes sure that the object still is where it was.
   *
   * @throws {Error} ELOOP when it is not.
   */
  checkUnmoved(): void;
}

/** The best that this machine can do. */
export const detectAnchoring = (): AnchoringKind => (canHoldDescriptors() ? 'descriptor' : 'checked');

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
