// The Standard Schema interface (standardschema.dev), with its JSON Schema part: zod, ArkType, Valibot and others have it.
import type { JsonObject } from '../jsonrpc/json.ts';

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
