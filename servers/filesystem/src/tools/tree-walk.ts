// What the tools that walk a tree share: arguments, notes, and their time limit.
import { join } from 'node:path';
import type { WalkError } from '../search/walk.ts';

/** A walk that takes longer ends with what it has: hosts give up after a minute. */
export const WALK_MS = 30_000;

/** Globs of what is left out, with everything below it. */
export const EXCLUDE = { type: 'array', items: { type: 'string' }, maxItems: 100 } as const;

/** The argument `cursor`: the `nextCursor` of the call before. */
export const CURSOR = { type: 'string' } as const;

/** What could not be read. The rest of the tree was. */
export interface WalkErrors {
  readonly errors: readonly WalkError[];
  readonly errorCount: number;
}

/** One line for each error, and one for those that are not kept. */
export const toErrors = (top: string, { errors, errorCount }: WalkErrors): string[] => {
  const lines = errors.map(({ path, message }) =>
    message.startsWith('/') ? message : `${join(top, path)}: ${message}`,
  );
  return errorCount > lines.length
    ? [...lines, `${errorCount - lines.length} more could not be read.`]
    : lines;
};

/** A note for the model about errors, when there are some. */
export const errorNote = ([first, ...others]: readonly string[]): string[] => {
  if (first === undefined) return [];
  return [`[${first}${others.length > 0 ? ` And ${others.length} more: see errors.` : ''}]`];
};

/** A note for the model that there is more, when there is. Many hosts show it nothing but the text. */
export const moreNote = (nextCursor: string | undefined, shown: string): string[] =>
  nextCursor === undefined
    ? []
    : [`[Stopped after ${shown}. Go on with cursor ${JSON.stringify(nextCursor)}, or search for less.]`];
