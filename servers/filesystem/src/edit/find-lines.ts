// Finds whole lines without regard to white space around them, in time proportional to the text.
import { fallbacks, type FindOptions, type Span } from './find-text.ts';

const NEWLINE = 0x0a;

/** Space, tab, vertical tab, form feed and carriage return. */
const isBlank = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x09 || byte === 0x0b || byte === 0x0c || byte === 0x0d;

/** Goes through lines without making an object of each. After the last line break there is an empty line. */
export class LineCursor {
  /** Of the line, without its line break. */
  start = 0;
  end = -1;
  /** Of what is between the white space at both ends. */
  textStart = 0;
  textEnd = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Goes to the next line; false when there is none. */
  next(): boolean {
    const bytes = this.#bytes;
    if (this.end >= bytes.length) return false;
    this.start = this.end + 1;
    const end = bytes.indexOf(NEWLINE, this.start);
    // A search that begins behind the end finds nothing.
    this.end = end < 0 ? bytes.length : end;
    this.textStart = this.start;
    this.textEnd = this.end;
    while (this.textStart < this.textEnd && isBlank(bytes[this.textStart])) this.textStart++;
    while (this.textEnd > this.textStart && isBlank(bytes[this.textEnd - 1])) this.textEnd--;
    return true;
  }
}

/** The lines of a text, each as the number that equal lines share. Lines that are not in it have none. */
export class LineNumbers {
  readonly lines: readonly number[];
  readonly #numbers = new Map<string, number>();
  /** Most lines can be told apart by this already. */
  readonly #lengths = new Set<number>();

  constructor(bytes: Buffer) {
    const lines: number[] = [];
    for (const line = new LineCursor(bytes); line.next();) {
      const key = bytes.toString('latin1', line.textStart, line.textEnd);
      const number = this.#numbers.get(key) ?? this.#numbers.size;
      this.#numbers.set(key, number);
      this.#lengths.add(key.length);
      lines.push(number);
    }
    this.lines = lines;
  }

  /** Whether there is nothing but white space. */
  get isBlank(): boolean {
    return this.#numbers.size === 1 && this.#numbers.has('');
  }

  /** The number of a line of other bytes; -1 when no line is like it. */
  numberOf(bytes: Buffer, { textStart, textEnd }: LineCursor): number {
    if (!this.#lengths.has(textEnd - textStart)) return -1;
    return this.#numbers.get(bytes.toString('latin1', textStart, textEnd)) ?? -1;
  }
}

/**
 * Every place where the lines are those of the needle, apart from white space around each. A span goes from the start of
 * the first line to the end of the last, before its line break. What is nothing but white space is found nowhere.
 */
export const findLines = (bytes: Buffer, needle: Buffer, { mayOverlap, maxCount }: FindOptions): Span[] => {
  const wanted = new LineNumbers(needle);
  const spans: Span[] = [];
  if (wanted.isBlank) return spans;
  const pattern = wanted.lines;
  const fallback = fallbacks(pattern);
  const starts = new Int32Array(pattern.length);
  let matched = 0;
  let lineCount = 0;
  // As Knuth, Morris and Pratt have it: no line is looked at twice.
  for (const line = new LineCursor(bytes); spans.length < maxCount && line.next();) {
    starts[lineCount++ % pattern.length] = line.start;
    const number = wanted.numberOf(bytes, line);
    while (matched > 0 && pattern[matched] !== number) matched = fallback[matched - 1] ?? 0;
    if (pattern[matched] === number) matched++;
    if (matched < pattern.length) continue;
    const hasReturn = bytes[line.end - 1] === 0x0d && line.end < bytes.length;
    spans.push({ start: starts[lineCount % pattern.length] ?? 0, end: hasReturn ? line.end - 1 : line.end });
    matched = mayOverlap ? (fallback[matched - 1] ?? 0) : 0;
  }
  return spans;
};
