// Names of files and refs. Git stores them as bytes. Names that are not UTF-8 or not visible are shown as git quotes
// file names, with escapes, and every tool accepts that form.
import { sep, win32 } from 'node:path';

/** A lone surrogate stands for a byte that is not UTF-8. Decoded text never contains one. */
const BYTE = 0xdc00;
const LONE = /[\udc80-\udcff]/u;

/** Decodes bytes, and preserves those that are not UTF-8. */
export const decode = (bytes: Buffer): string => {
  const text = bytes.toString('utf8');
  if (!text.includes('\uFFFD') || Buffer.from(text).equals(bytes)) return text;
  let result = '';
  for (let at = 0; at < bytes.length;) {
    const length = lengthOf(bytes, at);
    result +=
      length === 0 ? String.fromCharCode(BYTE + (bytes[at] ?? 0)) : bytes.toString('utf8', at, at + length);
    at += length || 1;
  }
  return result;
};

/** Returns the length of the character in bytes; 0 if it is not a character. */
const lengthOf = (bytes: Buffer, at: number): number => {
  const first = bytes[at] ?? 0;
  const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const character = bytes.subarray(at, at + length);
  return Buffer.from(character.toString('utf8')).equals(character) ? length : 0;
};

/** Whether a name has bytes that are not UTF-8, which no argument of a program can contain. */
export const hasBytes = (path: string): boolean => LONE.test(path);

/** Returns the bytes of a name. */
export const toBytes = (path: string): Buffer =>
  hasBytes(path)
    ? Buffer.concat(
        Array.from(path, (character) =>
          LONE.test(character) ? Buffer.of(character.charCodeAt(0) - BYTE) : Buffer.from(character),
        ),
      )
    : Buffer.from(path);

/** Characters that git quotes, and those that are invisible or move the text around them. */
const needsQuotes = (text: string): boolean => /["\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(text);

const ESCAPES: { readonly [character: string]: string } = {
  '"': String.raw`\"`,
  '\\': String.raw`\\`,
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
};

/** Returns the name as tools show it. In a whole Windows path, backslashes only separate names. */
export const shownName = (path: string): string =>
  sep === '\\' && win32.isAbsolute(path) ? path.split(sep).map(quotedName).join(sep) : quotedName(path);

const quotedName = (path: string): string =>
  needsQuotes(path) ? `"${Array.from(path, (character) => escape(character)).join('')}"` : path;

const escape = (character: string): string =>
  needsQuotes(character)
    ? (ESCAPES[character] ??
      [...toBytes(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''))
    : character;

/** Returns the name that a tool was given, quoted or plain. */
export const readName = (given: string): string => {
  if (!/^"(?:[^"\\]|\\(?:["\\abfnrtv]|[0-3][0-7]{2}))+"$/u.test(given)) return given;
  const letters: { readonly [letter: string]: number } = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };
  // Each byte is a character here.
  const escaped = Buffer.from(given.slice(1, -1)).toString('latin1');
  const bytes = escaped.replaceAll(/\\(\d{3}|.)/g, (_, name: string) => {
    if (name.length > 1) return String.fromCharCode(Number.parseInt(name, 8));
    return letters[name] === undefined ? name : String.fromCharCode(letters[name]);
  });
  return decode(Buffer.from(bytes, 'latin1'));
};
