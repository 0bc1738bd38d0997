// Looks for a query in one file, piece by piece, so that memory does not grow with the file.
import { decodeText, detectEncoding, readBom, type Encoding } from '../text/encoding.ts';
import type { ReadableBytes } from './walk-source.ts';
import { excerpt, type LineMatch } from './excerpt.ts';
import { BytePiece, TextPiece, type Piece } from './piece.ts';
import type { Matcher } from './query.ts';

/** How to look through a file. */
export interface ScanOptions {
  readonly matcher: Matcher;
  /** Lines before and after each match. */
  readonly contextLines: number;
  readonly maxMatches: number;
  /** Only lines after this one. */
  readonly afterLine: number;
  /** Called before each piece is read, and before it is searched. */
  readonly onStep?: ((step: 'read' | 'match') => void) | undefined;
}

/** What a file holds. */
export interface Scanned {
  /** One per line, in order. */
  readonly matches: readonly LineMatch[];
  /** Not text: not searched. */
  readonly isBinary: boolean;
  /** There are more matches than the limit. */
  readonly isCut: boolean;
}

/** A file that is not searched. The message says why. */
export class ScanError extends Error {}

/** Files up to here are read at once. */
export const PIECE_BYTES = 1_048_576;
/** Files in UTF-16 are converted whole. */
const MAX_UTF16_BYTES = 16_777_216;

/**
 * Looks through a file. Lines longer than a piece are searched in parts.
 *
 * @throws {ScanError} when it is encoded as UTF-16 and too large.
 */
export const scanFile = async (file: ReadableBytes, options: ScanOptions): Promise<Scanned> => {
  options.onStep?.('read');
  const read = file.read(0, PIECE_BYTES);
  const first = read instanceof Promise ? await read : read;
  const marked = readBom(first.bytes);
  if (marked === undefined || marked.encoding === 'utf-8') return new FileScan(file, options).run(first);
  const { size } = file;
  if (size > MAX_UTF16_BYTES) throw new ScanError('It is encoded as UTF-16 and too large to be searched.');
  const whole = await file.read(0, MAX_UTF16_BYTES);
  const converted = Buffer.from(decodeText(whole.bytes.subarray(2), marked.encoding), 'utf8');
  const read8 = (offset: number, maxBytes: number) => {
    const bytes = converted.subarray(offset, offset + maxBytes);
    return { bytes, isEnd: offset + bytes.length >= converted.length };
  };
  const text: ReadableBytes = { size: converted.length, read: read8 };
  return new FileScan(text, options).run(read8(0, PIECE_BYTES));
};

class FileScan {
  readonly #file: ReadableBytes;
  readonly #options: ScanOptions;
  readonly #matches: LineMatch[] = [];
  #encoding: Encoding | undefined;
  #isBinary = false;
  #isCut = false;

  constructor(file: ReadableBytes, options: ScanOptions) {
    this.#file = file;
    this.#options = options;
  }

