// Finds the braces and groups of a glob, and writes out ranges like {1..9}.
import { readClass } from './glob-class.ts';

/**
 * What opens, separates and closes alternatives, by position: `{`, `?(`, `*(`, `+(`, `@(`, `!(`, `or`, `close`. Other
 * braces and parentheses stand for themselves.
 */
export type Structure = ReadonlyMap<number, string>;

interface Open {
  readonly at: number;
  readonly kind: string;
  readonly separators: number[];
}

/** Braces count only in pairs with a comma between them, as in shells; groups when they are closed. */
export const findStructure = (pattern: readonly string[]): Structure => {
  const structure = new Map<number, string>();
  const open: Open[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] ?? '';
    const last = open.at(-1);
    const isGroup = pattern[at + 1] === '(' && '?*+@!'.includes(character);
    if (character === '\\') at++;
    else if (character === '[') at = (readClass(pattern, at)?.end ?? at + 1) - 1;
    else if (character === '{') open.push({ at, kind: '{', separators: [] });
    else if (isGroup) open.push({ at: at++, kind: `${character}(`, separators: [] });
    else if (character === ',' && last?.kind === '{') last.separators.push(at);
    else if (character === '|' && last !== undefined && last.kind !== '{') last.separators.push(at);
    else if (character === '}' || character === ')') close(structure, open, at, character);
  }
  return structure;
};

const close = (structure: Map<number, string>, open: Open[], at: number, character: string): void => {
  const isBrace = character === '}';
  const index = open.findLastIndex(({ kind }) => (kind === '{') === isBrace);
  const opened = open[index];
  if (opened === undefined) return;
  // What was opened inside and not closed stands for itself.
  open.length = index;
  if (isBrace && opened.separators.length === 0) return;
  structure.set(opened.at, opened.kind);
  for (const separator of opened.separators) structure.set(separator, 'or');
  structure.set(at, 'close');
};

/** More would be a program of a size that nobody meant. */
const MAX_RANGE_VALUES = 1000;
const MAX_EXPANDED = 20_000;

/** `{1..3}` as `{1,2,3}`, also with a step and with letters. A range that is too long stands for itself. */
export const expandRanges = (pattern: string): string => {
  const expanded = pattern.replaceAll(
    /(?<!\\)\{(-?\d{1,9}|[a-zA-Z])\.\.(-?\d{1,9}|[a-zA-Z])(?:\.\.(-?\d{1,9}))?\}/g,
    (range, from: string, to: string, step: string | undefined) =>
      toBraces(rangeValues(from, to, Number(step ?? 1))) ?? range,
  );
  return expanded.length > MAX_EXPANDED ? pattern : expanded;
};

// One value needs no braces, which would stand for themselves.
const toBraces = (values: readonly string[] | undefined): string | undefined =>
  values !== undefined && values.length > 1 ? `{${values.join()}}` : values?.[0];

const rangeValues = (from: string, to: string, step: number): string[] | undefined => {
  const areNumbers = /\d/.test(from) && /\d/.test(to);
  if (!areNumbers && (/\d/.test(from) || /\d/.test(to))) return undefined;
  const [first, last] = areNumbers ? [Number(from), Number(to)] : [from.charCodeAt(0), to.charCodeAt(0)];
  const by = Math.abs(step) || 1;
  const count = Math.floor(Math.abs(last - first) / by) + 1;
  if (count > MAX_RANGE_VALUES) return undefined;
  const isPadded = areNumbers && [from, to].some((bound) => /^-?0\d/.test(bound));
  const width = isPadded ? Math.max(from.length, to.length) : 0;
  const values = Array.from({ length: count }, (_, i) => first + (last < first ? -by : by) * i);
  return values.map((value) => (areNumbers ? padded(value, width) : String.fromCharCode(value)));
};

const padded = (value: number, width: number): string =>
  value < 0 ? `-${String(-value).padStart(width - 1, '0')}` : String(value).padStart(width, '0');
