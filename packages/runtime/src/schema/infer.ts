// JSON Schema as authors write it: the type of a literal, the types that it describes, its dialect.
import type { JsonObject } from '../jsonrpc/json.ts';

/**
 * A JSON Schema written as a plain object (basic, "JSON Schema Usage"). Dialects: 2020-12, which needs no `$schema`,
 * and draft-07 (`http://json-schema.org/draft-07/schema#`).
 */
export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * The TypeScript type of the values that a JSON Schema literal accepts. Knows const, enum, anyOf, oneOf, type,
 * properties, required, default, items and additionalProperties; other constructs become `unknown`, and a schema that
 * is not a literal `SchemaNeedsAsConst`.
 */
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
            : T extends readonly (infer U)[]
              ? FromType<U, S>
              : string extends T
                ? SchemaNeedsAsConst
                : unknown;

declare const needsAsConst: unique symbol;

/**
 * What a schema stands for whose `type` is any string to the compiler: it was kept in a variable. Write `as const`
 * after the schema, or give the variable the type `JsonSchema` when the schema is known only at run time.
 */
export interface SchemaNeedsAsConst {
  readonly [needsAsConst]: 'write "as const" after the schema';
}

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

/** The dialect of a schema, or undefined when it names one that is not validated. */
export function dialectOf(schema: JsonSchema): '2020-12' | '7' | undefined {
  const uri = schema['$schema'] ?? 'https://json-schema.org/draft/2020-12/schema';
  return typeof uri === 'string' ? DIALECTS[uri.replace(/#$/, '')] : undefined;
}
