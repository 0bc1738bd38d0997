// Looks for a query in one file, piece by piece, so that memory does not grow with the file.
import { isUtf8 } from 'node:buffer';
import type { TreeFile } from '../files/tree.ts';
import { charsetFor, charsetOfBom, detectCharset, SAMPLE_BYTES, type Charset } from '../text/charset.ts';
import { countBreaks, lineEnd, lineStart } from '../text/line-offsets.ts';
import { excerpt, type LineMatch } from './excerpt.ts';
import type { Progress } from './progress.ts';
import type { Matcher } from './query.ts';

/** How to look through a file. */
export interface ScanOptions {
  readonly matcher: Matcher;
  /** Lines before and after each match. */
  readonly contextLines: number;
  readonly maxMatches: number;
  /** Only lines after this one. */
  readonly afterLine: number;
  readonly progress: Progress;
}

/** What a file holds. */
export interface Scanned {
  /** One per line, in order. */
  readonly matches: readonly LineMatch[];
  /** Why the file was not searched to its end. */
  readonly end?: 'binary' | 'time' | undefined;
}

/**
 * Looks through a file. A file with NUL at its beginning is binary; others are searched up to a NUL. Lines longer than a
 * piece are searched in parts.
 */
export const scanFile = (file: TreeFile, options: ScanOptions): Scanned | Promise<Scanned> => {
  const first = file.read(0);
  options.progress.matching();
  const { needle } = options.matcher;
  const marked = charsetOfBom(first.bytes);
  const isWide = marked?.unitBytes === 2;
  if (!isWide && first.bytes.subarray(0, SAMPLE_BYTES).includes(0)) return { matches: [], end: 'binary' };
  if (!isWide && first.isEnd && needle !== undefined && !first.bytes.includes(needle)) return { matches: [] };
  return scanText(file, first, options);
};

const scanText = async (
  file: TreeFile,
  first: { readonly bytes: Buffer; readonly isEnd: boolean },
  options: ScanOptions,
): Promise<Scanned> => {
  const charset = await charsetOf(first.bytes, !first.isEnd);
  const scan = new TextScan(options);
  let { bytes, isEnd } = first;
  for (let offset = 0; ;) {
    const piece = charset.unitBytes === 1 ? textBytes(bytes, isEnd) : bytes.subarray(0, bytes.length & ~1);
    const isLast = isEnd || piece.length === 0 || (charset.unitBytes === 1 && bytes[piece.length] === 0);
    scan.add(charset.decode(piece), isLast);
    if (isLast || scan.isFull) return { matches: scan.matches };
    if (options.progress.isOver) return { matches: scan.matches, end: 'time' };
    offset += piece.length;
    ({ bytes, isEnd } = file.read(offset));
    options.progress.matching();
  }
};

const charsetOf = async (bytes: Buffer, isPart: boolean): Promise<Charset> => {
  if (isUtf8(bytes)) return charsetFor('utf-8');
  // Few control characters or many: what has no NUL can be searched.
  return (await detectCharset(bytes, isPart)) ?? charsetFor('windows-1252');
};

/** The bytes before a NUL, and of a file that goes on the whole lines, so that no character is cut. */
const textBytes = (bytes: Buffer, isEnd: boolean): Buffer => {
  const nul = bytes.indexOf(0);
  if (nul >= 0) return bytes.subarray(0, nul);
  const lines = isEnd ? 0 : bytes.lastIndexOf(0x0a) + 1;
  return lines > 0 ? bytes.subarray(0, lines) : bytes;
};

/** Searches text that comes in parts. Keeps as many lines as the next match may have before it. */
class TextScan {
  readonly matches: LineMatch[] = [];
  readonly #options: ScanOptions;
  #text = '';
  /** The number of the first line of the text, and where in the text the search goes on. */
  #line = 1;
  #from = 0;

  constructor(options: ScanOptions) {
    this.#options = options;
  }

  /** No further match is wanted. */
  get isFull(): boolean {
    return this.matches.length >= this.#options.maxMatches;
  }

  /** Searches what has all its lines around it. */
  add(part: string, isLast: boolean): void {
    const { contextLines } = this.#options;
    this.#text += part;
    const whole = isLast ? this.#text.length : backLines(this.#text, this.#text.length, contextLines + 1);
    const end = whole > this.#from ? whole : this.#text.length;
    // After the last line break there is no line, but a file may end without one.
    const isOpen = isLast && this.#text !== '' && !this.#text.endsWith('\n');
    this.#search(isOpen ? end + 1 : end);
    const kept = backLines(this.#text, end, contextLines);
    const start = kept > 0 ? kept : end;
    this.#line += countBreaks(this.#text, 0, start);
    this.#text = this.#text.slice(start);
    this.#from = end - start;
  }

  #search(end: number): void {
    const { regex } = this.#options.matcher;
    const text = this.#text;
    let line = this.#line;
    let counted = 0;
    regex.lastIndex = this.#from;
    for (let hit = regex.exec(text); hit !== null && hit.index < end; hit = regex.exec(text)) {
      line += countBreaks(text, counted, hit.index);
      counted = hit.index;
      if (this.isFull) return;
      this.#keep(hit.index, line);
      regex.lastIndex = lineEnd(text, hit.index) + 1;
      if (regex.lastIndex > text.length) return;
    }
  }

  #keep(hit: number, line: number): void {
    if (line <= this.#options.afterLine) return;
    this.matches.push({ line, ...excerpt(this.#text, hit, this.#options.contextLines) });
  }
}

/** Where the last `count` lines before an offset begin, of which the last may have no end; 0 when there are fewer. */
const backLines = (text: string, offset: number, count: number): number => {
  let start = offset;
  for (let lines = 0; lines < count && start > 0; lines++) start = lineStart(text, start - 1);
  return start;
};
