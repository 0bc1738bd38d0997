// Regions of a file in conflict, as git marks them (git-merge, "How conflicts are presented").
import { linesOf } from './records.ts';

/** A region. All texts are whole lines; the last one of a file may lack a line break. */
export interface Region {
  /** Its lines in the file, markers included; the first line is 1. */
  readonly startLine: number;
  readonly endLine: number;
  readonly ours: string;
  readonly theirs: string;
  /** The common base of both sides. */
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

/** The length of markers in files. */
const SIZE = 7;

const markersOf = (size: number) => ({
  opening: new RegExp(`^<{${size}}(?: (.*))?\r?$`),
  base: new RegExp(`^\\|{${size}}(?: .*)?\r?$`),
  middle: new RegExp(`^={${size}}\r?$`),
  closing: new RegExp(`^>{${size}}(?: (.*))?\r?$`),
});

/** An underlined heading looks like the middle marker; only texts about conflicts contain the others. */
const OTHER_MARKERS = /^(?:<{7}|\|{7}|>{7})(?: .*)?\r?\n?$/;

/** Whether lines of the text itself look like markers. */
export const hasMarkers = (text: string): boolean => linesOf(text).some((line) => OTHER_MARKERS.test(line));

/** Finds the regions between markers of this length; none if a marker has no partner. */
export const findRegions = (text: string, size = SIZE): Marked => {
  const markers = markersOf(size);
  const regions: Region[] = [];
  let names: readonly [ours: string, theirs: string] | undefined;
  let open: { at: number; name: string; part: Part; texts: { [part in Part]?: string } } | undefined;
  for (const [index, line] of linesOf(text).entries()) {
    const bare = line.replace(/\n$/, '');
    const opening = markers.opening.exec(bare);
    const closing = markers.closing.exec(bare);
    if (open === undefined) {
      if (closing !== null) return NONE;
      if (opening !== null)
        open = { at: index, name: opening[1] ?? '', part: 'ours', texts: { ours: '', theirs: '' } };
      continue;
    }
    if (opening !== null || (closing !== null && open.part !== 'theirs')) return NONE;
    if (closing !== null) {
      const { at, name, texts } = open;
      names ??= [name, closing[1] ?? ''];
      regions.push({ startLine: at + 1, endLine: index + 1, ours: '', theirs: '', ...texts });
      open = undefined;
    } else if (markers.base.test(bare) && open.part === 'ours') {
      open.part = 'base';
      open.texts.base = '';
    } else if (markers.middle.test(bare) && open.part !== 'theirs') open.part = 'theirs';
    else open.texts[open.part] = `${open.texts[open.part] ?? ''}${line}`;
  }
  if (open !== undefined || names === undefined) return NONE;
  return { regions, oursName: names[0], theirsName: names[1] };
};

/** No regions. */
export const NONE: Marked = { regions: [], oursName: '', theirsName: '' };

/** Only texts about conflicts have more lines like the middle marker in one region. */
const MOST_MIDDLES = 20;
/** How many regions with bases form one region at most: git joins regions with few lines between them. */
const MOST_JOINED = 20;

/**
 * The regions, with each line on the side that has it, and with the base; none when nobody could tell.
 *
 * @param merged - The same merge, from the three versions, where `size` of its markers makes them different from all
 * lines.
 */
export const settleRegions = (
  text: string,
  regions: readonly Region[],
  merged: { readonly text: string; readonly size: number },
): readonly Region[] => {
  const lines = linesOf(text);
  const bases = basesIn(merged.text, merged.size);
  const settled = regions.flatMap((region) => {
    const possible = splitsOf(region, lines);
    const [right, ...others] =
      possible.length === 1 ? [region] : possible.filter((split) => bases.has(keyOf(split)));
    if (right === undefined || others.length > 0) return [];
    const base = right.base ?? bases.get(keyOf(right));
    return [base === undefined ? right : { ...right, base }];
  });
  return settled.length === regions.length ? settled : [];
};

/** A region with each line that can be its middle as the middle. */
const splitsOf = (region: Region, lines: readonly string[]): Region[] => {
  const { middle, base } = markersOf(SIZE);
  const inner = lines.slice(region.startLine, region.endLine - 1);
  const isLike = (marker: RegExp, line: string): boolean => marker.test(line.replace(/\n$/, ''));
  const middles = inner.flatMap((line, at) => (isLike(middle, line) ? [at] : []));
  if (middles.length > MOST_MIDDLES) return [];
  const bar = inner.findIndex((line) => isLike(base, line));
  const join = (from: number, to?: number): string => inner.slice(from, to).join('');
  return middles.map((at) => {
    const theirs = join(at + 1);
    return bar === -1 || bar > at
      ? { ...region, ours: join(0, at), theirs }
      : { ...region, ours: join(0, bar), base: join(bar + 1, at), theirs };
  });
};

/** The bases of the regions of a text, and of those that git joins where it does not note the base. */
const basesIn = (text: string, size: number): ReadonlyMap<string, string | undefined> => {
  const lines = linesOf(text);
  const { regions } = findRegions(text, size);
  const bases = new Map<string, string | undefined>();
  for (const [index, first] of regions.entries()) {
    let [ours, theirs, end] = ['', '', first.startLine - 1];
    let base: string | undefined = '';
    for (const region of regions.slice(index, index + MOST_JOINED)) {
      const between = lines.slice(end, region.startLine - 1).join('');
      ours += between + region.ours;
      theirs += between + region.theirs;
      base = region.base === undefined ? undefined : `${base}${between}${region.base}`;
      end = region.endLine;
      bases.set(keyOf({ ours, theirs }), base);
    }
  }
  return bases;
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
  for (const [at, { startLine, endLine }] of regions.entries()) {
    lines.fill('', startLine - 1, endLine);
    lines[startLine - 1] = texts[at] ?? '';
  }
  return lines.join('');
};

/** The lines with a line break at the end, unless there are none. */
export const closed = (lines: string, end = '\n'): string =>
  lines === '' || lines.endsWith('\n') ? lines : `${lines}${end}`;
