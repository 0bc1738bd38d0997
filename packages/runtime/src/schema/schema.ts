// Compiled schemas: JSON Schema for the wire and a validator for values, from either kind of source.
import { isObject, type JsonObject } from '../jsonrpc/json.ts';
import { compileAcceptor, type Acceptor } from './acceptor.ts';
import { schemaProblem } from './check.ts';
import { compileCoercion, type Coercion } from './coerce.ts';
import { dialectOf, type FromSchema, type JsonSchema } from './infer.ts';
import type { Issue } from './issue.ts';
import type { Interpreter } from './validate.ts';

/** A schema of any library that implements Standard Schema v1 and Standard JSON Schema v1. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    readonly jsonSchema?: {
      readonly input: (options: { target: 'draft-2020-12' }) => JsonObject;
      readonly output: (options: { target: 'draft-2020-12' }) => JsonObject;
    };
  };
}

type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[];
    };

/** Tells a Standard Schema from a plain JSON Schema. ArkType's schemas are functions. */
export function isStandardSchema(schema: object): schema is StandardSchema {
  return '~standard' in schema;
}

/**
 * A schema that an author may give: a JSON Schema object, or a schema of any library with Standard Schema v1 and
 * Standard JSON Schema v1 (`~standard.jsonSchema`).
 */
export type Schema = JsonSchema | StandardSchema;

// It compares only the types of a Standard Schema: comparing all of it costs the compiler more.
/** The type that a handler receives for a schema. For one that is only known at run time (`JsonSchema`): any object. */
export type Infer<S> = S extends {
  readonly '~standard': { readonly types?: { readonly output: infer Output } | undefined };
}
  ? Output
  : string extends keyof S
    ? JsonObject
    : FromSchema<S>;

/** The type that an author returns for a schema, before the schema's own transforms. */
export type InferInput<S> = S extends {
  readonly '~standard': { readonly types?: { readonly input: infer Input } | undefined };
}
  ? Input
  : FromSchema<S>;

/** What validation found: the value (with defaults and transforms applied) or what is wrong. */
export type Outcome =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

/** A schema ready for use. */
export interface CompiledSchema {
  /** As it is shown to clients, with every keyword that the author wrote. */
  readonly json: JsonObject;
  /** Checks a value. Synchronous whenever it can be. */
  validate(value: unknown): Outcome | Promise<Outcome>;
  /** See `compileCoercion`. */
  readonly coerce: Coercion;
}

/**
 * Prepares a schema for one direction: a Standard Schema may take in and give out different types.
 *
 * @throws {TypeError} when it is not a valid schema of a supported dialect, saying where and why.
 */
export function compileSchema(schema: Schema, direction: 'input' | 'output'): CompiledSchema {
  return isStandardSchema(schema) ? compileStandard(schema, direction) : compileJson(schema);
}

function compileJson(schema: JsonSchema): CompiledSchema {
  const problem = schemaProblem(schema);
  if (problem !== undefined) throw new TypeError(`invalid JSON Schema: ${problem}`);
  // Most tools of a server are listed and never called: what only a call needs is made by the first one.
  let fill: Fill | undefined;
  let accepts: Acceptor | undefined;
  let interpreter: Promise<Interpreter> | undefined;
  return {
    json: schema,
    coerce: createCoercion(schema),
    validate: (value) => {
      if (fill === undefined) {
        fill = compileFill(schema) ?? ((same) => same);
        accepts = compileAcceptor(schema);
      }
      const filled = fill(value);
      if (accepts?.(filled)) return { value: filled };
      if (filled === undefined) return { issues: [{ path: '', message: 'is missing' }] };
      interpreter ??= loadInterpreter(schema);
      return interpreter.then((interpret) => {
        const issues = interpret(filled);
        return issues.length === 0 ? { value: filled } : { issues };
      });
    },
  };
}

function createCoercion(json: JsonObject): Coercion {
  let coercion: Coercion | undefined;
  return (args) => (coercion ??= compileCoercion(json))(args);
}

// The interpreter is loaded when the acceptor first does not accept a value, because loading takes about 6 ms.
async function loadInterpreter(schema: JsonSchema): Promise<Interpreter> {
  const { compileInterpreter } = await import('./validate.ts');
  return compileInterpreter(schema, dialectOf(schema) ?? '2020-12');
}

/** Puts defaults where a value has nothing. */
type Fill = (value: unknown) => unknown;

interface Member {
  readonly name: string;
  readonly fallback: (() => unknown) | undefined;
  readonly fill: Fill | undefined;
}

/** In nested objects and lists of objects too; undefined when the schema has no default. */
function compileFill(schema: unknown): Fill | undefined {
  if (!isObject(schema)) return undefined;
  const { properties, items } = schema;
  const members = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, property]) => {
    const member = { name, fallback: defaultOf(property), fill: compileFill(property) };
    return member.fallback === undefined && member.fill === undefined ? [] : [member];
  });
  const fillItem = compileFill(items);
  if (members.length === 0 && fillItem === undefined) return undefined;
  return (value) => {
    if (Array.isArray(value)) return fillItem === undefined ? value : value.map(fillItem);
    return isObject(value) ? fillMembers(value, members) : value;
  };
}

function defaultOf(property: unknown): (() => unknown) | undefined {
  if (!isObject(property) || !('default' in property)) return undefined;
  const { default: value } = property;
  return () => (typeof value === 'object' ? structuredClone(value) : value);
}

function fillMembers(value: JsonObject, members: readonly Member[]): JsonObject {
  let filled = value;
  for (const { name, fallback, fill } of members) {
    const { [name]: given = fallback?.() } = value;
    const member = fill === undefined ? given : fill(given);
    if (member === value[name]) continue;
    if (filled === value) filled = { ...value };
    filled[name] = member;
  }
  return filled;
}

// What makes a schema of a library describe itself, by vendor.
const CONVERSIONS: ReadonlyMap<string, string> = new Map([
  ['zod', 'zod 4.2 and newer can'],
  ['valibot', 'give toStandardJsonSchema(schema) of @valibot/to-json-schema'],
]);

function compileStandard(schema: StandardSchema, direction: 'input' | 'output'): CompiledSchema {
  const standard = schema['~standard'];
  if (standard.jsonSchema === undefined) {
    throw new TypeError(
      `the ${standard.vendor} schema cannot describe itself as JSON Schema ("~standard.jsonSchema" is missing); ` +
        (CONVERSIONS.get(standard.vendor) ??
          'use a version of the library that implements Standard JSON Schema, or its converter'),
    );
  }
  const json = standard.jsonSchema[direction]({ target: 'draft-2020-12' });
  const problem = schemaProblem(json);
  if (problem !== undefined) throw new TypeError(`invalid JSON Schema from ${standard.vendor}: ${problem}`);
  return {
    json,
    coerce: createCoercion(json),
    validate: (value) => {
      const result = standard.validate(value);
      return result instanceof Promise ? result.then(standardOutcome) : standardOutcome(result);
    },
  };
}

function standardOutcome(result: StandardResult<unknown>): Outcome {
  if (result.issues === undefined) return { value: result.value };
  return {
    issues: result.issues.map(({ message, path = [] }) => ({
      path: path.map((step) => `/${String(typeof step === 'object' ? step.key : step)}`).join(''),
      message,
    })),
  };
}
