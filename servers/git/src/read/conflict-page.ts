// Conflict page: the regions of files in conflict that fit one answer, as text and as data.
import { ToolError } from '@mcp/runtime';
import { shownName } from '@mcp/git';
import { budgetOf, Content } from '../answer.ts';
import type { Repository } from '../repositories.ts';
import { kindOf, readMarked, type Conflict, type MarkedFile } from './conflicts.ts';
import { toGoOn } from './page.ts';
import { linesOf } from './records.ts';
import { closed, type Region } from './regions.ts';

/** The regions of a file that fit. */
interface Part {
  readonly conflict: Conflict;
  readonly file: MarkedFile;
  readonly regions: readonly Numbered[];
}

type Numbered = Region & { readonly number: number };

/**
 * Reads the regions of these files, starting at a cursor. `leads` are the lines before each region, for people.
 *
 * @throws {ToolError} if the cursor names none of the files.
 */
export const readConflictPage = async (
  repository: Repository,
  found: readonly Conflict[],
  cursor: string | undefined,
) => {
  const [skip, start] = cursor === undefined ? [0, 0] : readCursor(found, cursor);
  const fits = budgetOf(repository.options.maxOutputBytes);
  const parts: Part[] = [];
  let nextCursor: string | undefined;
  for (const conflict of found.slice(start)) {
    const file = await readMarked(repository, conflict);
    const passed = parts.length === 0 ? skip : 0;
    const left = file.regions.map((region, at) => ({ number: at + 1, ...region })).slice(passed);
    // The title comes with the first region, so that no page is a title alone.
    const [first = '', ...others] = left.map(toLines);
    const cut = [toTitle(conflict, file) + first, ...others].findIndex(
      (each, at) => !fits(each, left[at] && toRegionData(left[at])),
    );
    const regions = cut < 0 ? left : left.slice(0, cut);
    if (cut !== 0) parts.push({ conflict, file, regions });
    if (cut < 0) continue;
    nextCursor = `${passed + regions.length} ${shownName(conflict.path)}`;
    break;
  }
  return {
    lines: [
      ...parts.flatMap(toText),
      ...toGoOn(`regions in the ${found.length} files in conflict`, nextCursor),
    ],
    data: { conflicts: parts.map(toData), next_cursor: nextCursor },
    leads: parts.flatMap(toLeads),
  };
};

/** Returns how many regions to skip, and in which file. */
const readCursor = (found: readonly Conflict[], cursor: string): readonly [skip: number, file: number] => {
  const [, skip = '', name] = /^(\d{1,9}) ([^]+)$/.exec(cursor) ?? [];
  const file = found.findIndex(({ path }) => shownName(path) === name);
  if (file !== -1) return [Number(skip), file];
  throw new ToolError('The cursor names no file that is in conflict now. Start again without it.');
};

const toText = ({ conflict, file, regions }: Part): (string | Content)[] => [
  toTitle(conflict, file),
  ...regions.map((region) => new Content(toLines(region))),
];

const toData = ({ conflict: each, file, regions }: Part): object => ({
  path: shownName(each.path),
  kind: kindOf(each),
  type: file.type,
  ...(file.regions.length === 0 ? {} : { ours_name: file.oursName, theirs_name: file.theirsName }),
  stamp: file.stamp,
  regions: regions.map(toRegionData),
});

const toRegionData = ({ number: at, startLine, endLine, base, ours, theirs }: Numbered): object => ({
  number: at,
  start_line: startLine,
  end_line: endLine,
  base: base === undefined ? undefined : new Content(base),
  ours: new Content(ours),
  theirs: new Content(theirs),
});

/** How many lines before a region show a person where it is. */
const LINES_BEFORE = 3;

const toLeads = ({ file, regions }: Part): string[] => {
  const lines = linesOf(file.text);
  return regions.map(({ number: at, startLine }) => {
    const from = Math.max(file.regions[at - 2]?.endLine ?? 0, startLine - 1 - LINES_BEFORE);
    return lines.slice(from, startLine - 1).join('');
  });
};

const toTitle = (each: Conflict, { type, regions, oursName, theirsName }: MarkedFile): string => {
  const sides = regions.length === 0 ? '' : `; ours is ${oursName}, theirs is ${theirsName}`;
  return `${shownName(each.path)}: ${kindOf(each)}${type === 'text' ? '' : `, ${type}`}${sides}`;
};

const toLines = ({ number: at, startLine, endLine, base, ours, theirs }: Numbered): string =>
  `region ${at}, lines ${startLine}-${endLine}\n<<<<<<< ours\n${closed(ours)}` +
  `${base === undefined ? '' : `||||||| base\n${base}`}=======\n${closed(theirs)}>>>>>>> theirs`;
