// git_conflicts: what each side of a conflict has, as data; and resolves it.
import { changes, readsOnly, ToolError } from '@mcp/runtime';
import { Content, type Answer } from '../answer.ts';
import { named } from '../confirm.ts';
import { mergeIcon } from '../icons.ts';
import { budgetOf, toGoOn } from '../read/page.ts';
import { kindOf, readConflicts, readMarked, type Conflict, type MarkedFile } from '../read/conflicts.ts';
import { readStatus } from '../read/status.ts';
import { shownName, type TreePath } from '@mcp/git';
import { refusal } from '../refusal.ts';
import type { Repository } from '../repositories.ts';
import { linesOf } from '../read/records.ts';
import { closed, type Region } from '../read/regions.ts';
import { resolveConflict, type Resolution } from '../write/resolve.ts';
import { gitTool, type Define } from './frame.ts';
import { canWrite, pageCursor, strings } from './shared.ts';

const toShow = {
  path: { type: 'string', description: 'File to show or resolve.' },
  cursor: pageCursor,
} as const;

const take = {
  type: 'string',
  enum: ['ours', 'theirs', 'union'],
  description: 'Take this side; union takes ours, then theirs.',
} as const;
const content = {
  type: 'string',
  maxLength: 10_000_000,
  description: 'Take this content of the whole file or region.',
} as const;

const toResolve = {
  take,
  regions: {
    type: 'array',
    maxItems: 10_000,
    items: { type: 'object', properties: { take, content }, additionalProperties: false },
    description: 'Resolve path region by region, in order.',
  },
  content,
  stamp: { type: 'string', description: '`stamp` of path as shown; refused if the file has changed since.' },
} as const;

const word = { type: 'string' } as const;

const conflictSchema = {
  type: 'object',
  properties: {
    path: word,
    kind: word,
    type: word,
    ours_name: word,
    theirs_name: word,
    stamp: word,
    regions: { type: 'array', items: { type: 'object' } },
  },
  required: ['path', 'kind'],
} as const;

export const gitConflicts: Define = (repositories) => {
  const isWriter = canWrite(repositories);
  return gitTool({
    name: 'git_conflicts',
    // For the page: what it shows must be what it resolves.
    unlisted: isWriter ? ['stamp'] : [],
    title: 'Conflicts',
    description: `Show the files in conflict: base, ours and theirs of each region.${
      isWriter ? ' With path and take, regions or content: resolve that file and stage it.' : ''
    } In a rebase, ours is what you rebase onto.`,
    icons: mergeIcon,
    annotations: isWriter ? changes : readsOnly,
    properties: isWriter ? { ...toShow, ...toResolve } : toShow,
    outputSchema: {
      type: 'object',
      properties: {
        resolved: word,
        conflicts: { type: 'array', items: conflictSchema },
        next: strings,
        next_cursor: word,
      },
      required: ['conflicts', 'next'],
    },
    aliases: isWriter ? { side: 'take', resolution: 'take' } : {},
    needsFiles: true,
    stake: ({ path = '', ...query }: Query) =>
      isResolving(query) && `Resolve the conflict in ${named(path)} and overwrite what is in the file`,
    async run(repository, { path, cursor, ...query }: Query) {
      const inner = path === undefined ? undefined : repository.toPath(path, 'path');
      if (!isResolving(query)) return show(repository, inner, cursor);
      const given = [query.take, query.regions, query.content].filter((value) => value !== undefined).length;
      if (given > 1 || path === undefined)
        throw new ToolError('To resolve a file give its path, and one of take, regions and content.');
      return resolve(repository, inner, query);
    },
  })(repositories);
};

const isResolving = ({ take: side, regions, content: text }: Resolution): boolean =>
  side !== undefined || regions !== undefined || text !== undefined;

type Query = { readonly path?: string; readonly cursor?: string } & Resolution;

const find = async (repository: Repository, path: TreePath | undefined): Promise<readonly Conflict[]> => {
  const found = await readConflicts(repository, path === undefined ? [] : [path]);
  if (path === undefined || found.length > 0) return found;
  throw refusal(
    'not_found',
    `${shownName(path)} is not a file in conflict.`,
    'Call git_conflicts without path: it lists them.',
  );
};

const resolve = async (
  repository: Repository,
  path: TreePath | undefined,
  resolution: Resolution,
): Promise<Answer> => {
  const resolved = await repository.change(async (run) => {
    const [only, ...others] = await find(repository, path);
    if (only === undefined || others.length > 0)
      throw new ToolError(`${others.length + 1} files are in conflict in path. Give one of them.`);
    await resolveConflict(repository, run, only, resolution);
    return shownName(only.path);
  });
  const left = await readConflicts(repository);
  const conflicts = left.map((each) => ({ path: shownName(each.path), kind: kindOf(each) }));
  const next = await nextOf(repository);
  const lines = [
    `Resolved and staged ${resolved}`,
    ...conflicts.map((each) => `Still in conflict: ${each.path} (${each.kind})`),
  ];
  return { text: [...lines, ...next].join('\n'), data: { resolved, conflicts, next } };
};

const nextOf = async (repository: Repository): Promise<readonly string[]> =>
  (await readStatus(repository, repository.options.maxOutputBytes)).status.notes;

/** How many regions to skip, and the file that has them. */
const readCursor = (found: readonly Conflict[], cursor: string): readonly [skip: number, file: number] => {
  const [, skip = '', name] = /^(\d{1,9}) ([^]+)$/.exec(cursor) ?? [];
  const file = found.findIndex(({ path }) => shownName(path) === name);
  if (file !== -1) return [Number(skip), file];
  throw new ToolError('The cursor names no file that is in conflict now. Start again without it.');
};

/** What is shown of a file: as many regions as fit. */
interface Part {
  readonly conflict: Conflict;
  readonly file: MarkedFile;
  readonly regions: readonly Numbered[];
}

const show = async (
  repository: Repository,
  path: TreePath | undefined,
  cursor: string | undefined,
): Promise<Answer> => {
  const found = await find(repository, path);
  if (found.length === 0) return { text: 'No file is in conflict.', data: { conflicts: [], next: [] } };
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
    const cut = [toTitle(conflict, file) + first, ...others].findIndex((each) => !fits(each));
    const regions = cut < 0 ? left : left.slice(0, cut);
    if (cut !== 0) parts.push({ conflict, file, regions });
    if (cut < 0) continue;
    nextCursor = `${passed + regions.length} ${shownName(conflict.path)}`;
    break;
  }
  const next = await nextOf(repository);
  const lines = [
    ...parts.flatMap(toText),
    ...toGoOn(`regions in the ${found.length} files in conflict`, nextCursor),
    ...next,
  ];
  return {
    text: lines.flatMap((line, at) => (at === 0 ? [line] : ['\n', line])),
    data: { conflicts: parts.map(toData), next, next_cursor: nextCursor },
    ...(path !== undefined && { meta: { leads: parts.flatMap(toLeads) } }),
  };
};

type Numbered = Region & { readonly number: number };

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
  regions: regions.map(({ number: at, startLine, endLine, base, ours, theirs }) => ({
    number: at,
    start_line: startLine,
    end_line: endLine,
    base: base === undefined ? undefined : new Content(base),
    ours: new Content(ours),
    theirs: new Content(theirs),
  })),
});

/** Lines that show a person where in the file a region is. */
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
