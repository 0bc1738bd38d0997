// Searches one file piece by piece, so that memory does not grow with the file.
import { isAscii, isUtf8 } from 'node:buffer';
import type { TreeFile } from '@mcp/files';
import { charsetFor, charsetOfBom, detectCharset, SAMPLE_BYTES, type Charset } from '../text/charset.ts';
import { backLines, countBreaks, lineStart } from '../text/lines.ts';
import { excerpt, type LineMatch } from './excerpt.ts';
import type { Progress } from './progress.ts';
import type { Matcher } from './query.ts';

export interface ScanOptions {
  readonly matcher: Matcher;
  readonly contextLines: number;
  readonly maxMatches: number;
  readonly afterLine: number;
  readonly progress: Progress;
  /** Only the last `tail` matches of the file. */
  readonly tail?: number | undefined;
  /** Only count matches, without excerpts. */
  readonly isCounting?: boolean;
}

export interface Scanned {
  /** At most one per line, in order. */
  readonly matches: readonly LineMatch[];
  /** Why the search ended early: the file is not text, is not text from a line on, or the time was up. */
  readonly end?: 'binary' | 'time' | { readonly nulInLine: number } | undefined;
}

/** Searches a file. A file with a NUL near its start is binary; others are searched up to a NUL. */
export const scanFile = (file: TreeFile, options: ScanOptions): Scanned | Promise<Scanned> => {
  const first = file.read(0);
  options.progress.matching();
  const { bytes, isEnd } = first;
  const isWide = charsetOfBom(bytes)?.unitBytes === 2;
  const nul = isWide ? -1 : bytes.indexOf(0);
  if (nul >= 0 && nul < SAMPLE_BYTES) return { matches: [], end: 'binary' };
  const isWhole = isEnd && nul < 0 && !isWide;
  return isWhole && !mayMatch(bytes, options.matcher) ? { matches: [] } : scanText(file, first, options);
};

/** Rules out most files before their characters are decoded. */
const mayMatch = (bytes: Buffer, { needle, regex }: Matcher): boolean => {
  if (needle !== undefined) return bytes.includes(needle);
  regex.lastIndex = 0;
  return !isAscii(bytes) || regex.test(bytes.toString('latin1'));
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
    const nul = charset.unitBytes === 1 ? bytes.indexOf(0) : -1;
    const piece = nul >= 0 ? bytes.subarray(0, nul) : wholeCharacters(bytes, isEnd, charset);
    const isLast = isEnd || piece.length === 0 || nul >= 0;
    scan.add(charset.decode(piece), isLast);
    if (scan.isFull) return { matches: scan.matches };
    if (isLast) return { matches: scan.matches, end: nul < 0 ? undefined : { nulInLine: scan.lastLine } };
    if (options.progress.isOver) return { matches: scan.matches, end: 'time' };
    offset += piece.length;
    ({ bytes, isEnd } = file.read(offset));
    options.progress.matching();
  }
};

const charsetOf = async (bytes: Buffer, isPart: boolean): Promise<Charset> => {
  if (isUtf8(bytes)) return charsetFor('utf-8');
  // Anything without a NUL can be searched, even with many control characters.
  return (await detectCharset(bytes, isPart)) ?? charsetFor('windows-1252');
};

/** Returns the bytes up to the end of the last line, or of the last character in a file without lines. */
const wholeCharacters = (bytes: Buffer, isEnd: boolean, { name, unitBytes }: Charset): Buffer => {
  if (unitBytes === 2) return bytes.subarray(0, bytes.length & ~1);
  if (isEnd) return bytes;
  const lines = bytes.lastIndexOf(0x0a) + 1;
  if (lines > 0) return bytes.subarray(0, lines);
  // In East Asian encodings such a byte ends a character; in UTF-8 such a byte starts one.
  const end = bytes.findLastIndex((byte) => (name === 'utf-8' ? (byte & 0xc0) !== 0x80 : byte < 0x30));
  return end <= 0 ? bytes : bytes.subarray(0, name === 'utf-8' ? end : end + 1);
};

