// Tells whole words in a text from parts of longer ones.
import type { Span } from './find-text.ts';

const WORD = /[\p{L}\p{N}\p{M}_]/u;

/** Whether the word at the start or end of a span continues outside it. A word has letters, digits and underscores. */
export const isPartOfWord = (text: string, { start, end }: Span): boolean =>
  (isWord(charAt(text, start)) && isWord(charBefore(text, start))) ||
  (isWord(charBefore(text, end)) && isWord(charAt(text, end)));

const isWord = (character: string): boolean => WORD.test(character);

const charAt = (text: string, at: number): string => {
  const code = at < text.length ? text.codePointAt(at) : undefined;
  return code === undefined ? '' : String.fromCodePoint(code);
};

const charBefore = (text: string, at: number): string => {
  if (at === 0) return '';
  const isLow = at > 1 && /[\uDC00-\uDFFF]/.test(text.charAt(at - 1));
  return charAt(text, isLow ? at - 2 : at - 1);
};
