// Reads lines of a text file in any encoding. Memory and result are bounded, however long the file or its lines are.
import { isUtf8 } from 'node:buffer';
import { Turn } from '../files/turn.ts';
import type { Chunk, ReadableBytes } from '../search/walk-source.ts';
import { bomOf, decodeText, detectEncoding, readBom, SAMPLE_BYTES, type Encoding } from './encoding.ts';
import { characterEnd, characterStart, lineBreaksOf, type LineBreaks } from './line-break.ts';
import { lineEndingOf, type LineEnding } from './line-ending.ts';

/** Which lines, and how they are read. */
export interface ReadOptions {
  /** Of the text, in UTF-8. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** What to read the file as, when it does not tell or tells wrong. */
  readonly encoding?: Encoding | undefined;
}

/** Some lines of a file. */
export interface Lines {
  /** As in the file, with its line endings; without the byte order mark. */
  readonly text: string;
  /** Counted from 1. Unknown when read from the end. */
  readonly startLine?: number;
  readonly endLine?: number;
  /** The line to go on with, when lines follow. */
  readonly nextLine?: number;
  /** Less than was asked for, because of the limit. */
  readonly isTruncated: boolean;
  /** The limit fell into this line: the rest of it is missing. */
  readonly isLineCut: boolean;
  /** Undefined when the file is not text; then it is read as UTF-8. */
  readonly encoding?: Encoding;
  readonly hasBom: boolean;
  /** By the first 64 kB of the file. */
  readonly lineEnding: LineEnding;
  /** Some bytes are shown as U+FFFD. */
  readonly isLossy: boolean;
}

/** Reads `count` lines from line `first` on; undefined when the file has fewer lines than that. */
export const readForward = async (
  file: ReadableBytes,
  { first, count }: { readonly first: number; readonly count: number },
  options: ReadOptions,
): Promise<Lines | undefined> => {
  const sample = await file.read(0, SAMPLE_BYTES);
  const format = readFormat(sample.bytes, options.encoding);
  // A small file is read only once.
  const source = sample.isEnd ? new KnownBytes(sample.bytes) : file;
  const offset = await findLine(source, first, { format, signal: options.signal });
  if (offset === undefined) return undefined;
  // Some bytes more than the limit show whether the text goes on.
  const limit = options.maxBytes * format.breaks.size + 4;
  const { bytes, isEnd } = await readEnough(source, offset, { format, limit, count });
  const taken = takeFitting(bytes, count, { format, maxBytes: options.maxBytes });
  const isAll = isEnd && taken.end === bytes.length;
  const nextLine = first + taken.lines;
  // The line break after the last line is not followed by a line.
  const isMore = !isAll && !(isEnd && taken.end + format.breaks.size === bytes.length);
  return {
    ...describe(format, bytes.subarray(0, taken.end)),
    startLine: first,
    endLine: nextLine - 1,
    ...(isMore ? { nextLine } : {}),
    isTruncated: isMore && taken.lines < count,
    isLineCut: taken.isLineCut,
  };
};

/** So much is read at once to look for some lines, at first; then eight times as much. */
const WINDOW_BYTES = 262_144;

interface Enough {
  readonly format: Format;
  /** Of the bytes that are read. */
  readonly limit: number;
  /** How many lines they are to have. */
  readonly count: number;
}

// Few lines of a long file cost what they are long, not what may be returned at most.
const readEnough = async (
  source: ReadableBytes,
  offset: number,
  { format, limit, count }: Enough,
): Promise<Chunk> => {
  for (let window = count === Infinity ? limit : WINDOW_BYTES; ; window *= 8) {
    const read = await source.read(offset, Math.min(window, limit));
    if (read.isEnd || window >= limit || format.breaks.count(read.bytes) >= count) return read;
  }
};

