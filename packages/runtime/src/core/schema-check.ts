// The check of a JSON Schema when a server is defined: its dialect, the form of every keyword, its references, its size.
import { isObject } from '../jsonrpc/message.ts';
import { DIALECTS, dialectOf, type JsonSchema } from './json-schema.ts';
import { IN_PLACE, KEYWORDS, type KeywordKind } from './schema-keywords.ts';

const MAX_DEPTH = 64;
const MAX_SCHEMAS = 5000;

/** What is wrong with a schema, with the place; undefined when it is fine. */
export function schemaProblem(schema: unknown): string | undefined {
  if (!isObject(schema)) return 'a schema must be an object';
  if (dialectOf(schema) === undefined) {
    const known = Object.keys(DIALECTS).join(', ');
    return `the dialect ${JSON.stringify(schema['$schema'])} is not supported; supported are ${known}`;
  }
  try {
    new SchemaCheck(schema).run();
    return undefined;
  } catch (error) {
    if (error instanceof SchemaProblem) return error.message;
    throw error;
  }
}

/** Something is wrong with a schema. Its message begins with the place. */
class SchemaProblem extends Error {}

type Place = { readonly path: string; readonly depth: number };

/** One walk over a schema. */
class SchemaCheck {
  readonly #root: JsonSchema;
  readonly #anchors = new Set<string>();
  readonly #references: { readonly from: JsonSchema; readonly ref: string; readonly path: string }[] = [];
  // Which schemas look at the same value as a schema does: a circle among them would never end.
  readonly #inPlace = new Map<JsonSchema, JsonSchema[]>();
  #count = 0;

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  /** @throws {SchemaProblem} for the first thing that is wrong. */
  run(): void {
    this.#schema(this.#root, { path: '#', depth: 0 });
    for (const { from, ref, path } of this.#references) this.#resolve(from, ref, path);
    this.#refuseCircles();
  }

  #schema(schema: unknown, { path, depth }: Place): void {
    if (typeof schema === 'boolean') return;
    if (!isObject(schema)) throw new SchemaProblem(`${path}: a schema must be an object or a boolean`);
    if (depth > MAX_DEPTH) throw new SchemaProblem(`${path}: deeper than ${MAX_DEPTH} levels`);
    if (++this.#count > MAX_SCHEMAS) throw new SchemaProblem(`${path}: more than ${MAX_SCHEMAS} subschemas`);
    for (const keyword in schema)
      this.#keyword(schema, keyword, { path: `${path}/${keyword}`, depth: depth + 1 });
  }

  #keyword(schema: JsonSchema, keyword: string, place: Place): void {
    const kind = KEYWORDS[keyword];
    if (kind === undefined) return refuseDynamic(keyword, place.path);
    const value = schema[keyword];
    if (keyword === '$anchor') this.#anchors.add(String(value));
    for (const [key, child] of children(kind, value, place.path)) {
      this.#schema(child, { path: key === '' ? place.path : `${place.path}/${key}`, depth: place.depth });
      if (IN_PLACE.has(keyword) && isObject(child)) this.#link(schema, child);
    }
    if (kind === 'ref')
      this.#references.push({ from: schema, ref: checkRef(value, place.path), path: place.path });
    else checkValue(kind, value, place.path);
  }

  #resolve(from: JsonSchema, ref: string, path: string): void {
    if (!ref.startsWith('#/') && ref !== '#') {
      if (this.#anchors.has(ref.slice(1))) return;
      throw new SchemaProblem(`${path}: ${JSON.stringify(ref)} points to nothing`);
    }
    const target = pointed(this.#root, ref);
    if (target === undefined) throw new SchemaProblem(`${path}: ${JSON.stringify(ref)} points to nothing`);
    if (isObject(target)) this.#link(from, target);
  }

  #link(from: JsonSchema, to: JsonSchema): void {
    const linked = this.#inPlace.get(from);
    if (linked === undefined) this.#inPlace.set(from, [to]);
    else linked.push(to);
  }

