// Explains why a text was not found by showing the most similar part of the file, in bounded time.
import { diffArrays } from 'diff';
import { FileError } from '@mcp/files';

const MAX_SEARCHED_CHARACTERS = 8_388_608;
const MAX_SEARCHED_LINES = 200_000;
const MAX_WANTED_LINES = 40;
const MAX_SHOWN_CHARACTERS = 1000;
const MAX_LINE_CHARACTERS = 200;
/** A less similar line would mislead. */
const LEAST_SIMILARITY = 0.5;

export const explainMiss = (text: string, oldText: string, name: string): FileError => {
  const shown =
    oldText.length > MAX_SHOWN_CHARACTERS ? `${oldText.slice(0, MAX_SHOWN_CHARACTERS)}…` : oldText;
  const start = `Could not find exact match for edit:\n${shown}\n\n${name}: `;
  const wanted = oldText.split(/\r?\n/, MAX_WANTED_LINES);
  const lines = text.slice(0, MAX_SEARCHED_CHARACTERS).split('\n', MAX_SEARCHED_LINES);
  const closest = closestByLines(lines, wanted) ?? closestByLetters(lines, wanted);
  if (closest === undefined)
    return new FileError(
      'edit_not_found',
      `${start}nothing in the file is similar. Read the file again, it may have changed. Nothing was changed.`,
    );
  const found = lines.slice(closest, closest + wanted.length).map((line) => line.replace(/\r$/, ''));
  const [first, last] = [closest + 1, closest + found.length];
  const where = last > first ? `lines ${first} to ${last}` : `line ${first}`;
  return new FileError(
    'edit_not_found',
    `${start}the closest text is at ${where}. What is in the file (-) and in oldText (+):\n` +
      `${compare(found, wanted).join('\n')}\nNothing was changed.`,
  );
};

/** Returns the line at which most lines of `wanted` match at the same distances. Long lines count more. */
const closestByLines = (lines: readonly string[], wanted: readonly string[]): number | undefined => {
  const known = new Map(wanted.map((line, i) => [line.trim(), i] as const).toReversed());
  const votes = new Map<number, number>();
  let best: number | undefined;
  // Lines with only a brace or a short word match everywhere.
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

/** Returns the line that shares most pairs of letters with the longest line of `wanted`. */
const closestByLetters = (lines: readonly string[], wanted: readonly string[]): number | undefined => {
  const longest = wanted.reduce((most, line, i) => {
    const length = line.trim().length;
    return length > (wanted[most]?.trim().length ?? 0) ? i : most;
  }, 0);
  const text = (wanted[longest] ?? '').trim();
  // A flag for each pair of letters, by the low bytes of their codes.
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

/** Merges both lists: common lines after a space, others after - or +. */
const compare = (found: readonly string[], wanted: readonly string[]): string[] =>
  diffArrays([...found], [...wanted], { comparator: (a, b) => a.trim() === b.trim() }).flatMap(
    ({ value, added, removed }) => {
      const mark = added ? '+' : removed ? '-' : ' ';
      return value.map((line) => `${mark}${line.slice(0, MAX_LINE_CHARACTERS)}`);
    },
  );
