// What differs within two lines that stand beside each other.
import { diffWordsWithSpace } from 'diff';

/** A part of a line. */
export interface Part {
  readonly text: string;
  readonly isMarked: boolean;
}

/** To compare longer lines word by word takes long and shows nothing. */
const MOST = 2000;

/** The parts of both lines. Undefined where little is common, because marks would only disturb. */
export const compareWords = (before: string, after: string): readonly [Part[], Part[]] | undefined => {
  const length = Math.max(before.length, after.length);
  if (length > MOST) return undefined;
  const parts = diffWordsWithSpace(before, after);
  const common = parts.filter(({ added, removed }) => !added && !removed);
  if (common.reduce((sum, { value }) => sum + value.trim().length, 0) * 3 < length) return undefined;
  const without = (other: 'added' | 'removed'): Part[] =>
    parts
      .filter((part) => !part[other])
      .map(({ value, added, removed }) => ({ text: value, isMarked: added || removed }));
  return [without('added'), without('removed')];
};
