// Excerpts: the line of a match and its context, cut to a readable length.
import { backLines, lineEnd, lineStart } from '../text/lines.ts';

export interface LineMatch {
  /** Counted from 1. */
  readonly line: number;
  /** Start of the match in the whole line, in UTF-16 units, counted from 1. */
  readonly column: number;
  readonly text: string;
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

const MAX_LINE_CHARS = 500;
/** Characters shown before the match in a long line. */
const LEAD_CHARS = 100;

/** Returns the line at an offset, with up to `contextLines` lines on each side. */
export const excerpt = (text: string, hit: number, contextLines: number): Omit<LineMatch, 'line'> => {
  const start = lineStart(text, hit);
  const end = lineEnd(text, hit);
  const line = text.slice(start, end);
  const column = hit - start + 1;
  const isFar = line.length > MAX_LINE_CHARS && column > MAX_LINE_CHARS;
  const from = backLines(text, start, contextLines);
  let to = end;
  for (let more = contextLines; more > 0 && to + 1 < text.length; more--) to = lineEnd(text, to + 1);
  const before = from < start ? text.slice(from, start - 1).split('\n') : [];
  const after = to > end ? text.slice(end + 1, to).split('\n') : [];
  return {
    column,
    text: shorten(line, isFar ? column - 1 - LEAD_CHARS : 0),
    ...(before.length > 0 ? { before: before.map((one) => shorten(one)) } : {}),
    ...(after.length > 0 ? { after: after.map((one) => shorten(one)) } : {}),
  };
};

/** Cuts no surrogate pair in half, because that would not be valid text. */
const shorten = (line: string, from = 0): string =>
  copy(
    line
      .slice(from, from + MAX_LINE_CHARS)
      .replace(/\r$/, '')
      .replaceAll(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, ''),
  );

// A slice would keep the whole text in memory.
const copy = (slice: string): string => Buffer.from(slice, 'utf16le').toString('utf16le');