  #refuseCircles(): void {
    const done = new Set<JsonSchema>();
    const visit = (schema: JsonSchema, above: readonly JsonSchema[]): void => {
      if (above.includes(schema)) throw new SchemaProblem('#: a reference leads back to itself without end');
      if (done.has(schema)) return;
      for (const next of this.#inPlace.get(schema) ?? []) visit(next, [...above, schema]);
      done.add(schema);
    };
    for (const schema of this.#inPlace.keys()) visit(schema, []);
  }
}

function refuseDynamic(keyword: string, path: string): void {
  if (keyword === '$dynamicRef') throw new SchemaProblem(`${path}: $dynamicRef is not supported`);
}

// The schemas inside the value of a keyword, with the last part of their place.
function children(kind: KeywordKind, value: unknown, path: string): [string, unknown][] {
  if (kind === 'schema' || (kind === 'items' && !Array.isArray(value))) return [['', value]];
  if (kind === 'schemas' || kind === 'items') {
    if (!Array.isArray(value) || value.length === 0)
      throw new SchemaProblem(`${path}: must be a list of schemas that is not empty`);
    return value.map((item: unknown, i) => [String(i), item]);
  }
  if (kind !== 'map' && kind !== 'patterns' && kind !== 'dependencies') return [];
  if (!isObject(value)) throw new SchemaProblem(`${path}: must be an object of schemas`);
  const entries = Object.entries(value);
  if (kind === 'patterns') for (const [pattern] of entries) checkValue('pattern', pattern, path);
  return kind === 'dependencies' ? entries.filter(([, item]) => !Array.isArray(item)) : entries;
}

// Nothing is ever fetched, so a reference must point into the schema itself.
function checkRef(value: unknown, path: string): string {
  if (typeof value !== 'string') throw new SchemaProblem(`${path}: must be a string`);
  if (value.startsWith('#')) return value;
  throw new SchemaProblem(
    `${path}: ${JSON.stringify(value)} points outside the schema; only local references are resolved`,
  );
}

function pointed(root: JsonSchema, ref: string): unknown {
  let target: unknown = root;
  for (const part of ref.split('/').slice(1)) {
    const key = decode(part).replaceAll('~1', '/').replaceAll('~0', '~');
    const isThere = typeof target === 'object' && target !== null && Object.hasOwn(target, key);
    target = isThere ? Reflect.get(target as object, key) : undefined;
  }
  return target;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

type Test = (value: unknown) => boolean;

const isNames: Test = (value) =>
  Array.isArray(value) &&
  value.every((item) => typeof item === 'string') &&
  new Set(value).size === value.length;

const CHECKS: { readonly [K in KeywordKind]?: readonly [Test, expected: string] } = {
  string: [(value) => typeof value === 'string', 'a string'],
  names: [isNames, 'a list of different strings'],
  nameLists: [
    (value) => isObject(value) && Object.values(value).every(isNames),
    'an object of lists of strings',
  ],
  number: [Number.isFinite, 'a number'],
  positive: [(value) => Number.isFinite(value) && Number(value) > 0, 'a number above 0'],
  count: [(value) => Number.isSafeInteger(value) && Number(value) >= 0, 'an integer of 0 or more'],
  boolean: [(value) => typeof value === 'boolean', 'a boolean'],
  array: [Array.isArray, 'a list'],
  type: [isType, 'a JSON type (string, number, integer, boolean, null, array, object) or a list of them'],
  pattern: [isRegExp, 'a regular expression'],
};

function checkValue(kind: KeywordKind, value: unknown, path: string): void {
  const check = CHECKS[kind];
  if (check === undefined || check[0](value)) return;
  throw new SchemaProblem(`${path}: ${JSON.stringify(value)} is not ${check[1]}`);
}

const TYPES: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'];

function isType(value: unknown): boolean {
  if (!Array.isArray(value)) return TYPES.includes(value);
  return value.length > 0 && value.every((type) => TYPES.includes(type));
}

function isRegExp(source: unknown): boolean {
  try {
    return typeof source === 'string' && new RegExp(source, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
