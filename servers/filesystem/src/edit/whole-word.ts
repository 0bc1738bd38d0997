// Whether a place in a text is a word of its own, or part of a longer one.
import type { Span } from './find-text.ts';

const WORD = /[\p{L}\p{N}\p{M}_]/u;

/** Whether a letter, digit or underscore goes on before or after a span that begins or ends with one. */
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
