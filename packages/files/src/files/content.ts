// Content: reads and writes regular files. A pipe, device or socket would block or never end.
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsync,
  futimesSync,
  linkSync,
  openSync,
  read as readWithCallback,
  readSync,
  renameSync,
  rmSync,
  write as writeWithCallback,
  type BigIntStats,
} from 'node:fs';
import { promisify } from 'node:util';
import { errnoError, errorCode, FileError } from '../file-error.ts';
import type { Anchor } from '../sandbox/anchor.ts';
import { resolvePath } from '../sandbox/resolve.ts';
import type { Scope } from '../sandbox/scope.ts';
import { toState, type FileState } from './state.ts';

export interface Chunk {
  readonly bytes: Buffer;
  /** Whether the file ends with these bytes. */
  readonly isEnd: boolean;
}

/**
 * Opens a file, passes it to `use` and closes it.
 *
 * @throws {FileError} if it is not a regular file or may not be read.
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

/** @throws {FileError} if it is not a regular file. */
export const checkRegular = ({ stats }: Anchor, given: string): void => {
  if (stats.isFile()) return;
  if (stats.isDirectory())
    throw new FileError('is_a_directory', `${given} is a directory.`, { hint: 'Use list_directory.' });
  const hint = 'Pipes, devices and sockets are not read.';
  throw new FileError('not_regular', `${given} is not a regular file.`, { hint });
};

/**
 * Larger reads run on another thread. Reading this much from the cache takes some 30 µs, less than the thread switch.
 */
const QUICK_BYTES = 262_144;
const PART_BYTES = 1_048_576;
/** Read size for a file without a size. */
const UNKNOWN_BYTES = 65_536;

const readAsync = promisify(readWithCallback);

export class OpenFile implements Disposable {
  /** With links resolved. */
  readonly path: string;
  readonly state: FileState;
  /** In bytes, when it was opened; 0 also for files without a size, like those in /proc. */
  readonly size: number;
  readonly #descriptor: number;

  constructor(descriptor: number, { path, stats }: Pick<Anchor, 'path' | 'stats'>) {
    this.#descriptor = descriptor;
    this.path = path;
    this.state = toState(stats);
    this.size = this.state.size;
  }

  /** Reads up to `maxBytes` at an offset; fewer only at the end. */
  async read(offset: number, maxBytes: number): Promise<Chunk> {
    const isKnown = this.size > 0;
    const most = isKnown ? Math.min(maxBytes, Math.max(0, this.size - offset)) : maxBytes;
    const parts: Buffer[] = [];
    let length = 0;
    let isEnd = isKnown && offset + most >= this.size;
    while (length < most) {
      const step = isKnown ? most : Math.min(UNKNOWN_BYTES, most - length);
      const part = await this.#fill(offset + length, step);
      parts.push(part);
      length += part.length;
      isEnd ||= part.length < step;
      if (part.length < step) break;
    }
    const [first, second] = parts;
    return { bytes: first === undefined || second !== undefined ? Buffer.concat(parts) : first, isEnd };
  }

  /** Returns all bytes, or undefined if there are more than `maxBytes`. */
  async readWhole(maxBytes: number): Promise<Buffer | undefined> {
    if (this.size > maxBytes) return undefined;
    const { bytes, isEnd } = await this.read(0, this.size === 0 ? maxBytes : this.size);
    return isEnd ? bytes : undefined;
  }

  async *parts(): AsyncGenerator<Buffer> {
    for (let offset = 0; ; offset += PART_BYTES) {
      const { bytes, isEnd } = await this.read(offset, PART_BYTES);
      yield bytes;
      if (isEnd) return;
    }
  }

