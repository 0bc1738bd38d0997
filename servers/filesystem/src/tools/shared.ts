// Shared by the tools: what they work with, and arguments that several have.
import type { Confirm } from '@mcp/command-line';
import type { Access } from '../access.ts';
import type { Documents } from '../documents/documents.ts';
import type { SearchPool } from '../search/pool.ts';

export interface Toolbox {
  readonly access: Access;
  readonly documents: Documents;
  readonly searches: SearchPool;
  readonly confirm: Confirm;
  /** Limit for the text of one answer, in bytes. */
  readonly maxBytes: number;
}

/** Schema of a required path; `what` is like `Path of the file`. The instructions explain paths. */
export const requiredPath = (what: string) => ({ type: 'string', description: `${what}.` }) as const;

/** Schema of an optional path; by default the first allowed directory. */
export const optionalPath = (what: string) => ({ ...requiredPath(what), default: '.' }) as const;

export const ifMatchEtag = {
  type: 'string',
  description: 'Etag from an earlier answer; fails if the file has changed.',
} as const;

export const nextCursor = {
  type: 'string',
  description: '`nextCursor` of the previous answer; keep the other arguments.',
} as const;

/** Schema choices for `toList`: a string or a list of strings. */
export const oneOrMore = [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] as const;

export const limitOf = (what: string) =>
  ({ type: 'integer', description: `Maximum number of ${what} to return.` }) as const;

export const fileGlobs = {
  anyOf: oneOrMore,
  description: 'Only files that match, like `*.ts` or `src/**/*.ts`.',
} as const;

export const excludedGlobs = {
  anyOf: oneOrMore,
  description: 'Globs of entries to skip, like `dist`.',
} as const;

/** Returns a count, or `otherwise` below 1, because some models pass 0 or -1 for no limit. */
export const countOr = <T>(given: number | undefined, otherwise: T): number | T =>
  given === undefined || given < 1 ? otherwise : given;

/** Drops members that say nothing: zero, false and empty lists. */
export const withoutEmpty = (members: { readonly [name: string]: unknown }): object =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => !!value && !(Array.isArray(value) && value.length === 0)),
  );

export const toList = (given: string | readonly string[]): readonly string[] => [given].flat();

export const skipsIgnored = {
  type: 'boolean',
  default: true,
  description: 'Skip .git and what git ignores.',
} as const;

export const dryRunFlag = {
  type: 'boolean',
  description: 'Report what would change, and change nothing.',
} as const;

export const createsParents = { type: 'boolean', description: 'Create missing directories.' } as const;
