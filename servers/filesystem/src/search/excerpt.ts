// Shows a match: its line and the lines around it, cut to a length that can be read.
import type { Piece } from './piece.ts';

/** One line that matches. */
export interface LineMatch extends Excerpt {
  /** Counted from 1. */
  readonly line: number;
}

/** A line and those around it, without line breaks. */
export interface Excerpt {
  /** Where the match begins in the whole line, in UTF-16 code units, counted from 1. */
  readonly column: number;
  /** Of a long line the part around the match. */
  readonly text: string;
  /** Whether parts of the line are left out. */
  readonly isCut: boolean;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The longest line that is shown whole, and as much of longer ones. */
export const MAX_LINE_CHARACTERS = 500;
/** Of a long line this much before the match is shown. */
const LEAD_CHARACTERS = 100;

/** What is at an offset of a piece, with as many lines before and after as there are, up to `contextLines`. */
export const excerpt = (piece: Piece, hit: number, contextLines: number): Excerpt => {
  const start = piece.lineStart(hit);
  const end = piece.lineEnd(hit);
  const lead = piece.text(start, hit);
  const column = lead.length + 1;
  const line = withoutReturn(piece.text(start, end));
  const isCut = line.length > MAX_LINE_CHARACTERS;
  // A match near the beginning shows the line from there on.
  const from = isCut && column > MAX_LINE_CHARACTERS ? column - 1 - LEAD_CHARACTERS : 0;
  return {
    column,
    text: isCut ? cut(line, from) : line,
    isCut,
    before: linesBefore(piece, start, contextLines),
    after: linesAfter(piece, end, contextLines),
  };
};

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

// Half of a character outside the first 65,536 would not be valid text.
const cut = (line: string, from: number): string =>
  line.slice(from, from + MAX_LINE_CHARACTERS).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');

const linesBefore = (piece: Piece, start: number, count: number): string[] => {
  const lines: string[] = [];
  for (let end = start - 1; lines.length < count && end >= 0;) {
    const lineStart = piece.lineStart(end);
    lines.unshift(shown(piece, lineStart, end));
    end = lineStart - 1;
  }
  return lines;
};

const linesAfter = (piece: Piece, end: number, count: number): string[] => {
  const lines: string[] = [];
  for (let start = end + 1; lines.length < count && start < piece.length;) {
    const lineEnd = piece.lineEnd(start);
    lines.push(shown(piece, start, lineEnd));
    start = lineEnd + 1;
  }
  return lines;
};

/** No character has more than three bytes per code unit. */
const MAX_LINE_BYTES = 3 * MAX_LINE_CHARACTERS + 1;

const shown = (piece: Piece, start: number, end: number): string =>
  cut(withoutReturn(piece.text(start, Math.min(end, start + MAX_LINE_BYTES))), 0);
