// JSON as parameters of a statement.
import { SqlFailure } from './failure.ts';
import { showName } from './name.ts';
import { tokens, type Token } from './tokens.ts';
import { INT64, isAmbiguous, type SqlValue } from './value.ts';

/** By position or by name. */
export type Parameters = SqlValue[] | { [name: string]: SqlValue };

/**
 * JSON as parameters of a statement: a list for `?`, an object for `:name`, or one of these as a string of JSON, which
 * some clients send.
 *
 * @throws {SqlFailure} when a value cannot be a parameter, or the statement has none of a name.
 */
export const toParameters = (query: string, given: unknown): Parameters => {
  const value = typeof given === 'string' ? parse(given) : given;
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.map(toParameter);
  if (typeof value !== 'object') throw refuse('params', 'is not a list or an object');
  const parameters: { [name: string]: SqlValue } = {};
  const known = parameterNames(query);
  for (const [name, item] of Object.entries(value)) {
    const plain = name.replace(/^[:@$]/, '');
    if (!known.has(plain.toUpperCase())) throw unknownName(name, known);
    parameters[plain] = toParameter(item, name);
  }
  return parameters;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw refuse('params', 'is a string that is not JSON');
  }
};

const unknownName = (name: string, known: ReadonlySet<string>): SqlFailure => {
  const names = [...known].map((each) => `:${each.toLowerCase()}`).join(', ');
  return new SqlFailure(
    'invalid_params',
    `The query has no parameter ${showName(name)}.`,
    known.size === 0 ? 'It has no named parameters.' : `Its named parameters are ${names}.`,
  );
};

const refuse = (what: string | number, problem: string): SqlFailure =>
  new SqlFailure(
    'invalid_params',
    `${typeof what === 'number' ? `Parameter ${what + 1}` : showName(what)} ${problem}.`,
    'Give null, numbers, strings, booleans, {"int64": "…"}, {"float": "Infinity"} or {"blob": "<base64>"}, ' +
      'in a list for ? or in an object for :name.',
  );

const toParameter = (value: unknown, name: string | number): SqlValue => {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'number') return toNumber(value, name);
  if (typeof value === 'object') return toTagged(value, name);
  throw refuse(name, 'cannot be a parameter');
};

const toNumber = (value: number, name: string | number): bigint | number => {
  if (Number.isSafeInteger(value)) return BigInt(value);
  if (!isAmbiguous(value)) return value;
  throw new SqlFailure(
    'invalid_params',
    `${typeof name === 'number' ? `Parameter ${name + 1}` : showName(name)} is a whole number beyond 2^53, which JSON does not carry exactly.`,
    'Give it as {"int64": "<digits>"}, or as {"float": "<digits>"} for a REAL.',
  );
};

const toTagged = (value: object, name: string | number): SqlValue => {
  const [entry, ...others] = Object.entries(value) as [string, unknown][];
  const [tag, content] = entry ?? [];
  if (others.length > 0 || typeof content !== 'string') throw refuse(name, 'cannot be a parameter');
  if (tag === 'int64' && /^-?\d{1,19}$/.test(content)) {
    const integer = BigInt(content);
    if (integer >= -INT64 && integer < INT64) return integer;
  }
  if (tag === 'float' && /^-?(?:Infinity|\d[\d.]*(?:e[+-]?\d+)?)$/i.test(content)) {
    const real = Number(content);
    if (!Number.isNaN(real)) return real;
  }
  if (tag === 'blob' && /^[\w+/-]*={0,2}$/.test(content)) return Buffer.from(content, 'base64');
  throw refuse(name, 'cannot be a parameter');
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
