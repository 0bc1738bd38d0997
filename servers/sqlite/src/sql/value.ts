// Values of SQLite as JSON, without loss.

/** A value as SQLite gives it: integers are bigint, so a number is always REAL. */
export type SqlValue = null | bigint | number | string | Uint8Array;

/**
 * A value as JSON. What JSON cannot hold is an object with one telling member: `{"int64": "9007199254740993"}`,
 * `{"float": "Infinity"}`, `{"blob": "<base64>"}`. A value that is too long is cut and says its whole length in bytes
 * or characters: `{"text": …, "length": n}`, `{"blob": …, "length": n}`. TEXT that is not UTF-8 has U+FFFD for the
 * bytes that are not, and says so: `{"text": …, "replaced": true}`.
 */
export type JsonValue =
  | null
  | number
  | string
  | { readonly int64: string }
  | { readonly float: string }
  | { readonly blob: string; readonly length?: number }
  | { readonly text: string; readonly length?: number; readonly replaced?: true };

/** One more than the largest INTEGER. */
export const INT64 = 2n ** 63n;

/** A whole number that JSON readers round: it may be an INTEGER of SQLite, but it is no safe integer. */
export const isAmbiguous = (value: number): boolean =>
  Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) <= Number(INT64);

/** A value as JSON. Text and bytes are cut after `maxLength`. */
export const toJson = (value: SqlValue, maxLength: number): JsonValue => {
  if (value === null) return null;
  if (typeof value === 'string') return toText(value, maxLength);
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : { int64: String(value) };
  }
  if (typeof value === 'number')
    return Number.isFinite(value) && !isAmbiguous(value) ? value : { float: String(value) };
  const bytes = Buffer.from(value.buffer, value.byteOffset, Math.min(value.length, maxLength));
  const blob = bytes.toString('base64');
  return value.length > maxLength ? { blob, length: value.length } : { blob };
};

const toText = (value: string, maxLength: number): JsonValue => {
  const isLong = value.length > maxLength;
  const isReplaced = value.includes('\uFFFD');
  if (!isLong && !isReplaced) return value;
  return {
    text: isLong ? cutText(value, maxLength) : value,
    ...(isLong ? { length: value.length } : {}),
    ...(isReplaced ? { replaced: true } : {}),
  };
};

/** The first characters of a text, without half of a pair. */
export const cutText = (value: string, length: number): string => {
  const last = value.charCodeAt(length - 1);
  return value.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
};

const PRINTABLE = /^[ -~]*$/;
const INVISIBLE = /(?! )[\p{C}\p{Z}]/gu;

/** JSON in which characters without a glyph, which could hide instructions, are escapes. It has the same value. */
export const showInvisible = (json: string): string =>
  PRINTABLE.test(json) ? json : json.replaceAll(INVISIBLE, toEscapes);

const toEscapes = (character: string): string =>
  character.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
