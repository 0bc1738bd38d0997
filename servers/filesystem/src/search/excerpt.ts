// Shows a match: its line and the lines around it, cut to a length that can be read.
import { lineEnd, lineStart } from '../text/lines.ts';

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
  const before = linesBefore(text, start, contextLines);
  const after = linesAfter(text, end, contextLines);
  return {
    column,
    text: shorten(line, isFar ? column - 1 - LEAD_CHARS : 0),
    ...(before.length > 0 ? { before } : {}),
    ...(after.length > 0 ? { after } : {}),
  };
};

const linesBefore = (text: string, lineOffset: number, count: number): string[] => {
  const lines: string[] = [];
  for (let end = lineOffset - 1; lines.length < count && end >= 0;) {
    const start = lineStart(text, end);
    lines.unshift(shorten(text.slice(start, end)));
    end = start - 1;
  }
  return lines;
};

const linesAfter = (text: string, lineOffset: number, count: number): string[] => {
  const lines: string[] = [];
  for (let start = lineOffset + 1; lines.length < count && start < text.length;) {
    const end = lineEnd(text, start);
    lines.push(shorten(text.slice(start, end)));
    start = end + 1;
  }
  return lines;
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
