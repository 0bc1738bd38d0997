// Shows a match: its line and the lines around it, cut to a length that can be read.
import { backLines, lineEnd, lineStart } from '../text/lines.ts';

/** One line that matches, and those around it, without line breaks. */
export interface LineMatch {
  /** Counted from 1. */
  readonly line: number;
  /** Where the match begins in the whole line, in UTF-16 code units, counted from 1. */
  readonly column: number;
  /** Of a long line the part around the match. */
  readonly text: string;
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

/** Longer lines are cut to this length. */
const MAX_LINE_CHARS = 500;
/** Characters of a long line to show before the match. */
const LEAD_CHARS = 100;

/** Returns the line at an offset of a text, with up to `contextLines` lines before and after it. */
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

/** Half of a character outside the first 65,536 would not be valid text. */
const shorten = (line: string, from = 0): string =>
  copy(
    line
      .slice(from, from + MAX_LINE_CHARS)
      .replace(/\r$/, '')
      .replaceAll(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, ''),
  );

// A slice would keep the text that it is a part of in memory.
const copy = (slice: string): string => Buffer.from(slice, 'utf16le').toString('utf16le');
