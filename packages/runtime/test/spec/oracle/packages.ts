// The schemas that the official packages export: they know the newest shapes, so they accept all older ones too.
import * as v1 from '@modelcontextprotocol/sdk/types.js';
import { isInputRequiredResult, specTypeSchemas } from '@modelcontextprotocol/client';
import type { Revision } from '../requirements/types.ts';

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

interface StandardSchema {
  readonly '~standard': {
    validate(value: unknown): { readonly issues?: readonly Issue[] | undefined } | Promise<unknown>;
  };
}

const isSchema = (value: unknown): value is StandardSchema =>
  typeof value === 'object' && value !== null && '~standard' in value;

const firstPackage: Readonly<Record<string, unknown>> = v1;
const secondPackage: Readonly<Record<string, unknown>> = specTypeSchemas;

const describe = ({ message, path = [] }: Issue): string =>
  `/${path.map((key) => String(typeof key === 'object' ? key.key : key)).join('/')} ${message}`;

const faultsOf = (schema: unknown, value: unknown): string[] => {
  if (!isSchema(schema)) return [];
  const outcome = schema['~standard'].validate(value);
  return 'issues' in outcome ? (outcome.issues ?? []).map(describe) : [];
};

/** What the official packages find wrong with a value of the named type. */
export const packageFaults = (revision: Revision, type: string, value: unknown): string[] => {
  if (type === 'InputRequiredResult') {
    return isInputRequiredResult(value) ? [] : ['the second official package does not know it'];
  }
  const second = faultsOf(secondPackage[type], value);
  return revision === '2026-07-28' ? second : [...faultsOf(firstPackage[`${type}Schema`], value), ...second];
};
