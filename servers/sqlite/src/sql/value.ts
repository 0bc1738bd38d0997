// Values of SQLite as JSON, without loss, and JSON as parameters of a statement.
import { SqlFailure } from './failure.ts';

/** A value as a driver gives it: integers are bigint, so a number is always REAL. */
export type SqlValue = null | bigint | number | string | Uint8Array;

/**
 * A value as JSON. What JSON cannot hold is an object with one telling member: `{"int64": "9007199254740993"}`,
 * `{"float": "Infinity"}`, `{"blob": "<base64>"}`. A value that is too long is cut and says its whole length in bytes
 * or characters: `{"text": …, "length": n}`, `{"blob": …, "length": n}`.
 */
export type JsonValue =
  | null
  | number
  | string
  | { readonly int64: string }
  | { readonly float: string }
  | { readonly blob: string; readonly length?: number }
  | { readonly text: string; readonly length: number };

/** Parameters of a statement, ready for a driver. */
export type Parameters = readonly SqlValue[] | { readonly [name: string]: SqlValue };

/** What cannot be a number becomes text. Beyond the safe integers a number is rounded, but never to a safe one. */
const integerToJson = (value: bigint): JsonValue => {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : { int64: String(value) };
};

/** A value as JSON. Text and bytes are cut after `maxLength`. */
export const toJson = (value: SqlValue, maxLength: number): JsonValue => {
  if (value === null) return null;
  if (typeof value === 'string')
    return value.length > maxLength ? { text: cutText(value, maxLength), length: value.length } : value;
  if (typeof value === 'bigint') return integerToJson(value);
  if (typeof value === 'number')
    return Number.isFinite(value) ? value : { float: value > 0 ? 'Infinity' : '-Infinity' };
  const bytes = Buffer.from(value.buffer, value.byteOffset, Math.min(value.length, maxLength));
  const blob = bytes.toString('base64');
  return value.length > maxLength ? { blob, length: value.length } : { blob };
};

/** A value as text without quotes: what names and SQL from the schema are read with. */
export const toPlainText = (value: JsonValue | undefined): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null && 'text' in value) return value.text;
  return JSON.stringify(value ?? null);
};

/** The first characters of a text, without half of a pair. */
export const cutText = (value: string, length: number): string => {
  const last = value.charCodeAt(length - 1);
  return value.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
};

const LEAST_INT64 = -(2n ** 63n);
const MOST_INT64 = 2n ** 63n - 1n;

/**
 * JSON as parameters: a list for `?`, an object for `:name`, or one of these as a string of JSON, which some clients
 * send.
 *
 * @throws {SqlFailure} when a value cannot be a parameter.
 */
export const toParameters = (given: unknown): Parameters => {
  const value = typeof given === 'string' ? parse(given) : given;
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.map(toParameter);
  if (typeof value !== 'object') throw refuse('params', 'is not a list or an object');
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name.replace(/^[:@$]/, ''), toParameter(item, name)]),
  );
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw refuse('params', 'is a string that is not JSON');
  }
};

const refuse = (what: string | number, problem: string): SqlFailure =>
  new SqlFailure(
    'invalid_params',
    `${typeof what === 'number' ? `parameter ${what + 1}` : what} ${problem}. Give null, numbers, strings, booleans, {"int64": "…"}, {"float": "Infinity"} or {"blob": "<base64>"}, ` +
      'in a list for ? or in an object for :name.',
  );

const toParameter = (value: unknown, name: string | number): SqlValue => {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === 'object') return toTagged(value, name);
  throw refuse(name, 'cannot be a parameter');
};

const toTagged = (value: object, name: string | number): SqlValue => {
  const [entry, ...others] = Object.entries(value) as [string, unknown][];
  const [tag, content] = entry ?? [];
  if (others.length > 0 || typeof content !== 'string') throw refuse(name, 'cannot be a parameter');
  if (tag === 'int64' && /^-?\d{1,19}$/.test(content)) {
    const integer = BigInt(content);
    if (integer >= LEAST_INT64 && integer <= MOST_INT64) return integer;
  }
  if (tag === 'float' && /^-?Infinity$/.test(content)) return Number(content);
  if (tag === 'blob' && /^[\w+/-]*={0,2}$/.test(content)) return Buffer.from(content, 'base64');
  throw refuse(name, 'cannot be a parameter');
};
