// Page: the part of a result that fits one answer, measured as it is shown, and how to continue.
import { ToolError } from '@mcp/runtime';
import { budgetOf } from '../answer.ts';

interface Limits<T> {
  readonly maxBytes: number;
  /** What the list contains, like `branches`. */
  readonly what: string;
  /** How many items earlier pages showed. */
  readonly passed?: number;
  /** Maximum number of items. */
  readonly count?: number;
  /** What structured content shows of an item. Default: the item, unless it is a string. */
  readonly toData?: (item: T) => unknown;
}

/** Returns the first items that fit, a line for each, and how to continue. */
export const toPage = <T>(
  all: readonly T[],
  toLine: (item: T) => string,
  { maxBytes, what, passed = 0, count = Infinity, toData = dataOf }: Limits<T>,
) => {
  const fits = budgetOf(maxBytes);
  const end = all.findIndex((item, at) => at >= count || !fits(`${toLine(item)}\n`, toData(item)));
  const shown = end < 0 ? all : all.slice(0, end);
  const nextCursor = end < 0 ? undefined : String(passed + end);
  const text = shown.map(toLine).join('\n');
  return { shown, text, nextCursor, more: toGoOn(what, nextCursor) };
};

const dataOf = (item: unknown): unknown => (typeof item === 'string' ? undefined : item);

/** Says how to continue; empty at the end. */
export const toGoOn = (what: string, cursor: string | undefined): string[] =>
  cursor === undefined ? [] : [`[There are more ${what}; continue with cursor "${cursor}".]`];

/** Returns where to cut a text: after the last line that fits, else between characters. */
export const lineEnd = (bytes: Buffer, maxBytes: number): number => {
  if (bytes.length <= maxBytes) return bytes.length;
  const line = bytes.subarray(0, maxBytes).lastIndexOf(0x0a) + 1;
  if (line > 0) return line;
  let end = maxBytes;
  while (end > 1 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return end;
};

/**
 * Reads a cursor of bytes: where the page starts, and what identifies the content.
 *
 * @throws {ToolError} if it is not such a cursor.
 */
export const readOffset = (cursor: string): { readonly offset: number; readonly stamp: string } => {
  const [, offset, stamp] = /^(\d{1,15})\.([0-9a-f]{16})$/.exec(cursor) ?? [];
  if (offset === undefined || stamp === undefined)
    throw new ToolError('The cursor is not one that this tool gave. Start again without it.');
  return { offset: Number(offset), stamp };
};
