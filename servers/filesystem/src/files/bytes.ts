// Writes bytes to a descriptor: at once when there are few, beside the event loop when there are many.
import { fsync, write as writeWithCallback, writeSync } from 'node:fs';
import { promisify } from 'node:util';

/** What is written: text as UTF-8, or bytes, or bytes in parts. */
export type Content = string | Uint8Array | AsyncIterable<Uint8Array>;

const QUICK_BYTES = 262_144;

const writeAside = promisify(writeWithCallback);

/** Waits until the disk has what was written. */
export const sync: (descriptor: number) => Promise<void> = promisify(fsync);

/**
 * Writes all of the content at the descriptor's position; returns how many bytes that were.
 *
 * @throws {Error} of the file system, or the reason of the signal.
 */
export const writeContent = async (
  descriptor: number,
  content: Content,
  signal?: AbortSignal,
): Promise<number> => {
  if (typeof content === 'string') return writeAll(descriptor, Buffer.from(content));
  if (content instanceof Uint8Array) return writeAll(descriptor, content);
  let length = 0;
  for await (const part of content) {
    signal?.throwIfAborted();
    length += await writeAll(descriptor, part);
  }
  return length;
};

const writeAll = async (descriptor: number, bytes: Uint8Array): Promise<number> => {
  let written = 0;
  while (written < bytes.length) {
    const rest = bytes.length - written;
    written +=
      rest <= QUICK_BYTES
        ? writeSync(descriptor, bytes, written, rest)
        : (await writeAside(descriptor, bytes, written, rest)).bytesWritten;
  }
  return written;
};
