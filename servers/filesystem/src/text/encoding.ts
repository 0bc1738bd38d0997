// Text encodings: finds out which one a file has, and turns its bytes into text and back.
import { isUtf8 } from 'node:buffer';
import { ToolError } from '@mcp/runtime';
import { errorMeta } from '../failure.ts';

/** What text can be read and written in. `latin1` only on demand: what looks like it is read as `windows-1252`. */
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'latin1'] as const;

/** The name of an encoding. */
export type Encoding = (typeof ENCODINGS)[number];

/** How the text of a file is encoded. */
export interface TextEncoding {
  readonly encoding: Encoding;
  /** Whether the file begins with a byte order mark. */
  readonly hasBom: boolean;
}

/** Text that an encoding cannot hold. */
export class EncodingError extends ToolError {
  constructor(message: string) {
    super(message, { _meta: errorMeta('encoding') });
  }
}

const BOMS: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The byte order mark of an encoding; empty when it has none. */
export const bomOf = (encoding: Encoding): Buffer =>
  Buffer.from(BOMS.find(([name]) => name === encoding)?.[1] ?? []);

/** What a byte order mark at the beginning says. */
export const readBom = (bytes: Uint8Array): TextEncoding | undefined => {
  // UTF-32 begins like UTF-16; it is not text that is read here.
  if (bytes[0] === 0xff && bytes[1] === 0xfe && bytes[2] === 0 && bytes[3] === 0) return undefined;
  const found = BOMS.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte));
  return found && { encoding: found[0], hasBom: true };
};

/** As much of a file as is looked at. */
export const SAMPLE_BYTES = 65_536;

/**
 * The encoding of a file by its first bytes, of which `sampleBytes` are looked at; undefined when they are not text. A
 * byte order mark decides. Without one it is UTF-8, also with some bytes that are not, or else Windows-1252, which gives
 * every byte a character.
 */
export const detectEncoding = (
  bytes: Uint8Array,
  sampleBytes: number = SAMPLE_BYTES,
): TextEncoding | undefined => {
  const marked = readBom(bytes);
  if (marked !== undefined) return marked;
  // A sample may end within a character.
  const whole = bytes.length < sampleBytes ? bytes : wholeCharacters(bytes.subarray(0, sampleBytes));
  if (whole.includes(0)) return undefined;
  if (isUtf8(whole)) return { encoding: 'utf-8', hasBom: false };
  const { sequences, invalid, controls } = countBytes(whole);
  if (controls * 50 > whole.length) return undefined;
  return { encoding: sequences > invalid ? 'utf-8' : 'windows-1252', hasBom: false };
};

/** Without the beginning of a character at the end. */
const wholeCharacters = (bytes: Uint8Array): Uint8Array => {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return sequenceLength(byte) > back ? bytes.subarray(0, -back) : bytes;
    if (byte < 0x80) return bytes;
  }
  return bytes;
};

const sequenceLength = (first: number): number => {
  if (first < 0xc2 || first > 0xf4) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
};

/** Characters of several bytes as UTF-8 has them, bytes that belong to none, and control characters. */
const countBytes = (bytes: Uint8Array): { sequences: number; invalid: number; controls: number } => {
  const counts = { sequences: 0, invalid: 0, controls: 0 };
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) {
      // Tab, line feed, vertical tab, form feed, carriage return, backspace and escape are in text files.
      if (byte < 0x20 && (byte < 0x08 || byte > 0x0d) && byte !== 0x1b) counts.controls++;
      continue;
    }
    const length = sequenceLength(byte);
    let end = at + 1;
    while (end < at + length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end++;
    if (length > 1 && end === at + length) counts.sequences++;
    else counts.invalid++;
    at = end - 1;
  }
  return counts;
};

/** 0x80 to 0x9f of Windows-1252 as the web platform has it. Five of them are control characters. */
const WINDOWS_1252 =
  '\u20AC\x81\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\x8D\u017D\x8F' +
  '\x90\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\x9D\u017E\u0178';

/** The text of some bytes, without byte order mark. Bytes that the encoding does not know become U+FFFD. */
export const decodeText = (bytes: Buffer, encoding: Encoding): string => {
  switch (encoding) {
    case 'utf-8':
      return bytes.toString('utf8');
    case 'utf-16le':
      return decodeUtf16(bytes);
    case 'utf-16be':
      return decodeUtf16(Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16(), bytes.length % 2 === 1);
    case 'latin1':
      return bytes.toString('latin1');
    case 'windows-1252':
      return bytes
        .toString('latin1')
        .replaceAll(/[\x80-\x9f]/g, (character) => WINDOWS_1252.charAt(character.charCodeAt(0) - 0x80));
  }
};

const decodeUtf16 = (bytes: Buffer, hasHalf = bytes.length % 2 === 1): string =>
  bytes.toString('utf16le') + (hasHalf ? '\uFFFD' : '');

/**
 * The bytes of a text, without byte order mark.
 *
 * @throws {EncodingError} when the encoding has no bytes for a character.
 */
export const encodeText = (text: string, encoding: Encoding): Buffer => {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(text, 'utf8');
    case 'utf-16le':
      return Buffer.from(text, 'utf16le');
    case 'utf-16be':
      return Buffer.from(text, 'utf16le').swap16();
    case 'latin1':
      return encodeBytes(text, encoding, (code) => (code <= 0xff ? code : -1));
    case 'windows-1252':
      return encodeBytes(text, encoding, toWindows1252);
  }
};

const toWindows1252 = (code: number): number => {
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code;
  const index = WINDOWS_1252.indexOf(String.fromCharCode(code));
  return index < 0 ? -1 : 0x80 + index;
};

const encodeBytes = (text: string, encoding: Encoding, toByte: (code: number) => number): Buffer => {
  const bytes = Buffer.allocUnsafe(text.length);
  for (let at = 0; at < text.length; at++) {
    const byte = toByte(text.charCodeAt(at));
    if (byte < 0) {
      const code = text.codePointAt(at) ?? 0;
      const name = `${String.fromCodePoint(code)} (U+${code.toString(16).toUpperCase().padStart(4, '0')})`;
      throw new EncodingError(
        `The file is encoded as ${encoding}, which has no character ${name}. Use other characters, or write the file as utf-8.`,
      );
    }
    bytes[at] = byte;
  }
  return bytes;
};
