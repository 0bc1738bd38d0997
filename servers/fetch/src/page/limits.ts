// How much may be made of one page: a small source can stand for a large one, and for a text that is larger still.
import { FetchError } from '../failure.ts';

/** Each takes some hundred bytes of memory. */
export const MAX_ELEMENTS = 500_000;
/** Of the text, at any step on the way to it. */
export const MAX_CHARACTERS = 16_000_000;

/** @throws {FetchError} `too_large` when `count` is more than `most`. */
export const requireAtMost = (most: number, count: number, counted: string): void => {
  if (count <= most) return;
  throw new FetchError('too_large', `The page has more than ${most} ${counted}.`, {
    hint: 'Call again with raw: true for its source.',
  });
};
