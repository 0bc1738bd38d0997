// The regions of a file in conflict, as git marks them (git-merge, "How conflicts are presented").
import { linesOf } from './records.ts';

/** One of them. All texts are whole lines. */
export interface Region {
  /** The lines of the file that it takes, with the markers; the first line is 1. */
  readonly startLine: number;
  readonly endLine: number;
  readonly ours: string;
  readonly theirs: string;
  /** What both sides had before. */
  readonly base?: string;
}

/** A text with conflicts. */
export interface Marked {
  readonly regions: readonly Region[];
  /** The names of the sides in the first region, like `HEAD` and `topic`. */
  readonly oursName: string;
  readonly theirsName: string;
}

type Part = 'ours' | 'base' | 'theirs';

const OPEN = /^<{7}(?: (.*))?\r?$/;
const BASE = /^\|{7}(?: .*)?\r?$/;
const MIDDLE = /^={7}\r?$/;
const CLOSE = /^>{7}(?: (.*))?\r?$/;

/** Finds the regions; none when a marker has no partner. */
export const findRegions = (text: string): Marked => {
  const regions: Region[] = [];
  let names: readonly [ours: string, theirs: string] | undefined;
  let open: { at: number; name: string; part: Part; texts: { [part in Part]?: string } } | undefined;
  for (const [index, line] of linesOf(text).entries()) {
    const bare = line.replace(/\n$/, '');
    const opening = OPEN.exec(bare);
    if (open === undefined) {
      if (opening !== null)
        open = { at: index, name: opening[1] ?? '', part: 'ours', texts: { ours: '', theirs: '' } };
      else if (CLOSE.test(bare)) return NONE;
      continue;
    }
    const closing = CLOSE.exec(bare);
    if (opening !== null || (closing !== null && open.part !== 'theirs')) return NONE;
    if (closing !== null) {
      const { at, name, texts } = open;
      names ??= [name, closing[1] ?? ''];
      regions.push({ startLine: at + 1, endLine: index + 1, ours: '', theirs: '', ...texts });
      open = undefined;
    } else if (BASE.test(bare) && open.part === 'ours') {
      open.part = 'base';
      open.texts.base = '';
    } else if (MIDDLE.test(bare) && open.part !== 'theirs') open.part = 'theirs';
    else open.texts[open.part] = `${open.texts[open.part] ?? ''}${line}`;
  }
  if (open !== undefined || names === undefined) return NONE;
  return { regions, oursName: names[0], theirsName: names[1] };
};

const NONE: Marked = { regions: [], oursName: '', theirsName: '' };

/** How many regions of a text with bases are one region at most: git joins those with few lines between them. */
const MOST_JOINED = 20;

/** The regions, with the base that the same conflicts have in a text in which git noted it too. */
export const withBases = (regions: readonly Region[], text: string): Region[] => {
  const lines = linesOf(text);
  const noted = findRegions(text).regions;
  const bases = new Map<string, string>();
  for (const [index, first] of noted.entries()) {
    let joined = { ours: '', base: '', theirs: '' };
    let end = first.startLine - 1;
    for (const { startLine, endLine, ours, base = '', theirs } of noted.slice(index, index + MOST_JOINED)) {
      const between = lines.slice(end, startLine - 1).join('');
      joined = {
        ours: joined.ours + between + ours,
        base: joined.base + between + base,
        theirs: joined.theirs + between + theirs,
      };
      end = endLine;
      bases.set(keyOf(joined), joined.base);
    }
  }
  return regions.map((region) => {
    const base = region.base ?? bases.get(keyOf(region));
    return base === undefined ? region : { ...region, base };
  });
};

// Git leaves out what both sides have at the ends of a region, unless it notes the base too.
const keyOf = (region: Pick<Region, 'ours' | 'theirs'>): string => {
  const [ours, theirs] = [region.ours, region.theirs].map((text) => linesOf(text.replaceAll('\r\n', '\n')));
  const [left, right] = [ours ?? [], theirs ?? []];
  const least = Math.min(left.length, right.length);
  let start = 0;
  while (start < least && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < least - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const trim = (lines: readonly string[]): string => lines.slice(start, lines.length - end).join('');
  return `${trim(left)}\0${trim(right)}`;
};

/** The text with each region replaced by one of these texts. */
export const replaceRegions = (
  text: string,
  regions: readonly Region[],
  texts: readonly string[],
): string => {
  const lines = linesOf(text);
  let next = 0;
  const parts = regions.flatMap(({ startLine, endLine }, index) => {
    const before = lines.slice(next, startLine - 1);
    next = endLine;
    return [...before, texts[index] ?? ''];
  });
  return [...parts, ...lines.slice(next)].join('');
};
