// Explains why a text was not found: shows the closest part of the file, found in bounded time.
import { EditError } from './edit-error.ts';

/** The edit whose text was not found. */
export interface Miss {
  readonly oldText: string;
  readonly index: number;
}

/** Only so much of a file is searched for something similar. */
const MAX_SEARCHED_CHARACTERS = 8_388_608;
const MAX_WANTED_LINES = 40;
const MAX_SHOWN_CHARACTERS = 1000;
const MAX_LINE_CHARACTERS = 200;
/** Less similar lines would only mislead. */
const LEAST_SIMILARITY = 0.5;

/** The error for a text that was not found. */
export const explainMiss = (text: string, { oldText, index }: Miss): EditError => {
  const shown =
    oldText.length > MAX_SHOWN_CHARACTERS ? `${oldText.slice(0, MAX_SHOWN_CHARACTERS)}…` : oldText;
  const start = `Could not find exact match for edit:\n${shown}\n\nedits[${index}]: `;
  const wanted = oldText.split(/\r?\n/, MAX_WANTED_LINES);
  const lines = text.slice(0, MAX_SEARCHED_CHARACTERS).split('\n');
  const closest = closestByLines(lines, wanted) ?? closestByLetters(lines, wanted);
  if (closest === undefined) {
    const advice =
      'nothing in the file is similar. Read the file again, it may have changed. Nothing was changed.';
    return new EditError('not_found', start + advice, { index });
  }
  const found = lines.slice(closest, closest + wanted.length).map((line) => line.replace(/\r$/, ''));
  const [first, last] = [closest + 1, closest + found.length];
  const where = last > first ? `lines ${first} to ${last}` : `line ${first}`;
  return new EditError(
    'not_found',
    `${start}the closest text is at ${where}. What is in the file (-) and in oldText (+):\n` +
      `${compare(found, wanted).join('\n')}\nNothing was changed.`,
    { index, lines: [first] },
  );
};

/** The index of the line where most lines are the same at the same distance from each other. Long lines count more. */
const closestByLines = (lines: readonly string[], wanted: readonly string[]): number | undefined => {
  const known = new Map(wanted.map((line, i) => [line.trim(), i] as const).toReversed());
  const votes = new Map<number, number>();
  let best: number | undefined;
  // A brace or a word on a line of its own says nothing.
  let bestScore = 4;
  for (const [number, line] of lines.entries()) {
    const key = line.trim();
    const at = key === '' ? undefined : known.get(key);
    if (at === undefined) continue;
    const first = Math.max(0, number - at);
    const score = (votes.get(first) ?? 0) + Math.min(20, key.length);
    votes.set(first, score);
    if (score <= bestScore) continue;
    bestScore = score;
    best = first;
  }
  return best;
};

/** The index of the line that has most pairs of letters in common with the longest line. */
const closestByLetters = (lines: readonly string[], wanted: readonly string[]): number | undefined => {
  const longest = wanted.reduce((most, line, i) => {
    const length = line.trim().length;
    return length > (wanted[most]?.trim().length ?? 0) ? i : most;
  }, 0);
  const text = (wanted[longest] ?? '').trim();
  // One flag for each pair of letters, by the lower half of their codes.
  const pairs = new Uint8Array(65_536);
  for (let at = 1; at < text.length; at++) pairs[pairAt(text, at)] = 1;
  let best: number | undefined;
  let bestScore = LEAST_SIMILARITY;
  for (const [number, whole] of lines.entries()) {
    const line = whole.trim();
    let same = 0;
    for (let at = 1; at < line.length; at++) same += pairs[pairAt(line, at)] ?? 0;
    const score = same / Math.max(text.length - 1, line.length - 1, 1);
    if (score <= bestScore) continue;
    bestScore = score;
    best = number;
  }
  return best === undefined ? undefined : Math.max(0, best - longest);
};

const pairAt = (text: string, at: number): number =>
  ((text.charCodeAt(at - 1) & 0xff) << 8) | (text.charCodeAt(at) & 0xff);

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
