// Whole words: tells them from parts of longer words.
import type { Span } from './find-text.ts';

const INSIDE = /(?<=[\p{L}\p{N}\p{M}_])(?=[\p{L}\p{N}\p{M}_])/uy;

/** Whether a word continues beyond the start or end of a span. Words consist of letters, digits and underscores. */
export const isPartOfWord = (text: string, { start, end }: Span): boolean =>
  [start, end].some((at) => {
    INSIDE.lastIndex = at;
    return INSIDE.test(text);
  });
