// Tree: a directory with its contents, for searches. Links are not followed.
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { FileError, toFailure } from '../file-error.ts';
import type { Anchor } from '../sandbox/anchor.ts';
import { anchorReal } from '../sandbox/anchoring.ts';
import { resolvePath } from '../sandbox/resolve.ts';
import type { Scope } from '../sandbox/scope.ts';
import type { Entry, EntryWithState } from './state.ts';
import { entriesOf } from './list.ts';
import { checkRegular, type Chunk } from './content.ts';

/** Read size. */
export const PIECE_BYTES = 1_048_576;

/** An open file. Dispose of it before opening the next one. */
export interface TreeFile extends Disposable {
  /** Reads up to `PIECE_BYTES` at an offset; fewer only at the end. The next `read` may overwrite them. */
  read(offset: number): Chunk;
}

/**
 * Opens a tree. Everything in it is resolved by its real path and anchored before use, so that it can be walked in any
 * order.
 */
export const openTree = (scope: Scope, given: string): Tree => {
  try {
    using top = resolvePath(scope, given);
    if (!top.stats.isDirectory()) throw new FileError('not_a_directory', `${given} is not a directory.`);
    return new Tree(scope, top.path, given);
  } catch (error) {
    throw toFailure(given, error);
  }
};

/** The directory of the last opened file, because the next one is usually in it. */
interface OpenDirectory {
  readonly path: string;
  readonly anchor: Anchor;
  readonly isHidden: (name: string) => boolean;
}

/**
 * A directory tree. Paths are relative to its top, with `/` between names; '' is the top itself. Methods throw a
 * `FileError` for unreadable entries, and the rest stays readable.
 */
export class Tree implements Disposable {
  readonly path: string;
  readonly #scope: Scope;
  readonly #given: string;
  #directory: OpenDirectory | undefined;
  #buffer: Buffer | undefined;

  constructor(scope: Scope, path: string, given: string) {
    this.#scope = scope;
    this.path = path;
    this.#given = given;
  }

  /** Lists a directory by name, without denied entries. */
  list(path: string): readonly Entry[] {
    const real = this.#real(path);
    try {
      this.#scope.check(real, real);
      using anchor = anchorReal(this.#scope.rules.anchoring, real);
      return entriesOf(this.#scope, anchor, real);
    } catch (error) {
      throw toFailure(path === '' ? this.#given : real, error);
    }
  }

  /** Opens a regular file. Blocks, so use it on a search thread. */
  open(path: string): TreeFile {
    try {
      const { anchor, isHidden } = this.#enter(path);
      const name = nameOf(path);
      // Throws the usual error.
      if (isHidden(name)) this.#scope.check(join(anchor.path, name), path);
      return this.#openIn(anchor, name);
    } catch (error) {
      throw toFailure(this.#real(path), error);
    }
  }

  /** Returns size and time of an entry, without following links; undefined if it is gone or hidden. */
  state(path: string): EntryWithState['state'] {
    try {
      const { anchor, isHidden } = this.#enter(path);
      const name = nameOf(path);
      const stats = isHidden(name) ? undefined : lstatSync(anchor.at(name), { throwIfNoEntry: false });
      anchor.checkSame();
      return stats && { size: stats.isDirectory() ? 0 : stats.size, mtimeMs: stats.mtimeMs };
    } catch {
      return undefined;
    }
  }

  [Symbol.dispose](): void {
    this.#directory?.anchor[Symbol.dispose]();
    this.#directory = undefined;
  }

  #real(path: string): string {
    return path === '' ? this.path : join(this.path, path);
  }

  /** Opens the directory of an entry. Its rules are evaluated once. */
  #enter(path: string): OpenDirectory {
    const above = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    // Reuses the last directory, because this runs for every file of a search.
    if (this.#directory?.path === above) return this.#directory;
    this[Symbol.dispose]();
    const real = this.#real(above);
    this.#scope.check(real, real);
    const isHidden = this.#scope.hiddenIn(real);
    this.#directory = { path: above, isHidden, anchor: anchorReal(this.#scope.rules.anchoring, real) };
    return this.#directory;
  }

  #openIn(directory: Anchor, name: string): TreeFile {
    const buffer = (this.#buffer ??= Buffer.allocUnsafeSlow(PIECE_BYTES));
    // Unlike a descriptor, a path can lead elsewhere a moment later.
    if (this.#scope.rules.anchoring === 'checked') {
      const path = join(directory.path, name);
      using anchor = anchorReal('checked', path);
      checkRegular(anchor, path);
      return new OpenTreeFile(anchor.open(constants.O_RDONLY), Number(anchor.stats.size), buffer);
    }
    const descriptor = openSync(directory.at(name), FLAGS);
    const stats = fstatSync(descriptor);
    if (stats.isFile()) return new OpenTreeFile(descriptor, stats.size, buffer);
    closeSync(descriptor);
    throw new FileError('not_regular', `${join(directory.path, name)} is not a regular file.`);
  }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Reads into a buffer that all files of a tree share. A class, because a search creates one per file. */
class OpenTreeFile implements TreeFile {
  readonly #descriptor: number;
  readonly #size: number;
  readonly #buffer: Buffer;

  constructor(descriptor: number, size: number, buffer: Buffer) {
    this.#descriptor = descriptor;
    this.#size = size;
    this.#buffer = buffer;
  }

  read(offset: number): Chunk {
    const { length } = this.#buffer;
    for (let filled = 0; filled < length;) {
      const count = readSync(this.#descriptor, this.#buffer, filled, length - filled, offset + filled);
      filled += count;
      // A file with a size needs no further read. Files in /proc have size 0.
      const isEnd = count === 0 || (this.#size > 0 && offset + filled === this.#size);
      if (isEnd) return { bytes: this.#buffer.subarray(0, filled), isEnd };
    }
    return { bytes: this.#buffer, isEnd: false };
  }

  [Symbol.dispose](): void {
    closeSync(this.#descriptor);
  }
}

// At worst these flags open something that is no longer a regular file, without waiting for it.
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;
