// Encodings other than Unicode. A separate bundle, loaded with the first file in one of them.
import { analyse } from 'chardet';
import iconv from 'iconv-lite';
import type { Charset } from './charset.ts';

/** Below this confidence a guess of chardet is no better than Windows-1252. It confuses other Latin encodings most. */
const LEAST_CONFIDENCE = 30;
const LEAST_CONFIDENCE_IN_LATIN = 75;
const OTHER_LATIN = /^(?:iso-8859-[29]|windows-125[047])$/;

/** Supersets: a file in the smaller encoding reads the same. */
const LARGER: { readonly [name: string]: string } = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-9': 'windows-1254',
};

export const guessCharset = (bytes: Buffer): LegacyCharset => {
  const found = analyse(bytes).map(({ name, confidence }) => ({ name: name.toLowerCase(), confidence }));
  const best = found.find(({ name }) => isKnown(name) && isMostlyValid(bytes, name));
  if (best === undefined) return toCharset('windows-1252');
  const { name, confidence } = best;
  const isSure = confidence >= (OTHER_LATIN.test(name) ? LEAST_CONFIDENCE_IN_LATIN : LEAST_CONFIDENCE);
  return toCharset(isSure ? (LARGER[name] ?? name) : 'windows-1252');
};

/**
 * chardet may pick an encoding in which every tenth byte is invalid, because it only counts what is frequent in a
 * language.
 */
const isMostlyValid = (bytes: Buffer, name: string): boolean => {
  const text = iconv.decode(bytes, name);
  return (text.split('\uFFFD').length - 1) * 50 <= text.length;
};

// iconv-lite also has forms like base64, which are not text encodings.
const isKnown = (name: string): boolean =>
  /^(?:ascii|big5|cp|euc|gb|ibm|iso-?8859|koi8|latin|mac|shift[-_]?jis|sjis|tis-?620|windows)/.test(name) &&
  iconv.encodingExists(name);

/** An encoding of the library. It returns errors instead of throwing, because this bundle has its own classes. */
export interface LegacyCharset extends Omit<Charset, 'encode'> {
  /** Returns the first character that the encoding lacks, if there is one. */
  readonly encode: (text: string) => Buffer | string;
}

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
