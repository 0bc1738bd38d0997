// Values: turns values of SQLite into JSON without loss.

/** A value from SQLite. Integers are bigint, so a number is always REAL. */
export type SqlValue = null | bigint | number | string | Uint8Array;

/**
 * A value as JSON. What JSON cannot express is a tagged object: `{"int64": "9007199254740993"}`,
 * `{"float": "Infinity"}`, `{"blob": "<base64>"}`. A long value is cut and has its full length in bytes or characters:
 * `{"text": …, "length": n}`, `{"blob": …, "length": n}`. In TEXT that is not UTF-8, U+FFFD replaces invalid bytes:
 * `{"text": …, "replaced": true}`.
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

/** Whether JSON readers round the number: it may be an INTEGER of SQLite, but is not a safe integer. */
export const isAmbiguous = (value: number): boolean =>
  Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) <= Number(INT64);

/** Turns a value into JSON. Cuts text and bytes after `maxLength`. */
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

/** Returns the first characters of a text, without splitting a surrogate pair. */
export const cutText = (value: string, length: number): string => {
  const last = value.charCodeAt(length - 1);
  return value.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
};

const PRINTABLE = /^[ -~]*$/;
const INVISIBLE = /(?! )[\p{C}\p{Z}]/gu;

/** Escapes characters without a glyph in JSON, because they could hide instructions. The value is the same. */
export const showInvisible = (json: string): string =>
  PRINTABLE.test(json) ? json : json.replaceAll(INVISIBLE, toEscapes);

const toEscapes = (character: string): string =>
  character.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