  async run(first: { readonly bytes: Buffer; readonly isEnd: boolean }): Promise<Scanned> {
    let { bytes, isEnd } = first;
    let offset = 0;
    // The number of the first line of the piece, and where in it the search goes on.
    let line = 1;
    let from = 0;
    for (;;) {
      this.#options.onStep?.('match');
      const end = isEnd ? bytes.length : this.#searchEnd(bytes, from);
      this.#search(bytes, { from, end, line, isStart: offset === 0 });
      if (isEnd || this.#isBinary || this.#isCut) break;
      const kept = this.#linesBefore(bytes, end);
      line += new BytePiece(bytes, 'utf-8').countLines(0, kept);
      from = end - kept;
      offset += kept;
      this.#options.onStep?.('read');
      ({ bytes, isEnd } = await this.#file.read(offset, PIECE_BYTES));
    }
    return { matches: this.#matches, isBinary: this.#isBinary, isCut: this.#isCut };
  }

  /** So that the context after each match is in the same piece. A line that fills the piece is cut. */
  #searchEnd(bytes: Buffer, from: number): number {
    const end = backLines(bytes, bytes.length, this.#options.contextLines + 1);
    return end > from ? end : bytes.length;
  }

  /** Where the lines begin that are context before the next match. */
  #linesBefore(bytes: Buffer, end: number): number {
    const start = backLines(bytes, end, this.#options.contextLines);
    return start > 0 ? start : end;
  }

  #search(bytes: Buffer, part: Part): void {
    const { matcher } = this.#options;
    const { needle } = matcher;
    const firstHit = needle === undefined ? part.from : bytes.indexOf(needle, part.from);
    if (firstHit < 0 || (firstHit >= part.end && needle !== undefined)) return;
    if (this.#encoding === undefined) {
      const detected = part.isStart ? detectEncoding(bytes) : { encoding: 'utf-8' as const };
      this.#isBinary = detected === undefined;
      if (detected === undefined) return;
      this.#encoding = detected.encoding;
    }
    if (matcher.kind === 'bytes') this.#searchBytes(new BytePiece(bytes, this.#encoding), firstHit, part);
    else this.#searchText(bytes, matcher.regex, part);
  }

  #searchBytes(piece: BytePiece, firstHit: number, part: Part): void {
    const { matcher } = this.#options;
    const needle = matcher.kind === 'bytes' ? matcher.needle : Buffer.alloc(0);
    let counted = 0;
    let { line } = part;
    for (let hit = firstHit; hit >= 0 && hit < part.end;) {
      line += piece.countLines(counted, hit);
      counted = hit;
      if (!this.#keep(piece, hit, line)) return;
      hit = piece.bytes.indexOf(needle, piece.lineEnd(hit));
    }
  }

  #searchText(bytes: Buffer, regex: RegExp, part: Part): void {
    const encoding = this.#encoding ?? 'utf-8';
    const text = decodeText(bytes, encoding);
    const isByteEach = text.length === bytes.length;
    const from = isByteEach ? part.from : decodeText(bytes.subarray(0, part.from), encoding).length;
    const isAll = part.end === bytes.length;
    const end = isAll || isByteEach ? part.end : decodeText(bytes.subarray(0, part.end), encoding).length;
    // Without what follows the part, or else the end of its last line would not be one.
    const piece = new TextPiece(text);
    let counted = 0;
    let { line } = part;
    regex.lastIndex = from;
    for (let hit = regex.exec(text); hit !== null && hit.index < end; hit = regex.exec(text)) {
      // After the last line break there is no line.
      if (hit.index === text.length && (hit.index === 0 || text.endsWith('\n'))) return;
      line += piece.countLines(counted, hit.index);
      counted = hit.index;
      if (!this.#keep(piece, hit.index, line)) return;
      regex.lastIndex = piece.lineEnd(hit.index) + 1;
      if (regex.lastIndex > text.length) return;
    }
  }

  /** False when there is no room for it. */
  #keep(piece: Piece, hit: number, line: number): boolean {
    if (line <= this.#options.afterLine) return true;
    if (this.#matches.length >= this.#options.maxMatches) {
      this.#isCut = true;
      return false;
    }
    this.#matches.push({ line, ...excerpt(piece, hit, this.#options.contextLines) });
    return true;
  }
}

interface Part {
  readonly from: number;
  readonly end: number;
  /** Of the beginning of the piece. */
  readonly line: number;
  /** Whether it is the beginning of the file. */
  readonly isStart: boolean;
}

/** Where the last `count` lines before an offset begin, of which the last may have no end; 0 when there are fewer. */
const backLines = (bytes: Buffer, offset: number, count: number): number => {
  let start = offset;
  for (let lines = 0; lines < count && start > 0; lines++) {
    const at = start === 1 ? -1 : bytes.lastIndexOf(0x0a, start - 2);
    start = at + 1;
  }
  return start;
};
