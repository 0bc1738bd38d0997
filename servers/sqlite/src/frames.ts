// Frames: how the server and the process of a database talk. A head, which is JSON, and parts, which are bytes.

/** The file descriptor of the pipe in the process of the database. */
export const CHANNEL_FD = 3;

/** One message. */
export interface Frame {
  readonly head: unknown;
  /** What would take long as JSON: rows that are text already. */
  readonly parts: readonly Buffer[];
}

interface Envelope {
  readonly head: unknown;
  readonly sizes: readonly number[];
}

// The lengths of the envelope and of all parts together, 32 bits each.
const PREFIX = 8;
// Far more than a result may have.
const MOST_BYTES = 2 ** 30;
const NOTHING = Buffer.alloc(0);

/** The bytes of a message, to be written in this order. */
export const toFrame = (head: unknown, parts: readonly Uint8Array[]): Uint8Array[] => {
  const sizes = parts.map(({ length }) => length);
  const envelope = JSON.stringify({ head, sizes } satisfies Envelope);
  const length = Buffer.byteLength(envelope);
  const start = Buffer.allocUnsafe(PREFIX + length);
  start.writeUInt32LE(length, 0);
  start.writeUInt32LE(
    sizes.reduce((sum, size) => sum + size, 0),
    4,
  );
  start.write(envelope, PREFIX);
  return [start, ...parts];
};

/** Puts messages together from what arrives. */
export class FrameReader {
  #bytes: Buffer = NOTHING;
  #filled = 0;

  /**
   * The messages that are complete with this chunk. The chunk is not used afterwards.
   *
   * @throws {RangeError} when a message is too long to be true.
   */
  push(chunk: Uint8Array): Frame[] {
    const frames: Frame[] = [];
    for (let at = 0; at < chunk.length;) {
      const wanted = this.#wanted();
      if (this.#bytes.length < wanted) this.#grow(wanted);
      const end = Math.min(chunk.length, at + wanted - this.#filled);
      this.#bytes.set(chunk.subarray(at, end), this.#filled);
      this.#filled += end - at;
      at = end;
      if (this.#filled > PREFIX && this.#filled === this.#wanted()) frames.push(this.#take());
    }
    return frames;
  }

  /** How long the message is, as far as it is known. */
  #wanted(): number {
    if (this.#filled < PREFIX) return PREFIX;
    const size = PREFIX + this.#bytes.readUInt32LE(0) + this.#bytes.readUInt32LE(4);
    if (size > MOST_BYTES) throw new RangeError(`a message of ${size} bytes is too long`);
    return size;
  }

  #grow(size: number): void {
    const larger = Buffer.allocUnsafe(size);
    this.#bytes.copy(larger, 0, 0, this.#filled);
    this.#bytes = larger;
  }

  #take(): Frame {
    const bytes = this.#bytes;
    this.#bytes = NOTHING;
    this.#filled = 0;
    let at = PREFIX + bytes.readUInt32LE(0);
    const { head, sizes } = JSON.parse(bytes.toString('utf8', PREFIX, at)) as Envelope;
    const parts = sizes.map((size) => bytes.subarray(at, (at += size)));
    return { head, parts };
  }
}
