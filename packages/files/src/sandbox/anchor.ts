// Anchor: a hold on one object of the file system, whatever happens to its names meanwhile. Where there is no /proc it
// is a real path, and what was there: both are checked again before and after each use.
import { isUtf8 } from 'node:buffer';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  realpathSync,
  type BigIntStats,
} from 'node:fs';
import { basename, dirname, join, parse, sep } from 'node:path';
import { isShortName, nameProblem } from '@mcp/directories/windows-paths';
import { errnoError } from '../file-error.ts';

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

/** Windows takes no longer path for a working directory. Then a path has to do, which others may swap. */
const MAX_WORKING_DIRECTORY = process.platform === 'win32' ? 240 : Infinity;

class CheckedAnchor implements Anchor {
  readonly path: string;
  readonly stats: BigIntStats;

  constructor(path: string) {
    this.path = path;
    this.stats = lstatSync(path, { bigint: true });
  }

  get self(): string {
    return this.path;
  }

  at(name: string): string {
    return join(this.path, name);
  }

  // The working directory is the one directory that Node holds here by itself and not by its name.
  within<T>(work: (prefix: string) => T): T {
    if (this.path.length > MAX_WORKING_DIRECTORY) {
      this.checkUnmoved();
      return work(`${this.path}${sep}`);
    }
    const home = process.cwd();
    process.chdir(this.path);
    try {
      const isHere = process.cwd() === this.path && isSame(this.stats, lstatSync('.', { bigint: true }));
      if (!isHere) throw errnoError('ELOOP');
      return work('');
    } finally {
      enterAgain(home);
    }
  }

  child(name: string | Buffer): Anchor {
    if (typeof name !== 'string' && !isUtf8(name)) throw errnoError('EILSEQ');
    // The rules have judged this name: on Windows it must not be another one for something else.
    if (nameProblem(String(name)) !== undefined) throw errnoError('EINVAL');
    if (isShortName(this.path, String(name))) throw errnoError('ENOENT');
    const path = this.at(String(name));
    const anchor = holdChecked(path, 'hold');
    if (anchor.path !== path) throw errnoError('ELOOP');
    return anchor;
  }

  open(flags: number): number {
    // Windows has neither flag.
    const careful = (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
    const descriptor = this.#openBelow(flags | careful);
    try {
      if (!isSame(this.stats, fstatSync(descriptor, { bigint: true }))) throw errnoError('ELOOP');
      this.checkUnmoved();
      return descriptor;
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }

  // Below its directory, which no process can swap while it is the working directory. Threads have none of their own.
  #openBelow(flags: number): number {
    const directory = dirname(this.path);
    const { isMainThread } = process.getBuiltinModule('node:worker_threads');
    if (!isMainThread || directory === this.path) return openSync(this.path, flags);
    return holdChecked(directory, 'hold').within((prefix) =>
      openSync(`${prefix}${basename(this.path)}`, flags),
    );
  }

  checkSame(): void {
    this.checkUnmoved();
  }

  checkUnmoved(): void {
    const isUnmoved = realPath(this.path, 'hold') === this.path;
    if (!isUnmoved || !isSame(this.stats, lstatSync(this.path, { bigint: true }))) throw errnoError('ELOOP');
  }

  [Symbol.dispose](): void {
    // Nothing is open.
  }
}

// It may be gone. All paths of the server are absolute, so any other will do.
const enterAgain = (directory: string): void => {
  try {
    process.chdir(directory);
  } catch {
    process.chdir(parse(directory).root);
  }
};

/** See `hold`. */
export const holdChecked = (path: string, last: LastLink): Anchor => new CheckedAnchor(realPath(path, last));

const realPath = (path: string, last: LastLink): string =>
  last === 'follow' ? realpathSync.native(path) : join(realpathSync.native(dirname(path)), basename(path));

/** Whether both are of one object of the file system. Undefined is of none. */
export const isSame = (a: BigIntStats | undefined, b: BigIntStats | undefined): boolean =>
  a !== undefined && a.dev === b?.dev && a.ino === b.ino;
