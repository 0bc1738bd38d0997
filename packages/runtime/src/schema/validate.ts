// The full JSON Schema validator: interprets the schema, generates no code. Loaded on first use only.
import { Validator, type OutputUnit } from '@cfworker/json-schema';
import { isObject } from '../jsonrpc/json.ts';
import { suggest } from '../text/nearest.ts';
import type { JsonSchema } from './infer.ts';
import type { Issue } from './issue.ts';
import { pointed } from './check.ts';

/** Returns what is wrong with a value; an empty list if it is valid. */
export type Interpreter = (value: unknown) => Issue[];

// These errors only say that a nested value is invalid, which is reported itself.
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
  const validator = new Validator(schema, dialect, false);
  return (value) => {
    try {
      const { valid, errors } = validator.validate(value);
      return valid ? [] : toIssues(errors, schema, value);
    } catch (error) {
      // The library writes names of properties into URIs, which cannot hold half a surrogate pair.
      if (error instanceof URIError) return [{ path: '', message: 'a property name is not valid Unicode' }];
      // A result with a bigint or a function somewhere; arguments are JSON.
      const reason = error instanceof Error ? error.message : String(error);
      return [{ path: '', message: `is not JSON (${reason})` }];
    }
  };
}

function toIssues(errors: OutputUnit[], schema: JsonSchema, value: unknown): Issue[] {
  const issues = errors
    .filter(({ keyword }) => !CONTAINERS.has(keyword))
    .map((error) => toIssue(error, errors, { schema, value }));
  const unique = new Map(
    issues.filter((issue) => issue !== undefined).map((issue) => [`${issue.path} ${issue.message}`, issue]),
  );
  return unique.size > 0 ? [...unique.values()] : [{ path: '', message: 'does not match the schema' }];
}

function toIssue(
  unit: OutputUnit,
  all: OutputUnit[],
  { schema, value }: { schema: JsonSchema; value: unknown },
): Issue | undefined {
  const { instanceLocation, keyword, keywordLocation, error } = unit;
  const path = decodeURIComponent(instanceLocation.replace(/^#/, ''));
  if (keyword === 'additionalProperties') {
    // The library also reports "false" for the property itself, which says less.
    const place = pointed(schema, keywordLocation.replace(/\/additionalProperties$/, ''));
    return { path, message: unknownProperty(error, place) };
  }
  if (keyword === 'false' && all.some((other) => other.keyword === 'additionalProperties')) return undefined;
  if (keyword === 'pattern') return { path, message: mismatch(pointed(schema, keywordLocation)) };
  if (keyword === 'enum')
    return { path, message: `${reword(unit)}${notGiven(pointed(value, instanceLocation))}` };
  return { path, message: reword(unit) };
}

const BOUNDS = /^(.*) is (?:less|greater) than (?:or equal to)? *(.*)\.$/;
const COUNTS = /^.*\((\d+) [<>] (\d+)\)\.$/;

/** Sentences of the library, and ours: first what is expected, then the value. */
const WORDING: Readonly<Record<string, readonly [theirs: RegExp, ours: string]>> = {
  type: [/^Instance type "(.*)" is invalid\. Expected "(.*)"\.$/, 'must be of type "$2", not $1'],
  required: [/^Instance does not have required property (".*")\.$/s, '$1 is missing'],
  enum: [/^Instance does not match any of \[(.*)\]\.$/s, 'must be one of $1'],
  anyOf: [/^.*$/, 'matches none of the alternatives'],
  const: [/^Instance does not match (.*)\.$/s, 'must be $1'],
  minimum: [BOUNDS, 'must be at least $2, not $1'],
  maximum: [BOUNDS, 'must be at most $2, not $1'],
  exclusiveMinimum: [BOUNDS, 'must be more than $2, not $1'],
  exclusiveMaximum: [BOUNDS, 'must be less than $2, not $1'],
  minItems: [COUNTS, 'must have $2 or more items, not $1'],
  maxItems: [COUNTS, 'must have at most $2 items, not $1'],
  minLength: [COUNTS, 'must have $2 or more characters, not $1'],
  maxLength: [COUNTS, 'must have at most $2 characters, not $1'],
};

function reword({ keyword, error }: OutputUnit): string {
  const [theirs, ours] = WORDING[keyword] ?? [];
  if (theirs !== undefined && ours !== undefined && theirs.test(error)) return error.replace(theirs, ours);
  return `${error.charAt(0).toLowerCase()}${error.slice(1).replace(/\.$/, '')}`;
}

const mismatch = (pattern: unknown): string =>
  typeof pattern === 'string' ? `must match the pattern ${pattern}` : 'must match the pattern of the schema';

const MAX_SHOWN = 60;

/** Quotes the value if it is short enough to help. */
function notGiven(given: unknown): string {
  const shown = JSON.stringify(given) ?? '';
  return shown !== '' && shown.length <= MAX_SHOWN ? `, not ${shown}` : '';
}

function unknownProperty(error: string, schema: unknown): string {
  const name = /"(.*?)"/.exec(error)?.[1] ?? '';
  const properties = isObject(schema) ? schema['properties'] : undefined;
  const known = isObject(properties) ? Object.keys(properties) : [];
  const hint = known.length === 0 ? '' : `; ${suggest(name, known, `known are ${known.join(', ')}`)}`;
  return `unknown property "${name}"${hint}`;
}
