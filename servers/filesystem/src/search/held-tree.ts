// A tree for searches that read thousands of small files: a directory is held once for all files in it.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { holdReal, type Anchor } from '../sandbox/anchor.ts';
import type { Tree } from '../files/tree.ts';
import { FileError, toFailure } from '../failure.ts';
import type { Scope } from '../sandbox/scope.ts';
import type { Entry, ReadableBytes, WalkSource } from './walk-source.ts';
import { PIECE_BYTES } from './file-scan.ts';

// What is no regular file any more is opened at worst, never waited for, and not read.
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/** The directory of the file that was read last, below the top of the tree. */
interface Held {
  readonly directory: string;
  readonly isHidden: (name: string) => boolean;
  readonly anchor: Anchor;
}

/** Only for `descriptor` anchoring, and for a thread of its own: it reads synchronously into one buffer. */
export class HeldTree implements WalkSource, Disposable {
  readonly #tree: Tree;
  readonly #scope: Scope;
  readonly #buffer = Buffer.allocUnsafeSlow(PIECE_BYTES);
  #held: Held | undefined;

  constructor(tree: Tree, scope: Scope) {
    this.#tree = tree;
    this.#scope = scope;
  }

  list(path: string): readonly Entry[] | Promise<readonly Entry[]> {
    return this.#tree.list(path);
  }

  async read<T>(path: string, use: (file: ReadableBytes) => T | Promise<T>): Promise<T> {
    const slash = path.lastIndexOf('/');
    const name = path.slice(slash + 1);
    try {
      const { anchor, isHidden } = this.#hold(slash < 0 ? '' : path.slice(0, slash));
      // Judged as any other path, for the message.
      if (isHidden(name)) this.#scope.check(join(anchor.path, name), path);
      const descriptor = openSync(anchor.at(name), FLAGS);
      try {
        const stats = fstatSync(descriptor);
        if (!stats.isFile()) throw new FileError('not_regular', `${this.#real(path)} is not a regular file.`);
        const { size } = stats;
        return await use({
          size,
          read: (offset, maxBytes) => this.#read(descriptor, { size, offset, maxBytes }),
        });
      } finally {
        closeSync(descriptor);
      }
    } catch (error) {
      throw toFailure(this.#real(path), error);
    }
  }

  #real(path: string): string {
    return join(this.#tree.path, path);
  }

  /** Rules are looked at once for a directory, and for each name in it. */
  #hold(directory: string): Held {
    if (this.#held?.directory === directory) return this.#held;
    this[Symbol.dispose]();
    const real = this.#real(directory);
    const isHidden = this.#scope.entriesIn(real, real);
    this.#held = { directory, isHidden, anchor: holdReal('descriptor', real) };
    return this.#held;
  }

  #read(
    descriptor: number,
    { size, offset, maxBytes }: { readonly size: number; readonly offset: number; readonly maxBytes: number },
  ): { readonly bytes: Buffer; readonly isEnd: boolean } {
    const buffer = maxBytes <= this.#buffer.length ? this.#buffer : Buffer.allocUnsafe(maxBytes);
    let length = 0;
    while (length < maxBytes) {
      const count = readSync(descriptor, buffer, length, maxBytes - length, offset + length);
      length += count;
      if (count === 0) return { bytes: buffer.subarray(0, length), isEnd: true };
      if (size > 0 && offset + length >= size) break;
    }
    return { bytes: buffer.subarray(0, length), isEnd: size > 0 && offset + length >= size };
  }

  [Symbol.dispose](): void {
    this.#held?.anchor[Symbol.dispose]();
    this.#held = undefined;
  }
}
