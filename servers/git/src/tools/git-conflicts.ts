// git_conflicts: shows each side of a conflict as data, and resolves it.
import { changes, readsOnly, ToolError } from '@mcp/runtime';
import type { Answer } from '../answer.ts';
import { named } from '../confirm.ts';
import { mergeIcon } from '../icons.ts';
import { readConflictPage } from '../read/conflict-page.ts';
import { kindOf, readConflicts, type Conflict } from '../read/conflicts.ts';
import { readStatus } from '../read/status.ts';
import { shownName, type TreePath } from '@mcp/git';
import { refusal } from '../refusal.ts';
import type { Repository } from '../repositories.ts';
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
    // For the page, which resolves only what it has shown.
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

const show = async (
  repository: Repository,
  path: TreePath | undefined,
  cursor: string | undefined,
): Promise<Answer> => {
  const found = await find(repository, path);
  if (found.length === 0) return { text: 'No file is in conflict.', data: { conflicts: [], next: [] } };
  const { lines, data, leads } = await readConflictPage(repository, found, cursor);
  const next = await nextOf(repository);
  return {
    text: [...lines, ...next].flatMap((line, at) => (at === 0 ? [line] : ['\n', line])),
    data: { ...data, next },
    ...(path !== undefined && { meta: { leads } }),
  };
};
