// Input schemas of the fixture tools as plain JSON Schema.
import type { Field, ToolSpec } from './catalogue.ts';

type PropertySchema = {
  readonly type: string;
  readonly description: string;
  readonly items?: { readonly type: string };
};

export type InputSchema = {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, PropertySchema>>;
  readonly required: readonly string[];
};

function toProperty({ kind, description }: Field): PropertySchema {
  if (kind === 'strings') return { type: 'array', items: { type: 'string' }, description };
  return { type: kind, description };
}

export function toInputSchema(spec: ToolSpec): InputSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(spec.fields.map((field) => [field.name, toProperty(field)])),
    required: spec.fields.filter((field) => field.optional !== true).map((field) => field.name),
  };
}
