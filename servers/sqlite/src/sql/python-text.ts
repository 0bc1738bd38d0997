// Values written as Python writes them: the text format of the official server.
import type { SqlValue } from './value.ts';

const UNPRINTABLE = /[\p{C}\p{Z}\\]/gu;
const NAMED: { readonly [character: string]: string } = {
  ' ': ' ',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

const escape = (character: string): string => {
  const named = NAMED[character];
  if (named !== undefined) return named;
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x100) return `\\x${hex(point, 2)}`;
  return point < 0x10000 ? `\\u${hex(point, 4)}` : `\\U${hex(point, 8)}`;
};

// Most strings need nothing, which is much faster to see than to do nothing for each character.
const PLAIN = /^[ -&(-[\]-~]*$/;

/** A string with quotes. Characters that nobody can see are escaped. */
export const pythonString = (value: string): string => {
  if (PLAIN.test(value)) return `'${value}'`;
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  const escaped = value.replace(UNPRINTABLE, escape);
  return `${quote}${quote === "'" ? escaped.replaceAll("'", "\\'") : escaped}${quote}`;
};

const QUOTE = 0x22;
const APOSTROPHE = 0x27;

const pythonByte = (byte: number): string => {
  const character = String.fromCharCode(byte);
  if (byte > 0x7e || (byte < 0x20 && !'\n\r\t'.includes(character))) return `\\x${hex(byte, 2)}`;
  return NAMED[character] ?? character;
};

/** Each byte as it stands in quotes, but for the quotes themselves. */
export const PYTHON_BYTES: readonly string[] = Array.from({ length: 256 }, (_, byte) => pythonByte(byte));

/** The quotes that Python puts around bytes. */
export const quoteOfBytes = (bytes: Uint8Array): `'` | '"' =>
  bytes.includes(APOSTROPHE) && !bytes.includes(QUOTE) ? '"' : "'";

// Python writes numbers of this size without an exponent.
const LEAST_PLAIN = 1e-4;
const MOST_PLAIN = 1e16;

/** A number with a fraction, given with its digits in JavaScript. */
export const pythonReal = (value: number, digits: string): string => {
  const size = Math.abs(value);
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  if (size >= LEAST_PLAIN && size < MOST_PLAIN) return Number.isInteger(value) ? `${digits}.0` : digits;
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const [mantissa = '0', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
};

/** One value that is no bytes: `None`, `1`, `1.0`, `'text'`. */
export const pythonValue = (value: Exclude<SqlValue, Uint8Array>): string => {
  if (value === null) return 'None';
  if (typeof value === 'string') return pythonString(value);
  if (typeof value === 'bigint') return String(value);
  return pythonReal(value, String(value));
};
