// A piece of a file in which lines are found: as bytes, which are decoded where needed, or as text.
import { decodeText, type Encoding } from '../text/encoding.ts';
import { countNewlines } from '../text/line-ending.ts';

/** Offsets are those of bytes or of characters, as the piece has them. */
export interface Piece {
  readonly length: number;
  /** The start of the line that an offset is in. */
  lineStart(offset: number): number;
  /** The end of the line that an offset is in, before its line break. */
  lineEnd(offset: number): number;
  /** How many lines end in a range. */
  countLines(from: number, to: number): number;
  text(from: number, to: number): string;
}

const NEWLINE = 0x0a;

/** Bytes in an encoding where ASCII characters are one byte. */
export class BytePiece implements Piece {
  readonly bytes: Buffer;
  readonly #encoding: Encoding;

  constructor(bytes: Buffer, encoding: Encoding) {
    this.bytes = bytes;
    this.#encoding = encoding;
  }

  get length(): number {
    return this.bytes.length;
  }

  lineStart(offset: number): number {
    return offset === 0 ? 0 : this.bytes.lastIndexOf(NEWLINE, offset - 1) + 1;
  }

  lineEnd(offset: number): number {
    const end = this.bytes.indexOf(NEWLINE, offset);
    return end < 0 ? this.bytes.length : end;
  }

  countLines(from: number, to: number): number {
    return countNewlines(this.bytes, from, to);
  }

  text(from: number, to: number): string {
    return decodeText(this.bytes.subarray(from, to), this.#encoding);
  }
}

/** Decoded text. */
export class TextPiece implements Piece {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get length(): number {
    return this.#text.length;
  }

  lineStart(offset: number): number {
    return offset === 0 ? 0 : this.#text.lastIndexOf('\n', offset - 1) + 1;
  }

  lineEnd(offset: number): number {
    const end = this.#text.indexOf('\n', offset);
    return end < 0 ? this.#text.length : end;
  }

  countLines(from: number, to: number): number {
    let count = 0;
    for (let at = from; at < to; at++) if (this.#text.charCodeAt(at) === NEWLINE) count++;
    return count;
  }

  text(from: number, to: number): string {
    return this.#text.slice(from, to);
  }
}
