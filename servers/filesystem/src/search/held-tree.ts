// A tree for searches that read thousands of small files: a directory is held once for all files in it.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { holdReal, type Anchor } from '../anchored/anchor.ts';
import type { Tree } from '../anchored/tree.ts';
import { FileError, toFailure } from '../failure.ts';
import type { Scope } from '../policy/scope.ts';
import type { Entry, ReadableBytes, WalkSource } from '../walk/walk-source.ts';
import { PIECE_BYTES } from './file-scan.ts';

// What is no regular file any more is opened at worst, never waited for, and not read.
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/** Only for `descriptor` anchoring, and for a thread of its own: it reads synchronously into one buffer. */
export class HeldTree implements WalkSource, Disposable {
  readonly #tree: Tree;
  readonly #scope: Scope;
  readonly #buffer = Buffer.allocUnsafeSlow(PIECE_BYTES);
  #held: { readonly directory: string; readonly anchor: Anchor } | undefined;

  constructor(tree: Tree, scope: Scope) {
    this.#tree = tree;
    this.#scope = scope;
  }

  list(path: string): readonly Entry[] | Promise<readonly Entry[]> {
    return this.#tree.list(path);
  }

  async read<T>(path: string, use: (file: ReadableBytes) => T | Promise<T>): Promise<T> {
    const slash = path.lastIndexOf('/');
    const real = join(this.#tree.path, path);
    try {
      this.#scope.check(real, real);
      const directory = slash < 0 ? this.#tree.path : join(this.#tree.path, path.slice(0, slash));
      const descriptor = openSync(this.#hold(directory).at(path.slice(slash + 1)), FLAGS);
      try {
        const stats = fstatSync(descriptor);
        if (!stats.isFile()) throw new FileError('not_regular', `${real} is not a regular file.`);
        const { size } = stats;
        return await use({
          size,
          read: (offset, maxBytes) => this.#read(descriptor, { size, offset, maxBytes }),
        });
      } finally {
        closeSync(descriptor);
      }
    } catch (error) {
      throw toFailure(real, error);
    }
  }

  #hold(directory: string): Anchor {
    if (this.#held?.directory !== directory) {
      this[Symbol.dispose]();
      this.#held = { directory, anchor: holdReal('descriptor', directory) };
    }
    return this.#held.anchor;
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
