// Encodings that are not Unicode. In a bundle of its own, which is loaded for the first file in one of them.
import { analyse } from 'chardet';
import iconv from 'iconv-lite';
import { FileError } from '../failure.ts';
import type { Charset } from './charset.ts';

/** What chardet finds with less confidence is as likely Windows-1252. The other Latin letters are told apart least. */
const LEAST_CONFIDENCE = 40;
const LEAST_CONFIDENCE_IN_LATIN = 75;
const OTHER_LATIN = /^(?:iso-8859-[29]|windows-125[047])$/;

/** Encodings that contain another one: a file in the smaller reads the same. */
const LARGER: { readonly [name: string]: string } = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-9': 'windows-1254',
};

/** The charset that text seems to have which is not UTF-8. */
export const guessCharset = (bytes: Buffer): Charset => {
  const [best] = analyse(bytes);
  const name = best?.name.toLowerCase() ?? '';
  const least = OTHER_LATIN.test(name) ? LEAST_CONFIDENCE_IN_LATIN : LEAST_CONFIDENCE;
  const isSure = best !== undefined && best.confidence >= least && isKnown(name);
  return legacyCharset(isSure ? (LARGER[name] ?? name) : 'windows-1252');
};

// iconv-lite also has forms that are not text encodings, like base64.
const isKnown = (name: string): boolean =>
  /^(?:ascii|big5|cp|euc|gb|ibm|iso-?8859|koi8|latin|mac|shift[-_]?jis|sjis|tis-?620|windows)/.test(name) &&
  iconv.encodingExists(name);

/**
 * The charset with a name.
 *
 * @throws {FileError} `encoding` when there is none.
 */
export const legacyCharset = (name: string): Charset => {
  if (!isKnown(name))
    throw new FileError('encoding', `The encoding ${name} is not known.`, {
      hint: 'Use utf-8, utf-16le, utf-16be, windows-1252, iso-8859-1, gbk, gb18030, big5, shift_jis, euc-jp, euc-kr, koi8-r or the like.',
    });
  const decode = (bytes: Buffer): string => iconv.decode(bytes, name, { stripBOM: false });
  const encode = (text: string): Buffer => {
    const bytes = iconv.encode(text, name);
    const back = decode(bytes);
    if (back !== text) throw lacks(name, firstDifference(text, back));
    return bytes;
  };
  return { name, unitBytes: 1, decode, encode };
};

const firstDifference = (text: string, other: string): string => {
  const others = other[Symbol.iterator]();
  for (const character of text) if (others.next().value !== character) return character;
  return '';
};

const lacks = (encoding: string, character: string): FileError => {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return new FileError('encoding', `The encoding ${encoding} has no character ${character} (U+${code}).`, {
    hint: 'Use other characters, or write the file as utf-8 with write_file.',
  });
};
