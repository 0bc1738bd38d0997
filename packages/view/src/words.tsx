// Word diff: marks what changed between two versions of a line.
import { diffWordsWithSpace } from 'diff';
import type { ComponentChild } from 'preact';
import { visible } from './visible.ts';

/** A part of a line. */
export interface Span {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Comparing longer lines takes long and shows little. */
const MOST = 2000;

/** Returns the spans of both lines, or undefined if the lines are too long or too different. */
const compareWords = (before: string, after: string): readonly [Span[], Span[]] | undefined => {
  const length = Math.max(before.length, after.length);
  if (length > MOST) return undefined;
  const parts = diffWordsWithSpace(before, after);
  const common = parts.filter(({ added, removed }) => !added && !removed);
  if (common.reduce((sum, { value }) => sum + value.trim().length, 0) * 3 < length) return undefined;
  const without = (other: 'added' | 'removed'): Span[] =>
    parts
      .filter((part) => !part[other])
      .map(({ value, added, removed }) => ({ text: value, isMarked: added || removed }));
  return [without('added'), without('removed')];
};

/** The old and the new version of a line. */
export type Pair<Line> = readonly [before: Line, after: Line];

/** Returns the spans of all lines that are similar enough. */
export const wordsOf = <Line extends { readonly text: string }>(
  pairs: readonly Pair<Line>[],
): ReadonlyMap<Line, readonly Span[]> =>
  new Map(
    pairs.flatMap(([before, after]) => {
      const [first, second] = compareWords(before.text, after.text) ?? [];
      return first && second ? [[before, first] as const, [after, second] as const] : [];
    }),
  );

interface WordsProps {
  readonly text: string;
  readonly spans: readonly Span[] | undefined;
  readonly isDeleted: boolean;
}

/** Renders a line of text, with marks if it has spans. */
export const Words = ({ text: whole, spans, isDeleted }: WordsProps): ComponentChild => {
  const Mark = isDeleted ? 'del' : 'ins';
  return (
    <bdi>
      {spans?.map(({ text, isMarked }) => (isMarked ? <Mark>{visible(text)}</Mark> : visible(text))) ??
        visible(whole)}
    </bdi>
  );
};