/** Characters that must follow the start of a match, so that it is found whole. */
const OVERLAP_CHARS = 16_384;
/** Characters kept before a match, for context and lookbehind. */
const KEPT_CHARS = 65_536;

/** Searches text that arrives in parts, in a moving window. */
class TextScan {
  readonly matches: LineMatch[] = [];
  readonly #options: ScanOptions;
  #text = '';
  /** Number of the first line in the window, and the length of its part before the window. */
  #line = 1;
  #gone = 0;
  /** Offset in the window where the search continues. */
  #from = 0;
  /** Whether the line at that offset already has a match. */
  #isLineDone = false;

  constructor(options: ScanOptions) {
    this.#options = options;
  }

  get isFull(): boolean {
    return this.matches.length >= this.#options.maxMatches;
  }

  get lastLine(): number {
    return this.#line + countBreaks(this.#text, 0, this.#text.length);
  }

  /** Adds text, and searches the part that is followed by enough text. */
  add(part: string, isLast: boolean): void {
    this.#text += part;
    const { length } = this.#text;
    // No line follows the final line break, but a file may lack that line break.
    const isOpen = isLast && length > 0 && !this.#text.endsWith('\n');
    const end = isLast ? length : this.#searchable();
    if (end > this.#from || isLast) this.#search(isOpen ? end + 1 : end);
    this.#from = Math.max(this.#from, Math.min(end, length));
    this.#move();
  }

  /** Returns the end of the part whose context, or kept characters, are complete. */
  #searchable(): number {
    const { length } = this.#text;
    const lines = backLines(this.#text, length, this.#options.contextLines + 1);
    return Math.max(0, Math.min(length - OVERLAP_CHARS, Math.max(lines, length - KEPT_CHARS)));
  }

  #search(end: number): void {
    const { regex } = this.#options.matcher;
    const text = this.#text;
    let line = this.#line;
    let counted = 0;
    if (!this.#skipLine(this.#from)) return;
    regex.lastIndex = this.#from;
    for (let hit = regex.exec(text); hit !== null && hit.index < end; hit = regex.exec(text)) {
      line += countBreaks(text, counted, hit.index);
      counted = hit.index;
      if (this.isFull) return;
      this.#addMatch(hit.index, line);
      this.#isLineDone = true;
      if (!this.#skipLine(hit.index)) return;
      regex.lastIndex = this.#from;
    }
  }

  /**
   * Continues after the line of an offset, if that line has a match. Returns false if its end is not yet in the window.
   */
  #skipLine(offset: number): boolean {
    if (!this.#isLineDone) return true;
    const end = this.#text.indexOf('\n', offset);
    this.#from = end < 0 ? this.#text.length : end + 1;
    this.#isLineDone = end < 0;
    return end >= 0;
  }

  #addMatch(hit: number, line: number): void {
    if (line <= this.#options.afterLine) return;
    if (this.#options.isCounting === true) {
      this.matches.push({ line, column: 0, text: '' });
      return;
    }
    const found = excerpt(this.#text, hit, this.#options.contextLines);
    const gone = line === this.#line ? this.#gone : 0;
    this.matches.push({ line, ...found, column: found.column + gone });
    if (this.matches.length > (this.#options.tail ?? Infinity)) this.matches.shift();
  }

  /** Drops text that no later match needs. */
  #move(): void {
    const text = this.#text;
    const lines = backLines(text, this.#from, this.#options.contextLines + 1);
    const start = Math.max(0, Math.max(lines - 1, this.#from - KEPT_CHARS));
    const lineStartsAt = lineStart(text, start);
    this.#gone = start - lineStartsAt + (lineStartsAt === 0 ? this.#gone : 0);
    this.#line += countBreaks(text, 0, start);
    this.#text = text.slice(start);
    this.#from -= start;
  }
}
