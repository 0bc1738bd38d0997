// The keywords of JSON Schema that hold schemas, references or what a validator cannot do without.

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
