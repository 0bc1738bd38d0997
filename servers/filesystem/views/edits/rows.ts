// A place as lines for the eye.
import type { Place } from './choice.ts';

/** A line, in three parts: of one that changes, the middle is what differs. */
export interface Row {
  readonly kind: 'same' | 'removed' | 'added';
  /** Of the file as it is. */
  readonly number: number | undefined;
  readonly start: string;
  readonly changed: string;
  readonly end: string;
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.split(/(?<=\n)/));

/** The lines of a place. */
export const toRows = (place: Place): Row[] => {
  const { line, above, below, before, after } = place;
  const texts = [above, below, before, after];
  // Where all lines end in the same way, their end says nothing.
  const isCrlf = !texts.some((text) => /(?<!\r)\n/.test(text));
  const shown = (text: string): string => text.replace(isCrlf ? /\r?\n$/ : /\n$/, '');
  const [leading, trailing] = [linesOf(above), linesOf(below)];
  const [old, made] = [linesOf(before).map(shown), linesOf(after).map(shown)];
  const isPaired = old.length === made.length;
  const removed = old.map((text, at) => split(text, isPaired ? made[at] : undefined));
  const added = made.map((text, at) => split(text, isPaired ? old[at] : undefined));
  const next = line + linesOf(before).length;
  return [
    ...leading.map((text, at) => same(shown(text), line - leading.length + at)),
    ...removed.map((parts, at) => ({ ...parts, kind: 'removed' as const, number: line + at })),
    ...cut(place.from + before.length, place.beforeLength),
    ...added.map((parts) => ({ ...parts, kind: 'added' as const, number: undefined })),
    ...cut(place.from + after.length, place.afterLength),
    // Without the end of a text that is cut, nobody knows their number.
    ...trailing.map((text, at) =>
      same(shown(text), before.length < place.beforeLength ? undefined : next + at),
    ),
  ];
};

const same = (text: string, number: number | undefined): Row => ({
  kind: 'same',
  number,
  start: text,
  changed: '',
  end: '',
});

const cut = (shown: number, length: number): Row[] =>
  shown < length ? [same(`… (${length.toLocaleString('en')} characters)`, undefined)] : [];

/** What a line has in common with its other form, at both ends. */
const split = (text: string, other: string | undefined): Pick<Row, 'start' | 'changed' | 'end'> => {
  if (other === undefined) return { start: text, changed: '', end: '' };
  const most = Math.min(text.length, other.length);
  let start = 0;
  while (start < most && text[start] === other[start]) start++;
  let end = 0;
  while (end < most - start && text.at(-1 - end) === other.at(-1 - end)) end++;
  const to = text.length - end;
  return { start: text.slice(0, start), changed: text.slice(start, to), end: text.slice(to) };
};
