// Tells whole words in a text from parts of longer ones.
import type { Span } from './find-text.ts';

const INSIDE = /(?<=[\p{L}\p{N}\p{M}_])(?=[\p{L}\p{N}\p{M}_])/uy;

/** Whether the word at the start or end of a span continues outside it. A word has letters, digits and underscores. */
export const isPartOfWord = (text: string, { start, end }: Span): boolean =>
  [start, end].some((at) => {
    INSIDE.lastIndex = at;
    return INSIDE.test(text);
  });
