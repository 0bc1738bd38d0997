// Opens and reads regular files only: a pipe, device or socket would block or never end.
import { closeSync, constants, read as readWithCallback, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { FileError } from '../file-error.ts';
import type { Anchor } from '../sandbox/anchor.ts';
import { resolvePath } from '../sandbox/resolve.ts';
import type { Scope } from '../sandbox/scope.ts';
import { toState, type FileState } from './state.ts';

/** Some bytes of a file. */
export interface Chunk {
  readonly bytes: Buffer;
  /** The file ends with these bytes. */
  readonly isEnd: boolean;
}

/** Something whose bytes can be read at offsets. */
export interface ReadableBytes {
  /** In bytes, when it was opened. 0 also for files that know no size, like those in /proc. */
  readonly size: number;
  /** Reads up to `maxBytes` from an offset on; less only at the end. */
  read(offset: number, maxBytes: number): Promise<Chunk>;
}

/**
 * Opens a file, gives it to `use` and closes it.
 *
 * @throws {FileError} when it is not a regular file, or may not be read.
 */
export const readFile = async <T>(
  scope: Scope,
  given: string,
  use: (file: OpenFile) => T | Promise<T>,
): Promise<T> => {
  using file = open(scope, given);
  return await use(file);
};

const open = (scope: Scope, given: string): OpenFile => {
  using anchor = resolvePath(scope, given);
  checkRegular(anchor, given);
  return new OpenFile(anchor.open(constants.O_RDONLY), anchor);
};

/** @throws {FileError} when it is not a regular file. */
export const checkRegular = ({ stats }: Anchor, given: string): void => {
  if (stats.isFile()) return;
  if (stats.isDirectory())
    throw new FileError('is_a_directory', `${given} is a directory.`, { hint: 'Use list_directory.' });
  const hint = 'Pipes, devices and sockets are not read.';
  throw new FileError('not_regular', `${given} is not a regular file.`, { hint });
};

/** More is read on another thread. From memory this takes some 30 µs, less than the way there and back. */
const QUICK_BYTES = 262_144;
const PART_BYTES = 1_048_576;
/** The steps for a file that knows no size. */
const UNKNOWN_BYTES = 65_536;

const readAside = promisify(readWithCallback);

/** An open regular file. */
export class OpenFile implements ReadableBytes, Disposable {
  /** With links resolved. */
  readonly path: string;
  /** When it was opened. */
  readonly state: FileState;
  readonly size: number;
  readonly #descriptor: number;

  constructor(descriptor: number, { path, stats }: Pick<Anchor, 'path' | 'stats'>) {
    this.#descriptor = descriptor;
    this.path = path;
    this.state = toState(stats);
    this.size = this.state.size;
  }

  async read(offset: number, maxBytes: number): Promise<Chunk> {
    if (this.size === 0) return this.#readUnknown(offset, maxBytes);
    const bytes = await this.#fill(offset, Math.min(maxBytes, Math.max(0, this.size - offset)));
    return { bytes, isEnd: bytes.length < maxBytes || offset + bytes.length >= this.size };
  }

  /** All of its bytes; undefined when they are more than `maxBytes`. */
  async readWhole(maxBytes: number): Promise<Buffer | undefined> {
    if (this.size > maxBytes) return undefined;
    const { bytes, isEnd } = await this.read(0, this.size === 0 ? maxBytes : this.size);
    return isEnd ? bytes : undefined;
  }

  /** All of its bytes, in parts. */
  async *parts(): AsyncGenerator<Buffer> {
    for (let offset = 0; ; offset += PART_BYTES) {
      const { bytes, isEnd } = await this.read(offset, PART_BYTES);
      yield bytes;
      if (isEnd) return;
    }
  }

  async #readUnknown(offset: number, maxBytes: number): Promise<Chunk> {
    const parts: Buffer[] = [];
    for (let length = 0; length < maxBytes; length += UNKNOWN_BYTES) {
      const step = Math.min(UNKNOWN_BYTES, maxBytes - length);
      const bytes = await this.#fill(offset + length, step);
      parts.push(bytes);
      if (bytes.length < step) return { bytes: Buffer.concat(parts), isEnd: true };
    }
    return { bytes: Buffer.concat(parts), isEnd: false };
  }

  /** Fewer bytes only at the end of the file. */
  async #fill(offset: number, length: number): Promise<Buffer> {
    const buffer = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      const position = offset + filled;
      const count =
        length <= QUICK_BYTES
          ? readSync(this.#descriptor, buffer, filled, length - filled, position)
          : (await readAside(this.#descriptor, buffer, filled, length - filled, position)).bytesRead;
      if (count === 0) break;
      filled += count;
    }
    return buffer.subarray(0, filled);
  }

  [Symbol.dispose](): void {
    closeSync(this.#descriptor);
  }
}