  /** Reads `length` bytes; fewer only at the end of the file. */
  async #fill(offset: number, length: number): Promise<Buffer> {
    const buffer = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      const position = offset + filled;
      const count =
        length <= QUICK_BYTES
          ? readSync(this.#descriptor, buffer, filled, length - filled, position)
          : (await readAsync(this.#descriptor, buffer, filled, length - filled, position)).bytesRead;
      if (count === 0) break;
      filled += count;
    }
    return buffer.subarray(0, filled);
  }

  [Symbol.dispose](): void {
    closeSync(this.#descriptor);
  }
}

/** Content to write: text as UTF-8, bytes, or bytes in parts. */
export type Content = string | Uint8Array | AsyncIterable<Uint8Array>;

const writeAsync = promisify(writeWithCallback);

/** Flushes written bytes to the disk. */
export const sync = (descriptor: number): Promise<void> => promisify(fsync)(descriptor);

/**
 * Writes all of the content at the position of a descriptor. Calls `onWritten` with each number of written bytes.
 *
 * @throws {Error} of the file system, or the reason of the signal.
 */
export const writeContent = async (
  descriptor: number,
  content: Content,
  signal?: AbortSignal,
  onWritten?: (bytes: number) => void,
): Promise<void> => {
  const whole = typeof content === 'string' ? Buffer.from(content) : content;
  for await (const part of whole instanceof Uint8Array ? [whole] : whole) {
    signal?.throwIfAborted();
    for (let offset = 0; offset < part.length;) {
      const { bytesWritten } = await writeAsync(descriptor, part, offset);
      offset += bytesWritten;
      onWritten?.(bytesWritten);
    }
  }
};

/** Attributes of a new file. */
export interface Attributes {
  /** Copy owner and permission bits from this file, as far as permitted. Default: unchanged. */
  readonly like?: Pick<FileState, 'uid' | 'gid' | 'mode'> | undefined;
  /** Times of access and modification in milliseconds since 1970. Default: now. */
  readonly times?: Pick<FileState, 'atimeMs' | 'mtimeMs'> | undefined;
}

/**
 * Writes a new file and closes its descriptor.
 *
 * @throws {Error} of the file system, or the reason of the signal.
 */
export const fillNew = async (
  descriptor: number,
  content: Content,
  { like, times, signal }: Attributes & { readonly signal?: AbortSignal | undefined },
): Promise<BigIntStats> => {
  try {
    await writeContent(descriptor, content, signal);
    if (like !== undefined) copyOwner(descriptor, like);
    if (times !== undefined) futimesSync(descriptor, times.atimeMs / 1000, times.mtimeMs / 1000);
    // Without this, a power cut could leave an empty file under the new name.
    await sync(descriptor);
    return fstatSync(descriptor, { bigint: true });
  } finally {
    closeSync(descriptor);
  }
};

const copyOwner = (descriptor: number, { mode, ...owner }: Pick<FileState, 'uid' | 'gid' | 'mode'>): void => {
  const { uid, gid } = fstatSync(descriptor);
  const isOwnerKept = uid === owner.uid || tryChange(() => fchownSync(descriptor, owner.uid, gid));
  const isGroupKept =
    gid === owner.gid || tryChange(() => fchownSync(descriptor, isOwnerKept ? owner.uid : uid, owner.gid));
  // If the group differs, it gets the permissions of all users.
  fchmodSync(descriptor, isGroupKept ? mode & 0o777 : (mode & 0o707) | ((mode & 0o007) << 3));
};

// Only root can change the owner, and the content matters more.
const tryChange = (change: () => void): boolean => {
  try {
    change();
    return true;
  } catch (error) {
    if (errorCode(error) === 'EPERM') return false;
    throw error;
  }
};

const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export const openTemporary = (path: string): OpenFile => {
  const descriptor = openSync(path, READ);
  return new OpenFile(descriptor, { path, stats: fstatSync(descriptor, { bigint: true }) });
};

/**
 * Links a file to another name, moves it, or copies it. Falls back to copying, as between disks.
 *
 * @throws {Error} of the file system.
 */
export const transfer = async (from: string, to: string, how: 'link' | 'move' | 'copy'): Promise<void> => {
  try {
    if (how === 'link') return linkSync(from, to);
    if (how === 'move') return renameSync(from, to);
  } catch {
    // Different disks, a file system without hard links, or a file that may not be linked.
  }
  await copyWhole(from, to);
  if (how === 'move') rmSync(from);
};

const copyWhole = async (from: string, to: string): Promise<void> => {
  using source = openTemporary(from);
  const { state } = source;
  if (state.type !== 'file') throw errnoError('ELOOP');
  const copy = openSync(to, 'wx', 0o600);
  try {
    await fillNew(copy, source.parts(), { like: state, times: state });
  } catch (error) {
    rmSync(to, { force: true });
    throw error;
  }
};
