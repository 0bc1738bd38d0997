// Encodings that are not Unicode. In a bundle of its own, which is loaded for the first file in one of them.
import { analyse } from 'chardet';
import iconv from 'iconv-lite';
import type { Charset } from './charset.ts';

/** An encoding that chardet finds with less confidence is as likely Windows-1252. It confuses other Latin ones most. */
const LEAST_CONFIDENCE = 30;
const LEAST_CONFIDENCE_IN_LATIN = 75;
const OTHER_LATIN = /^(?:iso-8859-[29]|windows-125[047])$/;

/** Encodings that contain another one: a file in the smaller reads the same. */
const LARGER: { readonly [name: string]: string } = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-9': 'windows-1254',
};

/** The charset that text seems to have which is not UTF-8. */
export const guessCharset = (bytes: Buffer): LegacyCharset => {
  const found = analyse(bytes).map(({ name, confidence }) => ({ name: name.toLowerCase(), confidence }));
  const best = found.find(({ name }) => isKnown(name) && isMostlyValid(bytes, name));
  if (best === undefined) return toCharset('windows-1252');
  const { name, confidence } = best;
  const isSure = confidence >= (OTHER_LATIN.test(name) ? LEAST_CONFIDENCE_IN_LATIN : LEAST_CONFIDENCE);
  return toCharset(isSure ? (LARGER[name] ?? name) : 'windows-1252');
};

/** chardet counts what is frequent in a language, also where an encoding has no character for every tenth byte. */
const isMostlyValid = (bytes: Buffer, name: string): boolean => {
  const text = iconv.decode(bytes, name);
  return (text.split('\uFFFD').length - 1) * 50 <= text.length;
};

// iconv-lite also has forms that are not text encodings, like base64.
const isKnown = (name: string): boolean =>
  /^(?:ascii|big5|cp|euc|gb|ibm|iso-?8859|koi8|latin|mac|shift[-_]?jis|sjis|tis-?620|windows)/.test(name) &&
  iconv.encodingExists(name);

/** An encoding of the library. Its bundle has classes of its own, so that it refuses without throwing. */
export interface LegacyCharset extends Omit<Charset, 'encode'> {
  /** Or the first character that the encoding does not have. */
  readonly encode: (text: string) => Buffer | string;
}

/** The charset with a name; undefined when there is none. */
export const legacyCharset = (name: string): LegacyCharset | undefined =>
  isKnown(name) ? toCharset(name) : undefined;

const toCharset = (name: string): LegacyCharset => {
  const decode = (bytes: Buffer): string => iconv.decode(bytes, name, { stripBOM: false });
  const encode = (text: string): Buffer | string => {
    const bytes = iconv.encode(text, name);
    const back = decode(bytes);
    return back === text ? bytes : firstDifference(text, back);
  };
  return { name, unitBytes: 1, decode, encode };
};

const firstDifference = (text: string, other: string): string => {
  const others = other[Symbol.iterator]();
  for (const character of text) if (others.next().value !== character) return character;
  return '';
};