/** Reads the last `count` lines, to the last byte. */
export const readBackward = async (
  file: ReadableBytes,
  count: number,
  options: ReadOptions,
): Promise<Lines> => {
  const format = readFormat((await file.read(0, SAMPLE_BYTES)).bytes, options.encoding);
  let rawBytes = options.maxBytes * format.breaks.size;
  for (;;) {
    const { kept, isTruncated, isLineCut } = await readEnd(file, count, { format, rawBytes });
    const lines = { ...describe(format, kept), isTruncated, isLineCut };
    const size = Buffer.byteLength(lines.text);
    if (format.encoding === 'utf-8' || size <= options.maxBytes) return lines;
    rawBytes = Math.min(kept.length - 1, Math.floor((kept.length * options.maxBytes) / size));
  }
};

interface End {
  readonly kept: Buffer;
  readonly isTruncated: boolean;
  readonly isLineCut: boolean;
}

const readEnd = async (
  file: ReadableBytes,
  count: number,
  { format, rawBytes }: { readonly format: Format; readonly rawBytes: number },
): Promise<End> => {
  for (let window = WINDOW_BYTES; ; window *= 8) {
    const end = await readWindow(file, count, { format, rawBytes: Math.min(window, rawBytes) });
    if (!end.isTruncated || window >= rawBytes) return end;
  }
};

const readWindow = async (
  file: ReadableBytes,
  count: number,
  { format, rawBytes }: { readonly format: Format; readonly rawBytes: number },
): Promise<End> => {
  const { breaks, encoding } = format;
  let offset = Math.max(format.bomBytes, file.size - rawBytes - breaks.size);
  if (breaks.size === 2) offset += offset % 2;
  const { bytes } = await file.read(offset, rawBytes + breaks.size);
  // The line break at the end of the file ends the last line; no line follows it.
  const hasBreak = bytes.length >= breaks.size && breaks.find(bytes, bytes.length - breaks.size) >= 0;
  const end = hasBreak ? bytes.length - breaks.size : bytes.length;
  let start = end;
  for (let lines = 0; lines < count && start >= 0; lines++) start = breaks.findLast(bytes, start);
  if (start >= 0 || offset === format.bomBytes)
    return {
      kept: bytes.subarray(start < 0 ? 0 : start + breaks.size),
      isTruncated: false,
      isLineCut: false,
    };
  const firstBreak = breaks.find(bytes.subarray(0, end), 0);
  const isLineCut = firstBreak < 0;
  const from = isLineCut ? characterStart(bytes, breaks.size, encoding) : firstBreak + breaks.size;
  return { kept: bytes.subarray(from), isTruncated: true, isLineCut };
};

/** How the text of a file is written. */
interface Format {
  readonly encoding: Encoding;
  readonly isText: boolean;
  readonly bomBytes: number;
  readonly breaks: LineBreaks;
  readonly lineEnding: LineEnding;
}

/** A file that is in memory. */
class KnownBytes implements ReadableBytes {
  readonly size: number;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.size = bytes.length;
  }

  read(offset: number, maxBytes: number): Promise<{ bytes: Buffer; isEnd: boolean }> {
    const bytes = this.#bytes.subarray(offset, offset + maxBytes);
    return Promise.resolve({ bytes, isEnd: offset + bytes.length >= this.size });
  }
}

const readFormat = (bytes: Buffer, asked: Encoding | undefined): Format => {
  const detected = detectEncoding(bytes);
  const encoding = asked ?? detected?.encoding ?? 'utf-8';
  const bomBytes = readBom(bytes)?.encoding === encoding ? bomOf(encoding).length : 0;
  const breaks = lineBreaksOf(encoding);
  const plain = breaks.size === 1 ? bytes : Buffer.from(decodeText(bytes.subarray(bomBytes), encoding));
  const isText = asked !== undefined || detected !== undefined;
  return { encoding, isText, bomBytes, breaks, lineEnding: lineEndingOf(plain) };
};

