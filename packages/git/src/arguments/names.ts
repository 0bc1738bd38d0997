// Names of files and refs. Git keeps them as bytes: one that is not UTF-8, or that does not show, is written as git
// writes the name of a file, in quotes with escapes, and every tool takes that form too.
import { sep, win32 } from 'node:path';

/** A byte that is not UTF-8 stands in a string as a lone surrogate, which no text that was decoded has. */
const BYTE = 0xdc00;
const LONE = /[\udc80-\udcff]/u;

/** Decodes bytes: those that are not UTF-8 are kept. */
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

/** How many bytes the character has; 0 when it is none. */
const lengthOf = (bytes: Buffer, at: number): number => {
  const first = bytes[at] ?? 0;
  const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const character = bytes.subarray(at, at + length);
  return Buffer.from(character.toString('utf8')).equals(character) ? length : 0;
};

/** Whether a name has bytes that are not UTF-8: no argument of a program can have them. */
export const hasBytes = (path: string): boolean => LONE.test(path);

/** The bytes of a name. */
export const toBytes = (path: string): Buffer =>
  hasBytes(path)
    ? Buffer.concat(
        Array.from(path, (character) =>
          LONE.test(character) ? Buffer.of(character.charCodeAt(0) - BYTE) : Buffer.from(character),
        ),
      )
    : Buffer.from(path);

/** What git writes in quotes, and what does not show or moves what stands around it. */
const needsQuotes = (text: string): boolean => /["\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(text);

const ESCAPES: { readonly [character: string]: string } = {
  '"': String.raw`\"`,
  '\\': String.raw`\\`,
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
};

/** The name as tools show it. In a whole path of Windows backslashes only stand between names. */
export const shownName = (path: string): string =>
  sep === '\\' && win32.isAbsolute(path) ? path.split(sep).map(quotedName).join(sep) : quotedName(path);

const quotedName = (path: string): string =>
  needsQuotes(path) ? `"${Array.from(path, (character) => escape(character)).join('')}"` : path;

const escape = (character: string): string =>
  needsQuotes(character)
    ? (ESCAPES[character] ??
      [...toBytes(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''))
    : character;

/** The name that a tool was given: in quotes as they show it, or plain. */
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
