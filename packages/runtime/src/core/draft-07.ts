// Draft-07 for a validator that knows all keywords: leaves out what draft-07 does not have.
import { isObject, type JsonObject } from '../jsonrpc/message.ts';
import type { JsonSchema } from './json-schema.ts';
import { KEYWORDS } from './schema-keywords.ts';

const NEWER: ReadonlySet<string> = new Set([
  '$anchor',
  'prefixItems',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedProperties',
  'unevaluatedItems',
  'minContains',
  'maxContains',
]);

/** A copy of the schema without newer keywords, and without what stands beside a `$ref`, which draft-07 ignores. */
export function toDraft07(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  if (typeof schema['$ref'] === 'string') {
    const { $ref, definitions, $defs } = schema;
    return { $ref, ...copyMaps({ definitions, $defs }) };
  }
  const kept = Object.entries(schema).filter(([keyword]) => !NEWER.has(keyword));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, copyValue(keyword, value)]));
}

function copyMaps(maps: JsonSchema): JsonObject {
  const known = Object.entries(maps).filter(([, map]) => map !== undefined);
  return Object.fromEntries(known.map(([keyword, map]) => [keyword, copyValue(keyword, map)]));
}

function copyValue(keyword: string, value: unknown): unknown {
  const kind = KEYWORDS[keyword];
  if (Array.isArray(value)) return kind === 'items' || kind === 'schemas' ? value.map(toDraft07) : value;
  if (kind === 'schema' || kind === 'items') return toDraft07(value);
  if (!isObject(value) || (kind !== 'map' && kind !== 'patterns' && kind !== 'dependencies')) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, toDraft07(item)]));
}
