// Tree: a directory with all that is below it, for searches. Links are not followed.
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { FileError, toFailure } from '../file-error.ts';
import type { Anchor } from '../sandbox/anchor.ts';
import { holdReal } from '../sandbox/hold.ts';
import { resolvePath } from '../sandbox/resolve.ts';
import type { Scope } from '../sandbox/scope.ts';
import type { Entry, EntryWithState } from './state.ts';
import { entriesOf } from './list.ts';
import { checkRegular, type Chunk } from './content.ts';

/** As much of a file is read at once. */
export const PIECE_BYTES = 1_048_576;

/** An open file. Dispose of it before the next one is opened. */
export interface TreeFile extends Disposable {
  /** Up to `PIECE_BYTES` from an offset on; fewer only at the end. The next `read` may overwrite them. */
  read(offset: number): Chunk;
}

/**
 * Opens a tree. Everything in it is found by its real path and held before it is used, so that it can be walked in any
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

/** The directory of the file that was opened last: most files are opened beside another one. */
interface OpenDirectory {
  readonly path: string;
  readonly anchor: Anchor;
  readonly isHidden: (name: string) => boolean;
}

/**
 * A directory tree. Paths are relative to its top, with `/` between names; '' is the top itself. Every method throws a
 * `FileError` for what cannot be read; the rest of the tree can be.
 */
export class Tree implements Disposable {
  /** The top, with links resolved. */
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

  /** The entries of one directory, by name, without what is denied. */
  list(path: string): readonly Entry[] {
    const real = this.#real(path);
    try {
      this.#scope.check(real, real);
      using anchor = holdReal(this.#scope.rules.anchoring, real);
      return entriesOf(this.#scope, anchor, real);
    } catch (error) {
      throw toFailure(path === '' ? this.#given : real, error);
    }
  }

  /** Opens a regular file for a thread that may wait for it. */
  open(path: string): TreeFile {
    try {
      const { anchor, isHidden } = this.#enter(path);
      const name = nameOf(path);
      // Judged as any other path, for the message.
      if (isHidden(name)) this.#scope.check(join(anchor.path, name), path);
      return this.#openIn(anchor, name);
    } catch (error) {
      throw toFailure(this.#real(path), error);
    }
  }

  /** Size and time of an entry, links not followed; undefined when it is gone or hidden. */
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

  /** Holds the directory of an entry. Rules are read once for a directory, and for each name in it. */
  #enter(path: string): OpenDirectory {
    const above = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    // Nothing is made for a file beside the last one: this runs for every file of a search.
    if (this.#directory?.path === above) return this.#directory;
    this[Symbol.dispose]();
    const real = this.#real(above);
    this.#scope.check(real, real);
    const isHidden = this.#scope.hiddenIn(real);
    this.#directory = { path: above, isHidden, anchor: holdReal(this.#scope.rules.anchoring, real) };
    return this.#directory;
  }

  #openIn(directory: Anchor, name: string): TreeFile {
    const buffer = (this.#buffer ??= Buffer.allocUnsafeSlow(PIECE_BYTES));
    // A path can lead elsewhere a moment later, a descriptor cannot.
    if (this.#scope.rules.anchoring === 'checked') {
      const path = join(directory.path, name);
      using anchor = holdReal('checked', path);
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

/** Reads into a buffer that all files of a tree share. A class, because a search makes one for every file. */
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
      // A file that knows its size need not be asked for more. One in /proc says 0.
      const isEnd = count === 0 || (this.#size > 0 && offset + filled === this.#size);
      if (isEnd) return { bytes: this.#buffer.subarray(0, filled), isEnd };
    }
    return { bytes: this.#buffer, isEnd: false };
  }

  [Symbol.dispose](): void {
    closeSync(this.#descriptor);
  }
}

// Something that is no regular file any more is opened at worst, never waited for, and not read.
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;
