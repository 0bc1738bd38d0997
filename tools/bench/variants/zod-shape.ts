// Input schemas of the fixture tools in zod, for both official SDKs.
import * as z from 'zod';
import type { Field, FieldKind, ToolSpec } from './catalogue.ts';

const kinds: Readonly<Record<FieldKind, () => z.ZodType>> = {
  string: () => z.string(),
  integer: () => z.int(),
  boolean: () => z.boolean(),
  strings: () => z.array(z.string()),
};

function toZod({ kind, optional, description }: Field): z.ZodType {
  const schema = kinds[kind]();
  return (optional === true ? schema.optional() : schema).describe(description);
}

export function toZodShape(spec: ToolSpec): Record<string, z.ZodType> {
  return Object.fromEntries(spec.fields.map((field) => [field.name, toZod(field)]));
}
