// Page: the part of a result that fits one answer, measured as it is shown, and how to continue.
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

/** Returns the lines of a text that fit, and whether some are missing. */
export const cutLines = (whole: string, maxBytes: number) => {
  if (Buffer.byteLength(whole) <= maxBytes) return { text: whole, isCut: false };
  const part = Buffer.from(whole).subarray(0, maxBytes).toString('utf8');
  const end = part.lastIndexOf('\n');
  return { text: end > 0 ? part.slice(0, end) : part.replace(/\uFFFD+$/, ''), isCut: true };
};
