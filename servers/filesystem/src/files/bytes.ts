// Writes bytes to a descriptor, beside the event loop.
import { fsync, write as writeWithCallback } from 'node:fs';
import { promisify } from 'node:util';

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
