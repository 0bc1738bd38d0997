// The full JSON Schema validator: interprets the schema, generates no code. Loaded on first use only.
import { Validator, type OutputUnit } from '@cfworker/json-schema';
import { isObject, type JsonObject } from '../jsonrpc/json.ts';
import { suggest } from '../text/nearest.ts';
import type { JsonSchema } from './infer.ts';
import type { Issue } from './issue.ts';
import { KEYWORDS } from './check.ts';

/** Says what is wrong with a value; an empty list for nothing. */
export type Interpreter = (value: unknown) => Issue[];

// These only say that something below them is wrong; that something is reported too.
const CONTAINERS: ReadonlySet<string> = new Set([
  'properties',
  'items',
  'allOf',
  '$ref',
  'if',
  'prefixItems',
]);

/** Prepares the validation of values against a schema that `schemaProblem` has passed. */
export function compileInterpreter(schema: JsonSchema, dialect: '2020-12' | '7'): Interpreter {
  const legal = (dialect === '7' ? toDraft07(schema) : schema) as JsonSchema;
  const validator = new Validator(legal, dialect, false);
  return (value) => {
    try {
      const { valid, errors } = validator.validate(value);
      return valid ? [] : toIssues(errors, schema);
    } catch (error) {
      // A value with a bigint or a function somewhere.
      return [
        { path: '', message: `is not JSON (${error instanceof Error ? error.message : String(error)})` },
      ];
    }
  };
}

function toIssues(errors: OutputUnit[], schema: JsonSchema): Issue[] {
  const issues = errors
    .filter(({ keyword }) => !CONTAINERS.has(keyword))
    .map((error) => toIssue(error, schema, errors));
  const unique = new Map(
    issues.filter((issue) => issue !== undefined).map((issue) => [`${issue.path} ${issue.message}`, issue]),
  );
  return unique.size > 0 ? [...unique.values()] : [{ path: '', message: 'does not match the schema' }];
}

function toIssue(
  { instanceLocation, keyword, error }: OutputUnit,
  schema: JsonSchema,
  all: OutputUnit[],
): Issue | undefined {
  const path = instanceLocation.replace(/^#/, '');
  if (keyword === 'additionalProperties') {
    // It is reported together with a "false" for the property itself, which says the same with less.
    return { path, message: unknownProperty(error, path, schema) };
  }
  if (keyword === 'false' && all.some((other) => other.keyword === 'additionalProperties')) return undefined;
  return { path, message: `${error.charAt(0).toLowerCase()}${error.slice(1).replace(/\.$/, '')}` };
}

function unknownProperty(error: string, path: string, schema: JsonSchema): string {
  const name = /"(.*?)"/.exec(error)?.[1] ?? '';
  const known = path === '' && isObject(schema['properties']) ? Object.keys(schema['properties']) : [];
  const hint = known.length === 0 ? '' : `; ${suggest(name, known, `known are ${known.join(', ')}`)}`;
  return `unknown property "${name}"${hint}`;
}

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
function toDraft07(schema: unknown): unknown {
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
  const kind = KEYWORDS.get(keyword);
  if (Array.isArray(value)) return kind === 'items' || kind === 'schemas' ? value.map(toDraft07) : value;
  if (kind === 'schema' || kind === 'items') return toDraft07(value);
  if (!isObject(value) || (kind !== 'map' && kind !== 'patterns' && kind !== 'dependencies')) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, toDraft07(item)]));
}
