// The bytes of a text file in a form that can be searched, and the way back: what is not edited keeps its very bytes.
import {
  decodeText,
  detectEncoding,
  encodeText,
  type Encoding,
  type TextEncoding,
} from '../text/encoding.ts';
import type { Region } from './regions.ts';
import { EditError } from './edit-error.ts';

/** A text file in which edits are made. */
export class EditableText {
  readonly encoding: TextEncoding;
  /** In an encoding where ASCII characters are one byte: those of the file, or UTF-8 for a file in UTF-16. */
  readonly bytes: Buffer;
  readonly #original: Buffer;

  /**
   * `encoding` is only needed when the file does not tell.
   *
   * @throws {EditError} when the bytes are not text.
   */
  constructor(original: Buffer, encoding?: Encoding) {
    const detected = detectEncoding(original, Infinity);
    const used =
      encoding === undefined
        ? detected
        : { encoding, hasBom: detected?.encoding === encoding && detected.hasBom };
    if (used === undefined) throw new EditError('not_text', 'The file is not text, so it cannot be edited.');
    this.encoding = used;
    this.#original = original;
    this.bytes = this.#isUtf16
      ? Buffer.from(this.#decode(original.subarray(this.#bomBytes)), 'utf8')
      : original;
  }

  /** The encoding of `bytes`. */
  get #inner(): Encoding {
    return this.#isUtf16 ? 'utf-8' : this.encoding.encoding;
  }

  get #isUtf16(): boolean {
    return this.encoding.encoding === 'utf-16le' || this.encoding.encoding === 'utf-16be';
  }

  get #bomBytes(): number {
    return this.#isUtf16 && this.encoding.hasBom ? 2 : 0;
  }

  /**
   * Text as it would be in `bytes`.
   *
   * @throws {EncodingError} when the encoding of the file has no bytes for a character.
   */
  encode(text: string): Buffer {
    return encodeText(text, this.#inner);
  }

  /** The text of a part of `bytes`, or of what `bytes` have become. */
  decode(bytes: Buffer): string {
    return decodeText(bytes, this.#inner);
  }

  /** The file after `edited` has taken the place of `bytes`. They differ only in the regions. */
  toFile(edited: Buffer, regions: readonly Region[]): Buffer {
    if (!this.#isUtf16) return edited;
    const parts: Buffer[] = [];
    let from = 0;
    for (const region of regions) {
      const replaced = this.decode(edited.subarray(region.newStart, region.newEnd));
      parts.push(
        this.#original.subarray(from, this.#originalOffset(region.oldStart)),
        encodeText(replaced, this.encoding.encoding),
      );
      from = this.#originalOffset(region.oldEnd);
    }
    return Buffer.concat([...parts, this.#original.subarray(from)]);
  }

  // Half a pair of surrogates is one replacement character on the way, so that the count is right.
  #originalOffset(offset: number): number {
    return this.#bomBytes + 2 * this.bytes.toString('utf8', 0, offset).length;
  }

  #decode(bytes: Buffer): string {
    return decodeText(bytes, this.encoding.encoding);
  }
}
