// Places: the lines that a change of a text is made of, each of which can be changed without the others.
import { diffArrays } from 'diff';
import { countBreaks } from '../text/line-offsets.ts';
import { changedLines } from './changed-lines.ts';
import type { Span } from './find-text.ts';

/** A part of a text that consists of whole lines, and what takes its place. */
export interface Place extends Span {
  readonly text: string;
}

/** With more differences the whole part between the first and the last is one place. Not a time: places have numbers. */
const MAX_DIFFERENCES = 1000;

/** The places in which two texts differ. `isByLine`: each line has a place of its own, where their number is the same. */
export const toPlaces = (before: string, after: string, isByLine: boolean): Place[] => {
  const { start, oldEnd, newEnd } = changedLines(before, after);
  const old = toLines(before.slice(start, oldEnd));
  const made = toLines(after.slice(start, newEnd));
  const isSplit = isByLine && old.length === made.length;
  const pairs = isSplit ? old.map((line, at) => [line, made[at] ?? ''] as const) : pairUp(old, made);
  const places: Place[] = [];
  let at = start;
  for (const [from, to] of pairs) {
    const last = places.at(-1);
    const place = { start: at, end: at + from.length, text: to };
    at = place.end;
    if (from === to) continue;
    if (isSplit || last?.end !== place.start) places.push(place);
    else places.splice(-1, 1, { ...place, start: last.start, text: last.text + to });
  }
  return places;
};

const pairUp = (old: string[], made: string[]): (readonly [string, string])[] => {
  const parts = diffArrays(old, made, { maxEditLength: MAX_DIFFERENCES });
  if (parts === undefined) return [[old.join(''), made.join('')]];
  return parts.map(({ value, added, removed }) => [
    added ? '' : value.join(''),
    removed ? '' : value.join(''),
  ]);
};

const toLines = (text: string): string[] => text.split(/(?<=\n)/);

/** The text with these of its places changed. */
export const changePlaces = (text: string, places: readonly Place[]): string => {
  const ends = [0, ...places.map(({ end }) => end)];
  const parts = places.map((place, index) => text.slice(ends[index], place.start) + place.text);
  return [...parts, text.slice(ends.at(-1))].join('');
};

/** In characters. */
const MAX_SHOWN = 2000;
const MAX_AROUND = 300;

/** A place for the eye: two lines around it, and of long texts the part where they begin to differ. */
export const showPlace = (text: string, { start, end, text: after }: Place) => {
  const before = text.slice(start, end);
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  const from = Math.max(0, same - MAX_AROUND);
  return {
    line: countBreaks(text, 0, start) + 1,
    above: toLines(text.slice(Math.max(0, start - MAX_AROUND), start))
      .slice(-2)
      .join(''),
    from,
    before: before.slice(from, from + MAX_SHOWN),
    beforeLength: before.length,
    after: after.slice(from, from + MAX_SHOWN),
    afterLength: after.length,
    below: toLines(text.slice(end, end + MAX_AROUND))
      .slice(0, 2)
      .join(''),
  };
};
