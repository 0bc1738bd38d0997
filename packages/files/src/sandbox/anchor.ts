// Anchor: keeps referring to one object of the file system, even if its names change. Without /proc it is a real path
// with the stats of its object, which are checked again before and after each use.
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

/** Whether a link at the end of a path is followed, or anchored itself. Links before it are always followed. */
export type LastLink = 'follow' | 'nofollow';

/** Refers to a file, directory or link, without having opened it for reading. Dispose of it soon. */
export interface Anchor extends Disposable {
  /** Its real path when it was resolved. */
  readonly path: string;
  readonly stats: BigIntStats;
  /** A path to this object, for system calls. */
  readonly self: string;
  /** A path to an entry of this directory, for system calls. */
  at(name: string): string;
  /**
   * Runs synchronous work on entries of this directory. `prefix` before a name leads to the entry, whatever happens to
   * the names above it. Only on the main thread.
   *
   * @throws {Error} ELOOP if the directory cannot be found again; and whatever the work throws.
   */
  within<T>(work: (prefix: string) => T): T;
  /**
   * Anchors an entry of this directory; a link itself. A name given as bytes need not be UTF-8; then `path` is only for
   * display.
   *
   * @throws {Error} of the file system.
   */
  child(name: string | Buffer): Anchor;
  /**
   * Opens this object; returns the descriptor. Adds O_NONBLOCK, so that it never waits for the other end of a pipe.
   *
   * @throws {Error} of the file system.
   */
  open(flags: number): number;
  /**
   * Checks that `self` and `at` still lead to this object. Does nothing where that is certain.
   *
   * @throws {Error} ELOOP if they do not.
   */
  checkSame(): void;
  /**
   * Checks that the object is still at its path.
   *
   * @throws {Error} ELOOP if it is not.
   */
  checkUnmoved(): void;
}

/** The limit of Windows for a working directory. Longer ones are used by path, which others may swap. */
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

  // The working directory is the only directory that Node refers to by itself rather than by its name.
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
    // Rules were checked against this name, so on Windows it must not stand for another one.
    if (nameProblem(String(name)) !== undefined) throw errnoError('EINVAL');
    if (isShortName(this.path, String(name))) throw errnoError('ENOENT');
    const path = this.at(String(name));
    const anchor = anchorChecked(path, 'nofollow');
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

  // Opens the file from inside its directory, which no process can swap while it is the working directory. Threads have
  // no working directory.
  #openBelow(flags: number): number {
    const directory = dirname(this.path);
    const { isMainThread } = process.getBuiltinModule('node:worker_threads');
    if (!isMainThread || directory === this.path) return openSync(this.path, flags);
    return anchorChecked(directory, 'nofollow').within((prefix) =>
      openSync(`${prefix}${basename(this.path)}`, flags),
    );
  }

  checkSame(): void {
    this.checkUnmoved();
  }

  checkUnmoved(): void {
    const isUnmoved = realPath(this.path, 'nofollow') === this.path;
    if (!isUnmoved || !isSame(this.stats, lstatSync(this.path, { bigint: true }))) throw errnoError('ELOOP');
  }

  [Symbol.dispose](): void {}
}

// It may be gone. The server uses absolute paths only, so any directory will do.
const enterAgain = (directory: string): void => {
  try {
    process.chdir(directory);
  } catch {
    process.chdir(parse(directory).root);
  }
};

export const anchorChecked = (path: string, last: LastLink): Anchor =>
  new CheckedAnchor(realPath(path, last));

const realPath = (path: string, last: LastLink): string =>
  last === 'follow' ? realpathSync.native(path) : join(realpathSync.native(dirname(path)), basename(path));

/** Whether both describe the same object of the file system. False for undefined. */
export const isSame = (a: BigIntStats | undefined, b: BigIntStats | undefined): boolean =>
  a !== undefined && a.dev === b?.dev && a.ino === b.ino;
