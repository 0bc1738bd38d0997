// JSON Schema as authors write it: the type of a literal, the types that it describes, and the check at definition.
import { isObject, type JsonObject } from '../jsonrpc/message.ts';

/** A JSON Schema written as a plain object. Without `$schema` it is 2020-12 (basic, "JSON Schema Usage"). */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** The TypeScript type of the values that a JSON Schema literal accepts. Unknown constructs become `unknown`. */
export type FromSchema<S> = S extends { readonly const: infer C }
  ? C
  : S extends { readonly enum: readonly (infer V)[] }
    ? V
    : S extends { readonly anyOf: readonly (infer U)[] } | { readonly oneOf: readonly (infer U)[] }
      ? FromSchema<U>
      : S extends { readonly type: infer T }
        ? FromType<T, S>
        : unknown;

type FromType<T, S> = T extends 'string'
  ? string
  : T extends 'number' | 'integer'
    ? number
    : T extends 'boolean'
      ? boolean
      : T extends 'null'
        ? null
        : T extends 'array'
          ? S extends { readonly items: infer I }
            ? FromSchema<I>[]
            : unknown[]
          : T extends 'object'
            ? FromObject<S>
            : unknown;

type FromObject<S> = S extends { readonly properties: infer P }
  ? Flat<
      { -readonly [K in PresentKeys<S, P>]: FromSchema<P[K]> } & {
        -readonly [K in Exclude<keyof P, PresentKeys<S, P>>]?: FromSchema<P[K]>;
      }
    >
  : S extends { readonly additionalProperties: infer V extends object }
    ? { [key: string]: FromSchema<V> }
    : JsonObject;

// Required properties are there, and so are those with a default: the runtime fills them in.
type PresentKeys<S, P> =
  | (S extends { readonly required: readonly (infer R)[] } ? Extract<keyof P, R> : never)
  | { [K in keyof P]: P[K] extends { readonly default: unknown } ? K : never }[keyof P];

type Flat<T> = { [K in keyof T]: T[K] };

/** The dialects that are validated, by `$schema` (a trailing `#` is ignored). */
export const DIALECTS: { readonly [uri: string]: '2020-12' | '7' } = {
  'https://json-schema.org/draft/2020-12/schema': '2020-12',
  'http://json-schema.org/draft-07/schema': '7',
};

const MAX_DEPTH = 64;
const MAX_SCHEMAS = 5000;

type Kind =
  | 'schema'
  | 'schemas'
  | 'map'
  | 'items'
  | 'string'
  | 'strings'
  | 'number'
  | 'count'
  | 'boolean'
  | 'array'
  | 'type'
  | 'pattern';

// What the value of each keyword has to be; keywords that are not listed are annotations and may be anything.
const KEYWORDS: { readonly [keyword: string]: Kind } = {
  $id: 'string',
  $anchor: 'string',
  $comment: 'string',
  title: 'string',
  description: 'string',
  format: 'string',
  type: 'type',
  enum: 'array',
  required: 'strings',
  pattern: 'pattern',
  properties: 'map',
  patternProperties: 'map',
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
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  multipleOf: 'number',
  minLength: 'count',
  maxLength: 'count',
  minItems: 'count',
  maxItems: 'count',
  minContains: 'count',
  maxContains: 'count',
  minProperties: 'count',
  maxProperties: 'count',
  uniqueItems: 'boolean',
  readOnly: 'boolean',
  writeOnly: 'boolean',
  deprecated: 'boolean',
};

const TYPES: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'];

