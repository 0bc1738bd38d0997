// Line numbers before the lines of a text, like `cat -n`.
import type { Lines } from './read-lines.ts';

/** Puts its number and a tab before each line. What does not fit any more is left for the next call. */
export const numberLines = (lines: Lines, maxChars: number): Lines => {
  const { startLine = 1, text } = lines;
  if (text === '') return lines;
  let numbered = '';
  let line = startLine;
  for (let at = 0; at < text.length; line++) {
    const end = text.indexOf('\n', at) + 1 || text.length;
    const next = `${line}\t${text.slice(at, end)}`;
    // The first line is there in any case, so that every call gets on.
    if (numbered.length + next.length > maxChars && line > startLine)
      return { ...lines, text: numbered, endLine: line - 1, nextLine: line, isTruncated: true };
    numbered += next;
    at = end;
  }
  return { ...lines, text: numbered };
};
