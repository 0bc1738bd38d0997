// Content: writes what a file holds, beside the event loop, and gives files of hidden names other names.
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
  renameSync,
  rmSync,
  write as writeWithCallback,
  type BigIntStats,
} from 'node:fs';
import { promisify } from 'node:util';
import { errnoError, errorCode } from '../file-error.ts';
import { OpenFile } from './read.ts';
import type { FileState } from './state.ts';

/** What is written: text as UTF-8, or bytes, or bytes in parts. */
export type Content = string | Uint8Array | AsyncIterable<Uint8Array>;

const writeAside = promisify(writeWithCallback);

/** Waits until the disk has what was written. */
export const sync = (descriptor: number): Promise<void> => promisify(fsync)(descriptor);

/** Writes to the position of a descriptor, and counts. */
export class ContentWriter {
  readonly #descriptor: number;
  #written = 0;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** How many bytes were written, also by a write that failed on the way. */
  get written(): number {
    return this.#written;
  }

  /**
   * Writes all of the content.
   *
   * @throws {Error} of the file system, or the reason of the signal.
   */
  async write(content: Content, signal?: AbortSignal): Promise<void> {
    if (typeof content === 'string') return this.#writeAll(Buffer.from(content));
    if (content instanceof Uint8Array) return this.#writeAll(content);
    for await (const part of content) {
      signal?.throwIfAborted();
      await this.#writeAll(part);
    }
  }

  async #writeAll(bytes: Uint8Array): Promise<void> {
    for (let offset = 0; offset < bytes.length;) {
      const { bytesWritten } = await writeAside(this.#descriptor, bytes, offset);
      offset += bytesWritten;
      this.#written += bytesWritten;
    }
  }
}

/** What a new file gets besides its content. */
export interface Attributes {
  /** The owner, and the permission bits, as far as that may be. Default: those that it was made with. */
  readonly like?: Pick<FileState, 'uid' | 'gid' | 'mode'> | undefined;
  /** When it was last read and changed, in milliseconds since 1970. Default: now. */
  readonly times?: Pick<FileState, 'atimeMs' | 'mtimeMs'> | undefined;
}

/**
 * Writes all of a new file and closes its descriptor.
 *
 * @throws {Error} of the file system, or the reason of the signal.
 */
export const fillNew = async (
  descriptor: number,
  content: Content,
  { like, times, signal }: Attributes & { readonly signal?: AbortSignal | undefined },
): Promise<BigIntStats> => {
  try {
    await new ContentWriter(descriptor).write(content, signal);
    if (like !== undefined) takeOver(descriptor, like);
    if (times !== undefined) futimesSync(descriptor, times.atimeMs / 1000, times.mtimeMs / 1000);
    // Otherwise a power cut could leave the new name with nothing in it.
    await sync(descriptor);
    return fstatSync(descriptor, { bigint: true });
  } finally {
    closeSync(descriptor);
  }
};

const takeOver = (descriptor: number, { mode, ...owner }: Pick<FileState, 'uid' | 'gid' | 'mode'>): void => {
  const { uid, gid } = fstatSync(descriptor);
  const isOwnerKept = uid === owner.uid || tryChange(() => fchownSync(descriptor, owner.uid, gid));
  const isGroupKept =
    gid === owner.gid || tryChange(() => fchownSync(descriptor, isOwnerKept ? owner.uid : uid, owner.gid));
  // Another group gets no more than all users.
  fchmodSync(descriptor, isGroupKept ? mode & 0o777 : (mode & 0o707) | ((mode & 0o007) << 3));
};

// Only root may give files away; the content is more important than its owner.
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

/** Opens a file of a hidden name for reading. */
export const openHidden = (path: string): OpenFile => {
  const descriptor = openSync(path, READ);
  return new OpenFile(descriptor, { path, stats: fstatSync(descriptor, { bigint: true }) });
};

/**
 * Gives a file another name, or with `move` a new one; copies it where that cannot be, as from one disk to another.
 *
 * @throws {Error} of the file system.
 */
export const transfer = async (from: string, to: string, how: 'link' | 'move' | 'copy'): Promise<void> => {
  try {
    if (how === 'link') return linkSync(from, to);
    if (how === 'move') return renameSync(from, to);
  } catch {
    // Two disks, a file system without hard links, or a file that may not have one.
  }
  await copyWhole(from, to);
  if (how === 'move') rmSync(from);
};

/** Copies a file with its owner, permissions and times. */
const copyWhole = async (from: string, to: string): Promise<void> => {
  using source = openHidden(from);
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
