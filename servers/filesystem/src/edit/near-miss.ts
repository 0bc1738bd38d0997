// Explains why a text was not found: shows the closest part of the file, found in bounded time.
import { EditError } from './edit-error.ts';
import type { EditableText } from './editable-text.ts';
import { LineCursor, LineNumbers } from './find-lines.ts';
import type { Span } from './find-text.ts';

/** The edit whose text was not found. */
export interface Miss {
  readonly oldText: string;
  readonly index: number;
}

/** Only so much of a file is searched for something similar. */
const MAX_SEARCHED_BYTES = 8_388_608;
const MAX_WANTED_LINES = 40;
const MAX_SHOWN_CHARACTERS = 1000;
const MAX_LINE_CHARACTERS = 200;
/** Less similar lines would only mislead. */
const LEAST_SIMILARITY = 0.5;

/** The error for a text that was not found. */
export const explainMiss = (text: EditableText, bytes: Buffer, { oldText, index }: Miss): EditError => {
  const shown =
    oldText.length > MAX_SHOWN_CHARACTERS ? `${oldText.slice(0, MAX_SHOWN_CHARACTERS)}…` : oldText;
  const start = `Could not find exact match for edit:\n${shown}\n\nedits[${index}]: `;
  const wanted = oldText.split(/\r?\n/, MAX_WANTED_LINES);
  const searched = bytes.subarray(0, MAX_SEARCHED_BYTES);
  const closest = findClosest(searched, Buffer.from(wanted.join('\n')));
  if (closest === undefined) {
    const advice =
      'nothing in the file is similar. Read the file again, it may have changed. Nothing was changed.';
    return new EditError('not_found', start + advice, { index });
  }
  const found = linesFrom(searched, closest, wanted.length).map(({ start: from, end }) =>
    text.decode(searched.subarray(from, Math.min(end, from + 4 * MAX_LINE_CHARACTERS))).replace(/\r$/, ''),
  );
  const last = closest + found.length - 1;
  const lines = last > closest ? `lines ${closest} to ${last}` : `line ${closest}`;
  return new EditError(
    'not_found',
    `${start}the closest text is at ${lines}. What is in the file (-) and in oldText (+):\n` +
      `${compare(found, wanted).join('\n')}\nNothing was changed.`,
    { index, lines: [closest] },
  );
};

/** The number of the first line of the closest part; undefined when nothing is similar. */
const findClosest = (bytes: Buffer, wanted: Buffer): number | undefined =>
  closestByLines(bytes, wanted) ?? closestByLetters(bytes, wanted);

/** Where most of the lines are the same and at the same distance from each other. Long lines count more. */
const closestByLines = (bytes: Buffer, wanted: Buffer): number | undefined => {
  const numbers = new LineNumbers(wanted);
  const votes = new Uint32Array(VOTES);
  let best = 0;
  let bestScore = 0;
  let number = 0;
  for (const line = new LineCursor(bytes); line.next();) {
    number++;
    const weight = Math.min(20, line.textEnd - line.textStart);
    const known = weight === 0 ? -1 : numbers.numberOf(bytes, line);
    if (known < 0) continue;
    const first = Math.max(1, number - numbers.lines.indexOf(known));
    const score = (votes[first % VOTES] ?? 0) + weight;
    votes[first % VOTES] = score;
    if (score <= bestScore) continue;
    bestScore = score;
    best = first;
  }
  // A brace or a word on a line of its own says nothing.
  return bestScore > 4 ? best : undefined;
};

/** Votes are counted in as many places; far apart ones may share one. */
const VOTES = 65_536;

/** Where a line has most pairs of letters in common with the longest line. */
const closestByLetters = (bytes: Buffer, wanted: Buffer): number | undefined => {
  const longest = { index: 0, start: 0, end: 0 };
  let index = 0;
  for (const line = new LineCursor(wanted); line.next();) {
    const { textStart, textEnd } = line;
    if (textEnd - textStart > longest.end - longest.start)
      Object.assign(longest, { index, start: textStart, end: textEnd });
    index++;
  }
  const pairs = new Uint8Array(65_536);
  for (let at = longest.start + 1; at < longest.end; at++) pairs[pairAt(wanted, at)] = 1;
  const count = longest.end - longest.start - 1;
  let best: number | undefined;
  let bestScore = LEAST_SIMILARITY;
  let number = 0;
  for (const line = new LineCursor(bytes); line.next();) {
    const { textStart, textEnd } = line;
    number++;
    let same = 0;
    for (let at = textStart + 1; at < textEnd; at++) same += pairs[pairAt(bytes, at)] ?? 0;
    const score = same / Math.max(count, textEnd - textStart - 1, 1);
    if (score <= bestScore) continue;
    bestScore = score;
    best = number;
  }
  return best === undefined ? undefined : Math.max(1, best - longest.index);
};

const pairAt = (bytes: Buffer, at: number): number => ((bytes[at - 1] ?? 0) << 8) | (bytes[at] ?? 0);

const linesFrom = (bytes: Buffer, first: number, count: number): Span[] => {
  const spans: Span[] = [];
  let number = 0;
  for (const line = new LineCursor(bytes); spans.length < count && line.next();)
    if (++number >= first) spans.push({ start: line.start, end: line.end });
  return spans;
};

/** Both lists of lines in one: what both have after a space, what only one has after - or +. */
const compare = (found: readonly string[], wanted: readonly string[]): string[] => {
  // How many lines are common from each pair of places on.
  const common = Array.from({ length: found.length + 1 }, () => new Int32Array(wanted.length + 1));
  const at = (f: number, w: number): number => common[f]?.[w] ?? 0;
  const isSame = (f: number, w: number): boolean => found[f]?.trim() === wanted[w]?.trim();
  for (let f = found.length - 1; f >= 0; f--) {
    const row = common[f];
    if (row === undefined) continue;
    for (let w = wanted.length - 1; w >= 0; w--)
      row[w] = isSame(f, w) ? at(f + 1, w + 1) + 1 : Math.max(at(f + 1, w), at(f, w + 1));
  }
  const lines: string[] = [];
  const show = (mark: string, line: string | undefined): void => {
    lines.push(`${mark}${(line ?? '').slice(0, MAX_LINE_CHARACTERS)}`);
  };
  let f = 0;
  let w = 0;
  while (f < found.length || w < wanted.length) {
    if (f < found.length && w < wanted.length && isSame(f, w)) {
      show(' ', found[f++]);
      w++;
    } else if (w === wanted.length || (f < found.length && at(f + 1, w) >= at(f, w + 1)))
      show('-', found[f++]);
    else show('+', wanted[w++]);
  }
  return lines;
};
