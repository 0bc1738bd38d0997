// Finds line breaks in the bytes of a text, whatever its encoding.
import { bomOf, type Encoding } from './encoding.ts';
import { countNewlines } from './line-ending.ts';

/** How line feeds are written in an encoding. Offsets and bytes begin at a whole character. */
export interface LineBreaks {
  /** Bytes of a line feed. */
  readonly size: number;
  /** The first at or after an offset; -1: none. */
  find(bytes: Buffer, from: number): number;
  /** The last before an offset; -1: none. */
  findLast(bytes: Buffer, before: number): number;
  count(bytes: Buffer): number;
}

const NEWLINE = 0x0a;

/** Where ASCII characters are one byte. */
const oneByte: LineBreaks = {
  size: 1,
  find: (bytes, from) => bytes.indexOf(NEWLINE, from),
  findLast: (bytes, before) => (before <= 0 ? -1 : bytes.lastIndexOf(NEWLINE, before - 1)),
  count: (bytes) => countNewlines(bytes, 0, bytes.length),
};

const twoBytes = (pair: Buffer): LineBreaks => {
  // The pair may also be the second byte of one character and the first of the next.
  const find = (bytes: Buffer, from: number): number => {
    let at = bytes.indexOf(pair, from);
    while (at % 2 === 1) at = bytes.indexOf(pair, at + 1);
    return at;
  };
  return {
    size: 2,
    find,
    findLast: (bytes, before) => {
      let at = before < 2 ? -1 : bytes.lastIndexOf(pair, before - 2);
      while (at % 2 === 1) at = bytes.lastIndexOf(pair, at - 1);
      return at;
    },
    count: (bytes) => {
      let count = 0;
      for (let at = find(bytes, 0); at >= 0; at = find(bytes, at + 2)) count++;
      return count;
    },
  };
};

const littleEndian = twoBytes(Buffer.from([NEWLINE, 0]));
const bigEndian = twoBytes(Buffer.from([0, NEWLINE]));

/** The line breaks of an encoding. */
export const lineBreaksOf = (encoding: Encoding): LineBreaks => {
  if (encoding === 'utf-16le') return littleEndian;
  return encoding === 'utf-16be' ? bigEndian : oneByte;
};

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** The end of the last whole character before an offset. What is not UTF-8 may be cut anywhere. */
export const characterEnd = (bytes: Buffer, offset: number, encoding: Encoding): number => {
  if (bomOf(encoding).length === 2) return wholePair(bytes, offset - (offset % 2), encoding);
  if (encoding !== 'utf-8') return offset;
  for (let end = offset; end > offset - 4 && end > 0; end--) if (!isContinuation(bytes[end])) return end;
  return offset;
};

/** The start of the first whole character at or after an offset. */
export const characterStart = (bytes: Buffer, offset: number, encoding: Encoding): number => {
  if (bomOf(encoding).length === 2) return offset + (offset % 2);
  if (encoding !== 'utf-8') return offset;
  for (let start = offset; start < offset + 4; start++) if (!isContinuation(bytes[start])) return start;
  return offset;
};

// A pair of surrogates is one character.
const wholePair = (bytes: Buffer, end: number, encoding: Encoding): number => {
  if (end < 2) return end;
  const unit = encoding === 'utf-16le' ? bytes.readUInt16LE(end - 2) : bytes.readUInt16BE(end - 2);
  return unit >= 0xd800 && unit <= 0xdbff ? end - 2 : end;
};
