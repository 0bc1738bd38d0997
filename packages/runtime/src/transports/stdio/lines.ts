// Lines: cuts a byte stream into lines, with a limit on their length.

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SMALLEST = 4096;

/**
 * An item of a byte stream: a line without its end (LF or CRLF), or an error for one that was too long or not UTF-8.
 */
export interface LineHandler {
  line(text: string): void;
  /** A line of more than the limit. Called at its end. */
  tooLong(): void;
  /** A line that is not UTF-8. */
  notUtf8(): void;
}

/**
 * Cuts chunks into lines at byte level, so that a character split between chunks stays whole. It reads each byte
 * once, and stores at most `maxBytes` of an unfinished line, and nothing of a longer one.
 */
export class LineReader {
  readonly #handler: LineHandler;
  readonly #maxBytes: number;
  readonly #isUtf8: (bytes: Uint8Array) => boolean;
  // Created by the reader, because this file is also loaded on platforms without Buffer.
  readonly #empty = Buffer.alloc(0);
  // The beginning of an unfinished line. One growing buffer: a line may come in a million pieces.
  #kept = this.#empty;
  #keptBytes = 0;
  // The line was too long: the rest of it is skipped.
  #isSkipping = false;

  constructor(handler: LineHandler, maxBytes: number, isUtf8: (bytes: Uint8Array) => boolean) {
    this.#handler = handler;
    this.#maxBytes = maxBytes;
    this.#isUtf8 = isUtf8;
  }

  /** Takes the next chunk. */
  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#finish(chunk, start, end);
      start = end + 1;
    }
    if (start < chunk.length) this.#store(start === 0 ? chunk : chunk.subarray(start));
  }

  /** The stream has ended: what is left counts as a line. */
  end(): void {
    if (this.#keptBytes > 0 || this.#isSkipping) this.#finish(this.#empty, 0, 0);
  }

  #store(rest: Buffer): void {
    if (!this.#isSkipping && this.#keptBytes + rest.length <= this.#maxBytes) return this.#append(rest);
    this.#isSkipping = true;
    this.#forget();
  }

  #finish(chunk: Buffer, start: number, end: number): void {
    if (this.#isSkipping || this.#keptBytes + end - start > this.#maxBytes) {
      this.#isSkipping = false;
      this.#forget();
      return this.#handler.tooLong();
    }
    if (this.#keptBytes === 0) return this.#emit(chunk, start, end);
    this.#append(chunk.subarray(start, end));
    const line = this.#kept.subarray(0, this.#keptBytes);
    this.#forget();
    this.#emit(line, 0, line.length);
  }

  #append(bytes: Buffer): void {
    const needed = this.#keptBytes + bytes.length;
    if (needed > this.#kept.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#kept.length * 2, SMALLEST));
      this.#kept.copy(larger, 0, 0, this.#keptBytes);
      this.#kept = larger;
    }
    bytes.copy(this.#kept, this.#keptBytes);
    this.#keptBytes = needed;
  }

  #emit(bytes: Buffer, start: number, end: number): void {
    const stop = end > start && bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
    if (stop === start) return;
    const text = bytes.toString('utf8', start, stop);
    // Only a replacement character can hide broken bytes, so only then are they checked.
    if (text.includes('\uFFFD') && !this.#isUtf8(bytes.subarray(start, stop))) return this.#handler.notUtf8();
    this.#handler.line(text);
  }

  #forget(): void {
    this.#kept = this.#empty;
    this.#keptBytes = 0;
  }
}
