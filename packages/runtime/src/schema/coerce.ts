// Coercion: converts arguments that a host sent as strings to the type in the schema, drops null for optional ones, and
// makes a list of a single item. Everything else is unchanged.
import { isObject, type JsonObject } from '../jsonrpc/json.ts';

/** Arguments with strings replaced where the schema allows none; the same object when there is nothing to replace. */
export type Coercion = (args: JsonObject) => JsonObject;

/** Returns its argument if there is nothing to convert. */
type Coerce = (value: unknown) => unknown;

/** Prepares the coercion of an object schema. It reads only plain `type`, `properties`, `items` and `anyOf`. */
export function compileCoercion(schema: JsonObject): Coercion {
  const coerce = compileMembers(schema);
  return coerce === undefined ? (args) => args : (args) => coerce(args) as JsonObject;
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const PARSERS: ReadonlyMap<unknown, Coerce> = new Map<string, Coerce>([
  ['integer', readNumber],
  ['number', readNumber],
  ['boolean', (value) => (value === 'true' ? true : value === 'false' ? false : value)],
  ['array', (value) => parse(value, '[', Array.isArray)],
  ['object', (value) => parse(value, '{', isObject)],
]);

function readNumber(value: unknown): unknown {
  if (typeof value !== 'string' || !NUMBER.test(value)) return value;
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}

function parse(value: unknown, first: string, isWanted: (parsed: unknown) => boolean): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith(first)) return value;
  try {
    const parsed: unknown = JSON.parse(value);
    return isWanted(parsed) ? parsed : value;
  } catch {
    return value;
  }
}

function compile(schema: unknown): Coerce | undefined {
  if (!isObject(schema)) return undefined;
  if (isTextOrTexts(schema)) return readTexts;
  const { type, items } = schema;
  const read = PARSERS.get(type);
  if (read === undefined) return undefined;
  const inner = type === 'array' ? compileItems(items) : compileMembers(schema);
  const readAll: Coerce = inner === undefined ? read : (value) => inner(read(value));
  return type === 'array' ? (value) => readAll(listOfOne(read(value), items)) : readAll;
}

// A string or a list of strings: models write the list as one string, too.
function isTextOrTexts({ anyOf }: JsonObject): boolean {
  if (!Array.isArray(anyOf) || !typesOf({ anyOf }).includes('string')) return false;
  return anyOf.some((choice) => isObject(choice) && typesOf(choice['items']).join() === 'string');
}

function readTexts(value: unknown): unknown {
  return parse(value, '[', (list) => Array.isArray(list) && list.every((item) => typeof item === 'string'));
}

// One string or object instead of a list. A string that begins like a JSON list is one that does not parse.
function listOfOne(value: unknown, items: unknown): unknown {
  const types = typesOf(items);
  const one = types.length > 1 && types.includes('object') ? parse(value, '{', isObject) : value;
  const isText = types.includes('string') && typeof one === 'string' && !one.startsWith('["');
  return isText || (types.includes('object') && isObject(one)) ? [one] : value;
}

function typesOf(schema: unknown): readonly unknown[] {
  if (!isObject(schema)) return [];
  const { type, anyOf } = schema;
  return Array.isArray(anyOf) ? anyOf.flatMap(typesOf) : [type];
}

function compileItems(items: unknown): Coerce | undefined {
  const coerce = compile(items);
  if (coerce === undefined) return undefined;
  return (value) => {
    if (!Array.isArray(value)) return value;
    const coerced: unknown[] = value.map(coerce);
    return coerced.some((item, i) => item !== value[i]) ? coerced : value;
  };
}

interface Member {
  readonly name: string;
  readonly coerce: Coerce;
  /** Null means an absent member. */
  readonly mayBeNull: boolean;
}

function compileMembers({ properties, required }: JsonObject): Coerce | undefined {
  if (!isObject(properties)) return undefined;
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const members = Object.entries(properties).flatMap(([name, schema]): Member[] => {
    const coerce = compile(schema);
    const mayBeNull = isPlain(schema) && !needed.includes(name);
    return coerce === undefined && !mayBeNull ? [] : [{ name, coerce: coerce ?? same, mayBeNull }];
  });
  if (members.length === 0) return undefined;
  return (value) => {
    if (!isObject(value)) return value;
    let coerced = value;
    for (const { name, coerce, mayBeNull } of members) {
      const member = Object.hasOwn(value, name) ? value[name] : undefined;
      const read = mayBeNull && member === null ? undefined : coerce(member);
      if (read === member) continue;
      if (coerced === value) coerced = { ...value };
      if (read === undefined) delete coerced[name];
      else coerced[name] = read;
    }
    return coerced;
  };
}

const same: Coerce = (value) => value;

// Only named types without null.
function isPlain(schema: unknown): boolean {
  return typesOf(schema).every((type) => typeof type === 'string' && type !== 'null');
}
