// Reads lines of a file. Memory and result are bounded, however long the file or its lines are.
import { isUtf8 } from 'node:buffer';
import type { ReadableBytes } from './anchored/open-file.ts';

/** How a text file is read. */
export interface ReadLimits {
  /** Of the result. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** Some lines of a file. */
export interface Lines {
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
  /** Otherwise some bytes are shown as U+FFFD. */
  readonly isUtf8: boolean;
}

const NEWLINE = 0x0a;
const CHUNK_BYTES = 65_536;

/** Reads `count` lines from line `first` on; undefined when the file has fewer lines than that. */
export const readForward = async (
  file: ReadableBytes,
  { first, count }: { first: number; count: number },
  limits: ReadLimits,
): Promise<Lines | undefined> => {
  const offset = await findLine(file, first, limits.signal);
  if (offset === undefined) return undefined;
  // Some bytes more than the limit show whether the text goes on.
  const { bytes, isEnd } = await file.read(offset, limits.maxBytes + 4);
  const { length, lines, isLineCut } = takeLines(bytes, count, Math.min(bytes.length, limits.maxBytes));
  const isAll = isEnd && length === bytes.length;
  const nextLine = first + lines;
  // The newline after the last line is not followed by a line.
  const isMore = !isAll && !(isEnd && length + 1 === bytes.length);
  return {
    ...decode(bytes.subarray(0, length)),
    startLine: first,
    endLine: nextLine - 1,
    ...(isMore ? { nextLine } : {}),
    isTruncated: isMore && lines < count,
    isLineCut,
  };
};

/** Reads the last `count` lines, to the last byte. */
export const readBackward = async (
  file: ReadableBytes,
  count: number,
  limits: ReadLimits,
): Promise<Lines> => {
  const { maxBytes } = limits;
  const offset = Math.max(0, file.size - maxBytes - 1);
  const { bytes } = await file.read(offset, maxBytes + 1);
  // The newline at the end of the file ends the last line; no line follows it.
  const end = bytes.at(-1) === NEWLINE ? bytes.length - 1 : bytes.length;
  let start = end;
  for (let lines = 0; lines < count && start >= 0; lines++) start = lineBreakBefore(bytes, start);
  if (start >= 0 || bytes.length <= maxBytes)
    return { ...decode(bytes.subarray(start + 1)), isTruncated: false, isLineCut: false };
  const firstBreak = bytes.subarray(0, end).indexOf(NEWLINE);
  const kept = firstBreak < 0 ? bytes.subarray(characterStart(bytes, 1)) : bytes.subarray(firstBreak + 1);
  return { ...decode(kept), isTruncated: true, isLineCut: firstBreak < 0 };
};

const lineBreakBefore = (bytes: Buffer, end: number): number =>
  end === 0 ? -1 : bytes.lastIndexOf(NEWLINE, end - 1);

const decode = (bytes: Buffer): { text: string; isUtf8: boolean } => ({
  text: bytes.toString('utf8'),
  isUtf8: isUtf8(bytes),
});

/** The offset of a line, counted from 1; undefined when there are fewer. */
const findLine = async (
  file: ReadableBytes,
  line: number,
  signal: AbortSignal,
): Promise<number | undefined> => {
  if (line === 1) return 0;
  let breaks = 0;
  for (let offset = 0; ; offset += CHUNK_BYTES) {
    signal.throwIfAborted();
    const { bytes, isEnd } = await file.read(offset, CHUNK_BYTES);
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) {
      if (++breaks < line - 1) continue;
      return isEnd && at + 1 === bytes.length ? undefined : offset + at + 1;
    }
    if (isEnd) return undefined;
  }
};

interface Taken {
  readonly length: number;
  readonly lines: number;
  readonly isLineCut: boolean;
}

/**
 * How many of the first `limit` bytes are up to `count` whole lines. They come without their last newline, except when
 * everything is asked for and read.
 */
const takeLines = (bytes: Buffer, count: number, limit: number): Taken => {
  let lines = 0;
  let start = 0;
  while (lines < count && start < limit) {
    const end = bytes.indexOf(NEWLINE, start);
    if (end < 0 || end > limit) break;
    lines++;
    if (lines === count) return { length: end, lines, isLineCut: false };
    start = end + 1;
  }
  if (limit === bytes.length) {
    if (start < limit) return { length: limit, lines: lines + 1, isLineCut: false };
    return { length: count === Infinity || lines === 0 ? limit : limit - 1, lines, isLineCut: false };
  }
  if (lines > 0) return { length: start - 1, lines, isLineCut: false };
  return { length: characterEnd(bytes, limit), lines: 1, isLineCut: true };
};

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

// A character of UTF-8 has at most three continuation bytes; what has more is not UTF-8 and may be cut anywhere.
const characterEnd = (bytes: Buffer, limit: number): number => {
  for (let end = limit; end > limit - 4 && end > 0; end--) if (!isContinuation(bytes[end])) return end;
  return limit;
};

const characterStart = (bytes: Buffer, from: number): number => {
  for (let start = from; start < from + 4; start++) if (!isContinuation(bytes[start])) return start;
  return from;
};
