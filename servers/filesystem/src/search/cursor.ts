// Cursors of searches. They hold the position itself, so that the server keeps nothing between two calls.
import { readPageCursor, writePageCursor, type JsonObject } from '@mcp/runtime';
import type { Position } from './walk.ts';

/** A cursor for a position. `search` are the arguments, which must be the same in the next call. */
export const writeCursor = ({ path, line = 0 }: Position, search: JsonObject): string =>
  writePageCursor(search, `${line}:${path}`);

/**
 * The position of a cursor. It is only compared with names, never opened, so a forged one opens nothing.
 *
 * @throws {ToolError} when it is not one of this search.
 */
export const readCursor = (cursor: string, search: JsonObject): Position => {
  const [, line = '', path = ''] = /^(\d{1,15}):([^]*)$/.exec(readPageCursor(search, cursor)) ?? [];
  return Number(line) === 0 ? { path } : { path, line: Number(line) };
};
