// Values of SQLite as JSON, without loss, and JSON as parameters of a statement.
import { SqlFailure } from './failure.ts';
import { showName } from './name.ts';
import { tokens, type Token } from './tokens.ts';

/** A value as SQLite gives it: integers are bigint, so a number is always REAL. */
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

/** One more than the largest INTEGER. */
const INT64 = 2n ** 63n;

/** A whole number that JSON readers round: it may be an INTEGER of SQLite, but it is no safe integer. */
const isAmbiguous = (value: number): boolean =>
  Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) <= Number(INT64);

/** A value as JSON. Text and bytes are cut after `maxLength`. */
export const toJson = (value: SqlValue, maxLength: number): JsonValue => {
  if (value === null) return null;
  if (typeof value === 'string')
    return value.length > maxLength ? { text: cutText(value, maxLength), length: value.length } : value;
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

/**
 * What better-sqlite3 binds for the parameters of a client: a list for `?`, an object for `:name`, or one of these as a
 * string of JSON, which some clients send.
 *
 * @throws {SqlFailure} when a value cannot be a parameter, or the statement has none of a name.
 */
export const toBindings = (query: string, given: unknown): readonly unknown[] => {
  const params = (typeof given === 'string' ? parse(given) : given) ?? [];
  if (typeof params !== 'object') throw refuse('"params" is not a list or an object.');
  if (Array.isArray(params)) {
    const values = params.map((value, at) => toParameter(value, `Parameter ${at + 1}`));
    // To better-sqlite3 a parameter with a number, like `?1`, has a name.
    const isNumbered = /\?\d/.test(query) && [...parameterNames(query)].some((name) => /^\d/.test(name));
    return isNumbered ? [Object.fromEntries(values.map((value, at) => [at + 1, value]))] : values;
  }
  const known = parameterNames(query);
  const named = Object.entries(params).map(([name, value]) => {
    const plain = name.replace(/^[:@$]/, '');
    if (!known.has(plain.toUpperCase())) throw unknownName(name, known);
    return [plain, toParameter(value, showName(name))] as const;
  });
  return named.length === 0 ? [] : [Object.fromEntries(named)];
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw refuse('"params" is a string that is not JSON.');
  }
};

const refuse = (
  problem: string,
  hint = 'Give null, numbers, strings, booleans, {"int64": "…"}, {"float": "Infinity"} or {"blob": "<base64>"}, in a list for ? or in an object for :name.',
): SqlFailure => new SqlFailure('invalid_params', problem, hint);

const unknownName = (name: string, known: ReadonlySet<string>): SqlFailure => {
  const names = [...known].map((each) => `:${each.toLowerCase()}`).join(', ');
  const hint = names === '' ? 'It has no named parameters.' : `Its named parameters are ${names}.`;
  return refuse(`The query has no parameter ${showName(name)}.`, hint);
};

const toParameter = (value: unknown, label: string): SqlValue => {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'number') return toNumber(value, label);
  const tagged = typeof value === 'object' ? readTagged(value) : undefined;
  if (tagged !== undefined) return tagged;
  throw refuse(`${label} cannot be a parameter.`);
};

/** A value of JSON as one of a row: lists and other objects become their JSON. @throws {SqlFailure} for a rounded number. */
export const toCell = (value: unknown, label: string): SqlValue => {
  const isTree = typeof value === 'object' && value !== null && readTagged(value) === undefined;
  return isTree ? JSON.stringify(value) : toParameter(value, label);
};

const toNumber = (value: number, label: string): bigint | number => {
  if (Number.isSafeInteger(value)) return BigInt(value);
  if (!isAmbiguous(value)) return value;
  throw refuse(
    `${label} is a whole number beyond 2^53, which JSON does not carry exactly.`,
    'Give it as {"int64": "<digits>"}, or as {"float": "<digits>"} for a REAL.',
  );
};

/** Reads what `toJson` writes for values that JSON cannot hold. */
const readTagged = (value: object): SqlValue | undefined => {
  const [[tag, content] = [], ...others] = Object.entries(value) as [string, unknown][];
  if (others.length > 0 || typeof content !== 'string') return undefined;
  if (tag === 'int64' && /^-?\d{1,19}$/.test(content)) {
    const integer = BigInt(content);
    return integer >= -INT64 && integer < INT64 ? integer : undefined;
  }
  if (tag === 'float' && /^-?(?:Infinity|\d+(?:\.\d*)?(?:e[+-]?\d+)?)$/i.test(content))
    return Number(content);
  if (tag === 'blob' && /^[\w+/-]*={0,2}$/.test(content)) return Buffer.from(content, 'base64');
  return undefined;
};

/** The names of the parameters in a statement, in upper case: `:a`, `@b` and `$c` are A, B and C. */
export const parameterNames = (sql: string): Set<string> => {
  const names = new Set<string>();
  let previous: Token | undefined;
  for (const token of tokens(sql)) {
    const isMarked = previous?.kind === 'symbol' && /^[:@$?]$/.test(previous.text);
    if (isMarked && /^\w/.test(token.text)) names.add(token.text);
    previous = token;
  }
  return names;
};
