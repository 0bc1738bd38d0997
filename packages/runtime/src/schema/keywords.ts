// The keywords of JSON Schema: what the value of each has to be. Keywords that are not listed are annotations.
import { lookup } from '../text/lookup.ts';

/** What the value of a keyword is. `map` and `schemas` hold schemas; `items` is a schema or, in draft-07, a list. */
export type KeywordKind =
  | 'schema'
  | 'schemas'
  | 'map'
  | 'patterns'
  | 'items'
  | 'dependencies'
  | 'string'
  | 'names'
  | 'nameLists'
  | 'number'
  | 'positive'
  | 'count'
  | 'boolean'
  | 'array'
  | 'type'
  | 'pattern'
  | 'ref';

/** Keyword → what its value is. */
export const KEYWORDS = lookup<KeywordKind>({
  $ref: 'ref',
  $id: 'string',
  $anchor: 'string',
  $comment: 'string',
  title: 'string',
  description: 'string',
  format: 'string',
  type: 'type',
  enum: 'array',
  required: 'names',
  dependentRequired: 'nameLists',
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
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  multipleOf: 'positive',
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
});

/** Keywords whose schemas look at the same value as the schema that they are in. */
export const IN_PLACE: ReadonlySet<string> = new Set([
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
