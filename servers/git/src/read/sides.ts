// Which lines of a conflict are whose, where a text has lines of its own that look like git's markers.
import { linesOf } from './records.ts';
import type { Region } from './regions.ts';

/** The versions of a file in conflict, as the index has them. What a side does not have is absent. */
export interface Versions {
  readonly base?: string;
  readonly ours?: string;
  readonly theirs?: string;
}

const MIDDLE = /^={7}\r?\n$/;
const BASE = /^\|{7}(?: .*)?\r?\n$/;
/** An underlined title has a line like the middle of a conflict; no text but one about conflicts has these. */
const OTHER_MARKERS = /^(?:<{7}|\|{7}|>{7})(?: .*)?\r?\n?$/;

/**
 * The regions, with each line on the side that has it; none when nobody could tell a marker of git from a line of the text.
 */
export const settleSides = (
  text: string,
  regions: readonly Region[],
  versions: Versions,
): readonly Region[] => {
  if (regions.length === 0) return regions;
  if (
    Object.values(versions).some((version: string) =>
      linesOf(version).some((line) => OTHER_MARKERS.test(line)),
    )
  )
    return [];
  const lines = linesOf(text);
  const settled = regions.map((region) =>
    settle(region, lines.slice(region.startLine, region.endLine - 1), versions),
  );
  const known = settled.filter((region) => region !== undefined);
  return known.length === regions.length ? known : [];
};

/** Each is compared with whole files. No text but one about conflicts has more of these lines in one place. */
const MOST_MIDDLES = 20;

/** With one line that can be the middle, it is; of several, the one that gives each side what it has. */
const settle = (region: Region, inner: readonly string[], versions: Versions): Region | undefined => {
  const middles = inner.flatMap((line, at) => (MIDDLE.test(line) ? [at] : []));
  if (middles.length === 1) return region;
  if (middles.length > MOST_MIDDLES) return undefined;
  const { startLine, endLine } = region;
  const possible = middles
    .map((middle) => ({ startLine, endLine, ...split(inner, middle) }))
    .filter(
      ({ ours, base, theirs }) =>
        has(versions.ours, ours) &&
        has(versions.theirs, theirs) &&
        (base === undefined || has(versions.base, base)),
    );
  return possible.length === 1 ? possible[0] : undefined;
};

const split = (inner: readonly string[], middle: number): Pick<Region, 'ours' | 'base' | 'theirs'> => {
  const first = inner.slice(0, middle);
  const bar = first.findIndex((line) => BASE.test(line));
  const ours = first.slice(0, bar === -1 ? first.length : bar).join('');
  const theirs = inner.slice(middle + 1).join('');
  return bar === -1 ? { ours, theirs } : { ours, base: first.slice(bar + 1).join(''), theirs };
};

/** Whether a version has these lines, one after the other. */
const has = (version = '', lines: string): boolean => `\n${plain(version)}\n`.includes(`\n${plain(lines)}`);

const plain = (text: string): string => text.replaceAll('\r\n', '\n');

/** Whether git has put a line break behind the last line of each side, to write a marker on the next line. */
export const openEnds = (
  text: string,
  regions: readonly Region[],
  { ours = '', theirs = '' }: Versions,
): { readonly ours: boolean; readonly theirs: boolean } => {
  const isLast = regions.at(-1)?.endLine === linesOf(text).length;
  const isOpen = (version: string): boolean => isLast && version !== '' && !version.endsWith('\n');
  return { ours: isOpen(ours), theirs: isOpen(theirs) };
};