const describe = (format: Format, bytes: Buffer) => {
  const { encoding, isText, bomBytes, lineEnding } = format;
  const text = decodeText(bytes, encoding);
  const isLossy = encoding === 'utf-8' ? !isUtf8(bytes) : false;
  return { text, ...(isText ? { encoding } : {}), hasBom: bomBytes > 0, lineEnding, isLossy };
};

/** So much is read at once to count lines. */
const CHUNK_BYTES = 262_144;

/** The offset of a line, counted from 1; undefined when there are fewer. */
const findLine = async (
  file: ReadableBytes,
  line: number,
  { format, signal }: { readonly format: Format; readonly signal: AbortSignal },
): Promise<number | undefined> => {
  const { breaks, bomBytes } = format;
  if (line === 1) return bomBytes;
  const turn = new Turn();
  let left = line - 1;
  for (let offset = bomBytes; ; offset += CHUNK_BYTES) {
    await turn.pass();
    signal.throwIfAborted();
    const { bytes, isEnd } = await file.read(offset, CHUNK_BYTES);
    const count = breaks.count(bytes);
    if (count < left) {
      if (isEnd) return undefined;
      left -= count;
      continue;
    }
    let at = -breaks.size;
    for (; left > 0; left--) at = breaks.find(bytes, at + breaks.size);
    const start = at + breaks.size;
    // After a line break at the end of the file there is no line.
    if (start < bytes.length) return offset + start;
    if (isEnd) return undefined;
    const { bytes: next } = await file.read(offset + start, 1);
    return next.length > 0 ? offset + start : undefined;
  }
};

interface Taken {
  readonly end: number;
  readonly lines: number;
  readonly isLineCut: boolean;
}

interface Limit {
  readonly format: Format;
  /** Of the text, in UTF-8. */
  readonly maxBytes: number;
}

/** As many lines as fit when they are turned into UTF-8, where characters may need more bytes. */
const takeFitting = (bytes: Buffer, count: number, { format, maxBytes }: Limit): Taken => {
  let limit = Math.min(bytes.length, maxBytes * format.breaks.size);
  for (;;) {
    const taken = takeLines(bytes, count, { format, limit });
    if (format.encoding === 'utf-8' || taken.end === 0) return taken;
    const size = Buffer.byteLength(decodeText(bytes.subarray(0, taken.end), format.encoding));
    if (size <= maxBytes) return taken;
    limit = Math.min(taken.end - 1, Math.floor((taken.end * maxBytes) / size));
  }
};

/**
 * How many of the first `limit` bytes are up to `count` whole lines. They come without their last line break, except
 * when everything is asked for and read.
 */
const takeLines = (
  bytes: Buffer,
  count: number,
  { format, limit }: { readonly format: Format; readonly limit: number },
): Taken => {
  const { breaks, encoding } = format;
  if (count === Infinity && limit === bytes.length) return takeAll(bytes, breaks);
  let lines = 0;
  let start = 0;
  while (lines < count && start < limit) {
    const end = breaks.find(bytes, start);
    if (end < 0 || end > limit) break;
    lines++;
    if (lines === count) return { end, lines, isLineCut: false };
    start = end + breaks.size;
  }
  if (limit === bytes.length) {
    if (start < limit) return { end: limit, lines: lines + 1, isLineCut: false };
    return { end: lines === 0 ? limit : limit - breaks.size, lines, isLineCut: false };
  }
  if (lines > 0) return { end: start - breaks.size, lines, isLineCut: false };
  return { end: characterEnd(bytes, limit, encoding), lines: 1, isLineCut: true };
};

const takeAll = (bytes: Buffer, breaks: LineBreaks): Taken => {
  const hasLast = bytes.length > 0 && breaks.findLast(bytes, bytes.length) !== bytes.length - breaks.size;
  return { end: bytes.length, lines: breaks.count(bytes) + (hasLast ? 1 : 0), isLineCut: false };
};
