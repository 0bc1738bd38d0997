// Page cursors of tools: where the next page of the same call begins. The server keeps nothing between the calls.
import { isObject, type JsonObject } from '../jsonrpc/json.ts';
import { readScoped, writeScoped } from '../text/cursor.ts';
import { ToolError } from './tool-result.ts';

/**
 * An opaque cursor for the next page of a call. `call` is everything that decides what the pages hold: the arguments but the
 * cursor. What is in a cursor is not secret, and a client can forge one: check the position like any input.
 */
export function writePageCursor(call: JsonObject, position: string): string {
  return writeScoped(canonical(call), position);
}

/**
 * The position of a cursor that `writePageCursor` made for the same call, in whatever order its arguments come.
 *
 * @throws {ToolError} when it was made for another call.
 */
export function readPageCursor(call: JsonObject, cursor: string): string {
  const position = readScoped(canonical(call), cursor);
  if (position !== undefined) return position;
  throw new ToolError('The cursor is not one of this call.', {
    code: 'foreign_cursor',
    hint: 'Repeat the arguments of the call that returned it, or leave the cursor out to begin again.',
  });
}

function canonical(call: JsonObject): string {
  return JSON.stringify(call, (_, value: unknown) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
