// Bindings: turns JSON into parameters of a statement.
import { SqlFailure } from './failure.ts';
import { showName } from './name.ts';
import { tokens } from './tokens.ts';
import { INT64, isAmbiguous, type SqlValue } from './value.ts';

/**
 * Returns the arguments for better-sqlite3. `params` has values for `?`, or one object for `:name`.
 *
 * @throws {SqlFailure} if a value cannot be a parameter, or the statement has no parameter of that name.
 */
export const toBindings = (query: string, params: readonly unknown[] = []): readonly unknown[] => {
  const [only, ...others] = params;
  return others.length === 0 && areNamed(query, only) ? named(query, only) : listed(query, params);
};

const TAGS: ReadonlySet<string> = new Set(['int64', 'float', 'blob']);

/** Whether the only value of a list is an object for `:name`. */
const areNamed = (query: string, value: unknown): value is object => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const names = Object.keys(value);
  const known = parameterNames(query);
  if (names.length === 0) return known.size > 0;
  return names.some((name) => known.has(name)) || !names.some((name) => TAGS.has(name));
};

/** better-sqlite3 treats a numbered parameter like `?1` as named, and skipped numbers as nameless. */
const listed = (query: string, params: readonly unknown[]): readonly unknown[] => {
  const values = params.map((value, at) => toParameter(value, `Parameter ${at + 1}`));
  if (values.length === 0) return [];
  const slots = parametersOf(query);
  if (slots.length !== values.length)
    throw refuse(
      `The query has ${slots.length} parameters, and params has ${values.length}.`,
      'Pass params as a list with one value for each ?, or as an object with one for each :name.',
    );
  const names = slots.map((slot) => slot?.slice(1) ?? '');
  const nameless = values.filter((_, at) => names[at] === '');
  const pairs = values.flatMap((value, at) => (names[at] === '' ? [] : [[names[at], value] as const]));
  return pairs.length === 0 ? nameless : [...nameless, Object.fromEntries(pairs)];
};

const named = (query: string, params: object): readonly unknown[] => {
  const known = [...parameterNames(query)];
  const pairs = Object.entries(params).map(([name, value]) => {
    const plain = name.replace(/^[:@$]/, '');
    const isLike = (each: string): boolean => each.toUpperCase() === plain.toUpperCase();
    const own = known.find((each) => each === plain) ?? known.find(isLike);
    if (own !== undefined) return [own, toParameter(value, showName(name))] as const;
    const names = known.map((each) => `:${each}`).join(', ');
    const hint = names === '' ? 'It has no named parameters.' : `Its named parameters are ${names}.`;
    throw refuse(`The query has no parameter ${showName(name)}.`, hint);
  });
  return pairs.length === 0 ? [] : [Object.fromEntries(pairs)];
};

const refuse = (
  problem: string,
  hint = 'Use null, numbers, strings, booleans, {"int64": "…"}, {"float": "Infinity"} or {"blob": "<base64>"}, in a list for ? or in an object for :name.',
): SqlFailure => new SqlFailure('invalid_params', problem, hint);

const toParameter = (value: unknown, label: string): SqlValue => {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'number') return toNumber(value, label);
  const tagged = typeof value === 'object' ? readTagged(value) : undefined;
  if (tagged !== undefined) return tagged;
  throw refuse(`${label} cannot be a parameter.`);
};

/**
 * Turns JSON into a value of a row. Lists and other objects become their JSON. @throws {SqlFailure} for a rounded
 * number.
 */
export const toCell = (value: unknown, label: string): SqlValue =>
  typeof value === 'object' && value !== null
    ? (readTagged(value) ?? JSON.stringify(value))
    : toParameter(value, label);

const toNumber = (value: number, label: string): bigint | number => {
  if (Number.isSafeInteger(value)) return BigInt(value);
  if (!isAmbiguous(value)) return value;
  throw refuse(
    `${label} is an integer beyond 2^53, which JSON cannot carry exactly.`,
    'Write it as {"int64": "<digits>"}, or as {"float": "<digits>"} for a REAL.',
  );
};

/** Reads the tagged objects that `toJson` writes. */
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

/** Returns the names of the parameters in a statement, without `:`, `@`, `$` or `?`. */
export const parameterNames = (sql: string): ReadonlySet<string> =>
  new Set(parametersOf(sql).flatMap((slot) => slot?.slice(1) || []));

/** A parameter with its mark: `:name`, `?2`, or `?`. Undefined for a skipped number. */
type Slot = string | undefined;

// Batches repeat the same text.
let last: { readonly sql: string; readonly slots: readonly Slot[] } | undefined;

/** SQLite's own limit. */
const MOST_PARAMETERS = 32_766;

/**
 * Returns the parameters of a statement by number from 1. As in SQLite, `?` is one more than the largest before it.
 */
const parametersOf = (sql: string): readonly Slot[] => {
  if (last?.sql === sql) return last.slots;
  const slots: Slot[] = [];
  for (const parameter of marked(sql)) {
    const number = /^\?\d+$/.test(parameter) ? Number(parameter.slice(1)) : 0;
    if (number > MOST_PARAMETERS) break;
    if (number > 0) {
      slots.length = Math.max(slots.length, number);
      if ((slots[number - 1] ?? '?') === '?') slots[number - 1] = parameter;
    } else if (parameter === '?' || !slots.includes(parameter)) slots.push(parameter);
  }
  const all = Array.from(slots);
  last = { sql, slots: all };
  return all;
};

/** Yields the parameters in the order of the text. */
function* marked(sql: string): Generator<string, void> {
  let mark = '';
  for (const { kind, text, raw = text } of tokens(sql)) {
    const isName = kind === 'word' || (kind === 'symbol' && /^\w/.test(text));
    if (mark === '?') yield /^\d+$/.test(text) ? `?${text}` : '?';
    else if (mark !== '' && isName) yield `${mark}${raw}`;
    mark = kind === 'symbol' && /^[:@$?]$/.test(text) ? text : '';
  }
  if (mark === '?') yield '?';
}
