// Finds the lines that differ between two texts: everything between the common start and the common end.
import { backLines, lineEnd, lineStart } from '../text/lines.ts';

/** Whole lines that start at the same offset in both texts, and where they end in each. */
export interface ChangedLines {
  readonly start: number;
  readonly oldEnd: number;
  readonly newEnd: number;
}

/** Returns the lines that differ, with `moreLines` on each side. */
export const changedLines = (before: string, after: string, moreLines = 0): ChangedLines => {
  const least = Math.min(before.length, after.length);
  const start = commonLength(least, (from, to) => before.slice(from, to) === after.slice(from, to));
  const rest = commonLength(
    least - start,
    (from, to) =>
      before.slice(before.length - to, before.length - from) ===
      after.slice(after.length - to, after.length - from),
  );
  const end = before.length - rest;
  const oldEnd = endAfter(before, end, moreLines);
  return {
    start: backLines(before, lineStart(before, start), moreLines),
    oldEnd,
    newEnd: oldEnd + after.length - before.length,
  };
};

/** Returns how long the texts are equal, up to `most`. Compares large pieces first, then smaller ones. */
const commonLength = (most: number, isSame: (from: number, to: number) => boolean): number => {
  let length = 0;
  for (let size = 65_536; size >= 1; size = Math.floor(size / 16))
    while (length + size <= most && isSame(length, length + size)) length += size;
  return length;
};

/** Returns the end of the line at an offset, after its line break, or of a line after it. */
const endAfter = (text: string, offset: number, linesAfter: number): number => {
  let end = offset;
  for (let line = 0; line <= linesAfter && end < text.length; line++)
    end = Math.min(lineEnd(text, end) + 1, text.length);
  return end;
};
