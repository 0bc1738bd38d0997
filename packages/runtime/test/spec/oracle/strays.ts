// Finds members that a schema does not list: the official schemas are open, so validation alone overlooks them.
import { isObject } from './official.ts';
import type { JsonObject, OfficialSchema } from './official.ts';

// Members whose content belongs to authors, users or models, not to the protocol.
const free = new Set([
  '_meta',
  'arguments',
  'data',
  'experimental',
  'extensions',
  'input',
  'inputSchema',
  'metadata',
  'outputSchema',
  'structuredContent',
]);

interface Members {
  readonly known: ReadonlyMap<string, string>;
  /** Where the schema of all other members is, if it allows others. */
  readonly others: string | undefined;
}

const step = (pointer: string, ...steps: readonly (string | number)[]): string =>
  [pointer, ...steps.map((name) => String(name).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');

// `{}` stands for "anything" on every generated object, so only an explicit schema counts as an open map.
const isOpen = (schema: JsonObject): boolean => {
  const others = schema['additionalProperties'];
  return others === true || (isObject(others) && Object.keys(others).length > 0);
};

const membersOf = (schemas: OfficialSchema, pointer: string): Members => {
  const schema = schemas.at(pointer);
  if (typeof schema['$ref'] === 'string') return membersOf(schemas, schema['$ref']);
  const parts = Array.isArray(schema['allOf'])
    ? schema['allOf'].map((_, index) => membersOf(schemas, step(pointer, 'allOf', index)))
    : [];
  const own = Object.keys(isObject(schema['properties']) ? schema['properties'] : {});
  return {
    known: new Map([
      ...parts.flatMap(({ known }) => [...known]),
      ...own.map((name) => [name, step(pointer, 'properties', name)] as const),
    ]),
    others: isOpen(schema)
      ? step(pointer, 'additionalProperties')
      : parts.find(({ others }) => others !== undefined)?.others,
  };
};

const shortest = (lists: readonly string[][]): string[] =>
  lists.reduce((best, list) => (list.length < best.length ? list : best));

const straysOfObject = (
  schemas: OfficialSchema,
  value: JsonObject,
  pointer: string,
  path: string,
): string[] => {
  const { known, others } = membersOf(schemas, pointer);
  const isFree = free.has(path.slice(path.lastIndexOf('/') + 1));
  return Object.entries(value).flatMap(([name, member]) => {
    const at = `${path}/${name}`;
    const definition = known.get(name);
    if (definition !== undefined) return straysOf(schemas, member, definition, at);
    if (isFree) return [];
    if (others === undefined) return [`${at} is no member of ${pointer}`];
    return isObject(member) && schemas.at(pointer)['additionalProperties'] !== true
      ? straysOf(schemas, member, others, at)
      : [];
  });
};

/** Lists the members of `value`, at any depth, that no fitting branch of the schema at `pointer` knows. */
export const straysOf = (
  schemas: OfficialSchema,
  value: unknown,
  pointer: string,
  path: string,
): string[] => {
  const schema = schemas.at(pointer);
  if (typeof schema['$ref'] === 'string') return straysOf(schemas, value, schema['$ref'], path);
  const branches = (['anyOf', 'oneOf'] as const).flatMap((key) => {
    const list = schema[key];
    return Array.isArray(list) ? list.map((_, index) => step(pointer, key, index)) : [];
  });
  if (branches.length > 0) {
    const fitting = branches.filter((branch) => schemas.faults(branch, value).length === 0);
    return fitting.length === 0
      ? []
      : shortest(fitting.map((branch) => straysOf(schemas, value, branch, path)));
  }
  if (Array.isArray(value)) {
    if (!isObject(schema['items'])) return [];
    const items = step(pointer, 'items');
    return value.flatMap((item, index) => straysOf(schemas, item, items, `${path}/${index}`));
  }
  return isObject(value) ? straysOfObject(schemas, value, pointer, path) : [];
};
