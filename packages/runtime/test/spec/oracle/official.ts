// The official JSON Schemas of the protocol, read from beside the repository where they are present.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { allRevisions } from '../requirements/types.ts';
import type { Revision } from '../requirements/types.ts';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** One revision's schema: its definitions by pointer, and a validator for each. */
export interface OfficialSchema {
  readonly definitions: string;
  has(type: string): boolean;
  at(pointer: string): JsonObject;
  faults(pointer: string, value: unknown): string[];
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const findFolder = (start: string): string | undefined => {
  const folder = join(start, 'shared', 'spec');
  if (existsSync(folder)) return folder;
  const parent = dirname(start);
  return parent === start ? undefined : findFolder(parent);
};

const folder = findFolder(import.meta.dirname);

// Two mistakes of the generator that made the files: `number` of the sources became `integer`, and `null` was lost.
const repair = (document: JsonObject): JsonObject => {
  const definitions = document['definitions'] ?? document['$defs'];
  if (!isObject(definitions)) throw new Error('The schema has no definitions');
  const numbers = ['minimum', 'maximum', 'default'];
  const fixed = Object.entries(definitions).map(([name, definition]) => {
    if (name === 'JSONValue') return [name, {}];
    if (name !== 'NumberSchema' || !isObject(definition) || !isObject(definition['properties'])) {
      return [name, definition];
    }
    const properties = Object.entries(definition['properties']).map(([key, value]) =>
      numbers.includes(key) ? [key, { type: 'number' }] : [key, value],
    );
    return [name, { ...definition, properties: Object.fromEntries(properties) }];
  });
  return { ...document, [document['$defs'] ? '$defs' : 'definitions']: Object.fromEntries(fixed) };
};

const formats: Record<string, (text: string) => boolean> = {
  byte: (text) => text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text),
  uri: (text) => /^[A-Za-z][A-Za-z\d+.-]*:[^\s<>"{}|\\^`]*$/.test(text),
  'uri-template': (text) => /^(?:[^\s<>"{}|\\^`]|\{[^{}\s]+\})*$/.test(text),
};

const plain = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');

const load = (revision: Revision): OfficialSchema | undefined => {
  if (folder === undefined) return undefined;
  const document = repair(
    JSON.parse(readFileSync(join(folder, revision, 'schema.json'), 'utf8')) as JsonObject,
  );
  const options = { strict: false, allErrors: true, formats };
  const ajv = document['$defs'] ? new Ajv2020(options) : new Ajv(options);
  ajv.addSchema(document, 'mcp');
  const types = (document['$defs'] ?? document['definitions']) as JsonObject;
  return {
    definitions: document['$defs'] ? '#/$defs' : '#/definitions',
    has: (type) => type in types,
    at: (pointer) => {
      const steps = pointer.slice(2).split('/');
      const found = steps.reduce<unknown>((value, step) => (value as JsonObject)[plain(step)], document);
      if (!isObject(found)) throw new Error(`${revision} has no ${pointer}`);
      return found;
    },
    faults: (pointer, value) => {
      const validate = ajv.getSchema(`mcp${pointer}`);
      if (!validate) throw new Error(`${revision} has no ${pointer}`);
      if (validate(value)) return [];
      return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
    },
  };
};

/** The schemas by revision; empty where the files are not beside the repository. */
export const officialSchemas: ReadonlyMap<Revision, OfficialSchema> = new Map(
  allRevisions.flatMap((revision) => {
    const schema = load(revision);
    return schema ? [[revision, schema] as const] : [];
  }),
);
