// Character sets: tells text from binary data, detects encodings, decodes and encodes.
import { isAscii, isUtf8 } from 'node:buffer';
import { FileError } from '@mcp/files';
import type { LegacyCharset } from './legacy-charset.ts';

/** How much of the start of a file is enough to tell text from binary data. */
export const SAMPLE_BYTES = 65_536;

/** An encoding that was detected or requested. */
export interface Charset {
  /** Like `utf-8`, `utf-16le`, `windows-1252` or `gb18030`. */
  readonly name: string;
  /** Bytes per line feed. In encodings with 1, no other character contains the byte 0x0a. */
  readonly unitBytes: 1 | 2;
  /** Keeps the byte order mark. Invalid bytes become U+FFFD. */
  readonly decode: (bytes: Buffer) => string;
  /** @throws {FileError} `encoding` with the first character that the encoding lacks. */
  readonly encode: (text: string) => Buffer;
}

const utf8: Charset = {
  name: 'utf-8',
  unitBytes: 1,
  decode: (bytes) => bytes.toString('utf8'),
  encode: (text) => Buffer.from(text, 'utf8'),
};

const utf16le: Charset = {
  name: 'utf-16le',
  unitBytes: 2,
  decode: (bytes) => bytes.toString('utf16le') + (bytes.length % 2 === 1 ? '\uFFFD' : ''),
  encode: (text) => Buffer.from(text, 'utf16le'),
};

const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16();

const utf16be: Charset = {
  name: 'utf-16be',
  unitBytes: 2,
  decode: (bytes) => swapped(bytes).toString('utf16le') + (bytes.length % 2 === 1 ? '\uFFFD' : ''),
  encode: (text) => Buffer.from(text, 'utf16le').swap16(),
};

const UNICODE: readonly Charset[] = [utf8, utf16le, utf16be];

/** Returns the charset of a byte order mark. UTF-32 starts like UTF-16, and is not read as text. */
export const charsetOfBom = (bytes: Uint8Array): Charset | undefined => {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return utf8;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? undefined : utf16le;
  return a === 0xfe && b === 0xff ? utf16be : undefined;
};

/**
 * Returns the charset of text, or undefined for binary data: bytes with a NUL but without a byte order mark of UTF-16,
 * or with many other control characters. `isPart`: the bytes may end within a character.
 */
export const detectCharset = async (bytes: Buffer, isPart = false): Promise<Charset | undefined> => {
  const marked = charsetOfBom(bytes);
  if (marked !== undefined) return marked;
  if (bytes.includes(0)) return undefined;
  if (isUtf8Text(bytes, isPart)) return utf8;
  const sample = bytes.subarray(firstOdd(bytes)).subarray(0, SAMPLE_BYTES);
  if (isBinary(sample)) return undefined;
  return isMostlyUtf8(sample) ? utf8 : withErrors((await import('./legacy-charset.ts')).guessCharset(sample));
};

const isUtf8Text = (bytes: Buffer, isPart: boolean): boolean =>
  isUtf8(bytes) || (isPart && [1, 2, 3].some((cut) => isUtf8(bytes.subarray(0, bytes.length - cut))));

/** Returns the start of the first line that is not ASCII. There must be one. */
const firstOdd = (bytes: Buffer): number => {
  let from = 0;
  while (isAscii(bytes.subarray(from, from + SAMPLE_BYTES))) from += SAMPLE_BYTES;
  const at = from + bytes.subarray(from).findIndex((byte) => byte >= 0x80);
  return bytes.lastIndexOf(0x0a, at) + 1;
};

// Text files contain tab, line feed, vertical tab, form feed, carriage return, backspace and escape.
const isBinary = (bytes: Buffer): boolean => {
  let controls = 0;
  for (const byte of bytes) if (byte < 0x20 && (byte < 0x08 || byte > 0x0d) && byte !== 0x1b) controls++;
  return controls * 50 > bytes.length;
};

/** Whether the bytes are UTF-8 with some errors. */
const isMostlyUtf8 = (bytes: Buffer): boolean => {
  const odd = bytes.toString('utf8').match(/[^\0-\x7f]/gu) ?? [];
  return odd.filter((character) => character === '\uFFFD').length * 2 < odd.length;
};

/**
 * Returns the charset with this name, like `gbk` or `Shift_JIS`.
 *
 * @throws {FileError} `encoding` for an unknown name.
 */
export const charsetFor = async (given: string): Promise<Charset> => {
  const name = given.toLowerCase();
  const unicode = UNICODE.find((charset) => charset.name === name || charset.name.replace('-', '') === name);
  if (unicode !== undefined) return unicode;
  const legacy = (await import('./legacy-charset.ts')).legacyCharset(name);
  if (legacy !== undefined) return withErrors(legacy);
  throw new FileError('encoding', `The encoding ${name} is not known.`, {
    hint: 'Use utf-8, utf-16le, utf-16be, windows-1252, iso-8859-1, gbk, gb18030, big5, shift_jis, euc-jp, euc-kr, koi8-r or the like.',
  });
};

const withErrors = (charset: LegacyCharset): Charset => ({
  ...charset,
  encode: (text) => {
    const bytes = charset.encode(text);
    if (typeof bytes !== 'string') return bytes;
    const code = (bytes.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    const problem = `The encoding ${charset.name} has no character ${bytes} (U+${code}).`;
    const hint = 'Use other characters, or write the file as utf-8 with write_file.';
    throw new FileError('encoding', problem, { hint });
  },
});