/** The dialect of a schema, or undefined when it names one that is not validated. */
export function dialectOf(schema: JsonSchema): '2020-12' | '7' | undefined {
  const uri = schema['$schema'] ?? 'https://json-schema.org/draft/2020-12/schema';
  return typeof uri === 'string' ? DIALECTS[uri.replace(/#$/, '')] : undefined;
}

/** What is wrong with a schema, with the place; undefined when it is fine. Bounded in depth and size. */
export function schemaProblem(schema: unknown): string | undefined {
  if (!isObject(schema)) return 'a schema must be an object';
  if (dialectOf(schema) === undefined) {
    return `the dialect ${JSON.stringify(schema['$schema'])} is not supported; supported are ${Object.keys(DIALECTS).join(', ')}`;
  }
  return new SchemaCheck(schema).run();
}

class SchemaCheck {
  readonly #root: JsonSchema;
  #count = 0;

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  run(): string | undefined {
    return this.#schema(this.#root, '#', 0);
  }

  #schema(schema: unknown, path: string, depth: number): string | undefined {
    if (typeof schema === 'boolean') return undefined;
    if (!isObject(schema)) return `${path}: a schema must be an object or a boolean`;
    if (depth > MAX_DEPTH) return `${path}: deeper than ${MAX_DEPTH} levels`;
    if (++this.#count > MAX_SCHEMAS) return `${path}: more than ${MAX_SCHEMAS} subschemas`;
    for (const [keyword, value] of Object.entries(schema)) {
      const problem = this.#keyword(keyword, value, `${path}/${keyword}`, depth);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  #keyword(keyword: string, value: unknown, path: string, depth: number): string | undefined {
    if (keyword === '$ref') return this.#ref(value, path);
    if (keyword === '$dynamicRef') return `${path}: $dynamicRef is not supported`;
    const kind = KEYWORDS[keyword];
    if (kind === undefined) return undefined;
    if (kind === 'schema') return this.#schema(value, path, depth + 1);
    if (kind === 'items' && !Array.isArray(value)) return this.#schema(value, path, depth + 1);
    if (kind === 'schemas' || kind === 'items')
      return Array.isArray(value)
        ? this.#each(value.entries(), path, depth)
        : `${path}: must be a list of schemas`;
    if (kind === 'map')
      return isObject(value)
        ? this.#each(Object.entries(value), path, depth)
        : `${path}: must be an object of schemas`;
    return isKind(kind, value) ? undefined : `${path}: ${JSON.stringify(value)} is not ${EXPECTED[kind]}`;
  }

  #each(entries: Iterable<[string | number, unknown]>, path: string, depth: number): string | undefined {
    for (const [key, value] of entries) {
      const problem = this.#schema(value, `${path}/${key}`, depth + 1);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  // Nothing is ever fetched, so a reference must point into the schema itself.
  #ref(value: unknown, path: string): string | undefined {
    if (typeof value !== 'string') return `${path}: must be a string`;
    if (!value.startsWith('#'))
      return `${path}: ${JSON.stringify(value)} points outside the schema; only local references are resolved`;
    if (value === '#' || !value.startsWith('#/')) return undefined;
    let target: unknown = this.#root;
    for (const part of value.slice(2).split('/')) {
      const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
      target =
        typeof target === 'object' && target !== null && Object.hasOwn(target, key)
          ? Reflect.get(target, key)
          : undefined;
    }
    return target === undefined ? `${path}: ${JSON.stringify(value)} points to nothing` : undefined;
  }
}

type SimpleKind = Exclude<Kind, 'schema' | 'schemas' | 'map' | 'items'>;

const EXPECTED: Record<SimpleKind, string> = {
  string: 'a string',
  strings: 'a list of strings',
  number: 'a number',
  count: 'an integer of 0 or more',
  boolean: 'a boolean',
  array: 'a list',
  type: `a JSON type or a list of them (${TYPES.join(', ')})`,
  pattern: 'a regular expression',
};

function isKind(kind: SimpleKind, value: unknown): boolean {
  switch (kind) {
    case 'string':
      return typeof value === 'string';
    case 'strings':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'count':
      return Number.isSafeInteger(value) && Number(value) >= 0;
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
      return Array.isArray(value);
    case 'type':
      return Array.isArray(value)
        ? value.length > 0 && value.every((type) => TYPES.includes(type))
        : TYPES.includes(value);
    case 'pattern':
      return typeof value === 'string' && isRegExp(value);
  }
}

function isRegExp(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
