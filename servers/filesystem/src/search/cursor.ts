// Cursors of searches. They hold the position itself, so that the server keeps nothing between two calls.
import { createHash } from 'node:crypto';
import { ToolError } from '@mcp/runtime';

/** Where a search stopped: a path below its start, and for content the line in that file. */
export interface SearchPosition {
  readonly path: string;
  readonly line?: number | undefined;
}

/** A cursor for a position. `search` is everything that decides what is found: it must be the same in the next call. */
export const writeCursor = ({ path, line }: SearchPosition, search: object): string =>
  Buffer.from(JSON.stringify([digest(search), path, line ?? 0])).toString('base64url');

/**
 * The position of a cursor. It is only compared with names, never opened, so a forged one opens nothing.
 *
 * @throws {ToolError} when it is not one of this search.
 */
export const readCursor = (cursor: string, search: object): SearchPosition => {
  const [owner, path, line] = parse(cursor);
  if (owner !== digest(search) || typeof path !== 'string' || !Number.isSafeInteger(line)) throw foreign();
  return { path, ...(line === 0 ? {} : { line: Number(line) }) };
};

const parse = (cursor: string): readonly unknown[] => {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
};

// Recognises slips, in whatever order the arguments come. It is no protection and needs to be none.
const digest = (search: object): string =>
  createHash('sha256')
    .update(JSON.stringify(search, Object.keys(search).toSorted()))
    .digest('base64url')
    .slice(0, 8);

const foreign = (): ToolError =>
  new ToolError('The cursor is not one of this search. Repeat the arguments of the call that returned it.');
