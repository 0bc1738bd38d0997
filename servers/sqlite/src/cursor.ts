// Cursors: how many rows the pages before had. They hold for the same request only.
import { createHash } from 'node:crypto';
import { ToolError } from '@mcp/runtime';

const digest = (request: unknown): string =>
  createHash('sha256').update(JSON.stringify(request)).digest('base64url').slice(0, 12);

/** The cursor for the next page of a request. */
export const toCursor = (skip: number, request: unknown): string => `${skip}.${digest(request)}`;

/**
 * How many rows to leave out.
 *
 * @throws {ToolError} when the cursor is of another request.
 */
export const readCursor = (cursor: string | undefined, request: unknown): number => {
  if (cursor === undefined) return 0;
  const [skip = '', hash] = cursor.split('.');
  if (/^\d{1,15}$/.test(skip) && hash === digest(request)) return Number(skip);
  throw new ToolError('The cursor is not one for this query. Leave it out to begin at the first row.');
};
