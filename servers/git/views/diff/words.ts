// What differs within two lines that stand beside each other.
import { diffWordsWithSpace } from 'diff';

/** A part of a line. */
export interface Part {
  readonly text: string;
  readonly isMarked: boolean;
}

/** To compare longer lines word by word takes long and shows nothing. */
const MOST = 2000;

/** The parts of both lines. Where little is common, marks only disturb: nothing is marked. */
export const compareWords = (before: string, after: string): { before: Part[]; after: Part[] } => {
  const whole = (text: string): Part[] => [{ text, isMarked: false }];
  const plain = { before: whole(before), after: whole(after) };
  if (before.length > MOST || after.length > MOST) return plain;
  const parts = diffWordsWithSpace(before, after);
  const common = parts.filter(({ added, removed }) => !added && !removed);
  const length = common.reduce((sum, { value }) => sum + value.trim().length, 0);
  if (length * 3 < Math.max(before.length, after.length)) return plain;
  return {
    before: parts
      .filter(({ added }) => !added)
      .map(({ value, removed }) => ({ text: value, isMarked: removed })),
    after: parts
      .filter(({ removed }) => !removed)
      .map(({ value, added }) => ({ text: value, isMarked: added })),
  };
};
