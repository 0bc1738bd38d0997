// The check of a JSON Schema when a server is defined: its dialect, its references, its size, its types and patterns.
// The other keywords are checked by `checkSchemas` of the testing entry.
import { isObject } from '../jsonrpc/json.ts';
import { dialectOf, DIALECTS, type JsonSchema } from './infer.ts';

/** What the value of a keyword is. `map` and `schemas` hold schemas; `items` is a schema or, in draft-07, a list. */
export type KeywordKind =
  | 'schema'
  | 'schemas'
  | 'map'
  | 'patterns'
  | 'items'
  | 'dependencies'
  | 'type'
  | 'pattern'
  | 'anchor'
  | 'ref';

/** Keyword → what its value is. */
export const KEYWORDS: ReadonlyMap<string, KeywordKind> = new Map(
  Object.entries<KeywordKind>({
    $ref: 'ref',
    $anchor: 'anchor',
    type: 'type',
    dependencies: 'dependencies',
    pattern: 'pattern',
    properties: 'map',
    patternProperties: 'patterns',
    $defs: 'map',
    definitions: 'map',
    dependentSchemas: 'map',
    items: 'items',
    prefixItems: 'schemas',
    allOf: 'schemas',
    anyOf: 'schemas',
    oneOf: 'schemas',
    additionalProperties: 'schema',
    propertyNames: 'schema',
    unevaluatedProperties: 'schema',
    unevaluatedItems: 'schema',
    additionalItems: 'schema',
    contains: 'schema',
    not: 'schema',
    if: 'schema',
    then: 'schema',
    else: 'schema',
  }),
);

/** Keywords whose schemas apply to the same value as the schema that contains them. */
const IN_PLACE: ReadonlySet<string> = new Set([
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'dependencies',
]);

const MAX_DEPTH = 64;
const MAX_SCHEMAS = 5000;

/** Returns what is wrong with a schema (basic, "JSON Schema Usage") and where, or undefined if it is valid. */
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

/** An invalid schema. The message begins with the path of the mistake. */
class SchemaProblem extends Error {}

/**
 * One walk over a schema. It runs at every start of every server, on code that is not compiled yet, so it makes no
 * unnecessary strings and lists: the path is joined only for a problem.
 */
class SchemaCheck {
  readonly #root: JsonSchema;
  readonly #path: string[] = [];
  readonly #anchors = new Map<string, JsonSchema>();
  readonly #references: { readonly from: JsonSchema; readonly ref: string; readonly path: string }[] = [];
  // The schemas that apply to the same value as a schema. A cycle among them would never end.
  readonly #inPlace = new Map<JsonSchema, JsonSchema[]>();
  #count = 0;

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  /** @throws {SchemaProblem} for the first thing that is wrong. */
  run(): void {
    this.#schema(this.#root);
    for (const { from, ref, path } of this.#references) this.#resolve(from, ref, path);
    this.#refuseCircles();
  }

  #schema(schema: unknown): void {
    if (typeof schema === 'boolean') return;
    if (!isObject(schema)) throw this.#problem('a schema must be an object or a boolean');
    if (this.#path.length > MAX_DEPTH * 2) throw this.#problem(`deeper than ${MAX_DEPTH} levels`);
    if (++this.#count > MAX_SCHEMAS) throw this.#problem(`more than ${MAX_SCHEMAS} subschemas`);
    for (const keyword in schema) {
      const kind = KEYWORDS.get(keyword);
      if (kind === undefined && keyword !== '$dynamicRef') continue;
      this.#path.push(keyword);
      if (kind === undefined) throw this.#problem('it is not supported');
      this.#keyword(schema, keyword, kind);
      this.#path.pop();
    }
  }

  #keyword(schema: JsonSchema, keyword: string, kind: KeywordKind): void {
    const value = schema[keyword];
    switch (kind) {
      case 'schema':
        return this.#child(schema, keyword, value);
      case 'items':
        return Array.isArray(value)
          ? this.#list(schema, keyword, value)
          : this.#child(schema, keyword, value);
      case 'schemas':
        return this.#list(schema, keyword, value);
      case 'map':
      case 'patterns':
      case 'dependencies':
        return this.#map(schema, keyword, kind, value);
      case 'ref':
        this.#references.push({ from: schema, ref: this.#localRef(value), path: this.#place() });
        return;
      case 'anchor':
        this.#anchors.set(String(value), schema);
        return;
      default:
        return this.#value(kind, value);
    }
  }

  #child(schema: JsonSchema, keyword: string, child: unknown): void {
    this.#schema(child);
    if (IN_PLACE.has(keyword) && isObject(child)) this.#link(schema, child);
  }

  #list(schema: JsonSchema, keyword: string, list: unknown): void {
    if (!Array.isArray(list) || list.length === 0)
      throw this.#problem('must be a list of schemas that is not empty');
    for (let i = 0; i < list.length; i++) {
      this.#path.push(String(i));
      this.#child(schema, keyword, list[i]);
      this.#path.pop();
    }
  }

  #map(schema: JsonSchema, keyword: string, kind: KeywordKind, map: unknown): void {
    if (!isObject(map)) throw this.#problem('must be an object of schemas');
    for (const name in map) {
      this.#path.push(name);
      if (kind === 'patterns') this.#value('pattern', name);
      // In draft-07 a dependency may also be a list of names.
      if (kind !== 'dependencies' || !Array.isArray(map[name])) this.#child(schema, keyword, map[name]);
      this.#path.pop();
    }
  }

  #value(kind: KeywordKind, value: unknown): void {
    const check = CHECKS[kind];
    if (check === undefined || check[0](value)) return;
    throw this.#problem(`${JSON.stringify(value)} is not ${check[1]}`);
  }

  // Nothing is ever fetched, so a reference must point into the schema itself.
  #localRef(ref: unknown): string {
    if (typeof ref !== 'string') throw this.#problem('must be a string');
    if (ref.startsWith('#')) return ref;
    throw this.#problem(
      `${JSON.stringify(ref)} points outside the schema; only local references are resolved`,
    );
  }

  #resolve(from: JsonSchema, ref: string, path: string): void {
    const isPointer = ref === '#' || ref.startsWith('#/');
    const target = isPointer ? pointed(this.#root, ref) : this.#anchors.get(ref.slice(1));
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

  #place(): string {
    return ['#', ...this.#path].join('/');
  }

  #problem(what: string): SchemaProblem {
    return new SchemaProblem(`${this.#place()}: ${what}`);
  }
}

/**
 * Returns the target of a reference like `#/a/0` (a JSON Pointer, percent-encoded), or undefined if it has none.
 */
export function pointed(root: unknown, ref: string): unknown {
  let target = root;
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

const CHECKS: { readonly [K in KeywordKind]?: readonly [(value: unknown) => boolean, expected: string] } = {
  type: [isType, 'a JSON type (string, number, integer, boolean, null, array, object) or a list of them'],
  pattern: [isRegExp, 'a regular expression'],
};

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
