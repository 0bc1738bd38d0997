// git_conflicts: what each side of a conflict has, as data; and resolves it.
import { changes, defineTool, readsOnly, ToolError, type Tool, type ToolResult } from '@mcp/runtime';
import { mergeIcon } from '../icons.ts';
import { Budget } from '../read/budget.ts';
import { kindOf, readConflicts, readMarked, type Conflict, type MarkedFile } from '../read/conflicts.ts';
import { readStatus } from '../read/status.ts';
import { refusal } from '../repository/errors.ts';
import { shownName, toText } from '../repository/names.ts';
import type { Repositories } from '../repository/repositories.ts';
import type { Repository } from '../repository/repository.ts';
import type { Region } from '../read/regions.ts';
import { resolveConflict, type Resolution } from '../write/resolve.ts';
import { answer, canWrite, repoPath, strings } from './shared.ts';

const place = {
  repo_path: repoPath,
  path: { type: 'string', description: 'The file to show, or to resolve.' },
  skip: { type: 'integer', minimum: 0, default: 0, description: 'How many regions of path to skip first.' },
} as const;

const take = {
  type: 'string',
  enum: ['ours', 'theirs', 'union'],
  description: 'Take this side; union takes ours, then theirs.',
} as const;

const content = { type: 'string', maxLength: 10_000_000 } as const;

const resolution = {
  take: {
    ...take,
    description: 'Resolve path by this side: in every region, or the whole file when it has none.',
  },
  regions: {
    type: 'array',
    maxItems: 10_000,
    items: {
      type: 'object',
      properties: { take, content: { ...content, description: 'Or the lines that the region becomes.' } },
      additionalProperties: false,
    },
    description: 'Resolve path region by region: one entry for each, in order.',
  },
  content: { ...content, description: 'Resolve path with this content of the whole file, without markers.' },
} as const;

const region = {
  type: 'object',
  properties: {
    number: { type: 'integer', description: 'The first region of the file is 1.' },
    startLine: { type: 'integer', description: 'Of the first marker in the file.' },
    endLine: { type: 'integer', description: 'Of the last one.' },
    base: {
      type: 'string',
      description: 'Absent when git cannot tell: git_show with revision :1:<path> shows all of it.',
    },
    ours: { type: 'string' },
    theirs: { type: 'string' },
  },
  required: ['number', 'startLine', 'endLine', 'ours', 'theirs'],
} as const;

const conflict = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    kind: { type: 'string', description: 'As git status says it: both modified, deleted by us, …' },
    type: { type: 'string', enum: ['text', 'binary', 'symlink', 'submodule'] },
    oursName: { type: 'string' },
    theirsName: { type: 'string' },
    regions: { type: 'array', items: region },
  },
  required: ['path', 'kind'],
} as const;

const output = {
  type: 'object',
  properties: {
    resolved: { type: 'string' },
    conflicts: { type: 'array', items: conflict, description: 'What is still in conflict.' },
    next: { ...strings, description: 'What to do next.' },
  },
  required: ['conflicts', 'next'],
} as const;

export const gitConflicts = (repositories: Repositories): Tool => {
  const isWriter = canWrite(repositories);
  const input = {
    type: 'object',
    properties: isWriter ? { ...place, ...resolution } : place,
    additionalProperties: false,
  } as const;
  return defineTool({
    name: 'git_conflicts',
    title: 'Conflicts',
    description: `Show the files in conflict: base, ours and theirs of each region, with line numbers.${
      isWriter ? ' With path and take, regions or content: resolve that file and stage it.' : ''
    } In a rebase, ours is what you rebase onto.`,
    icons: mergeIcon,
    annotations: isWriter ? changes : readsOnly,
    inputSchema: input,
    outputSchema: output,
    aliases: { file: 'path', file_path: 'path', ...(isWriter && { side: 'take', resolution: 'take' }) },
    async run({ repo_path: where, path, skip, ...query }: Query, ctx) {
      using repository = await repositories.openWorkTree(where, ctx);
      const given = Object.values(query).filter((value) => value !== undefined).length;
      if (given > 1 || (given === 1 && path === undefined))
        throw new ToolError('To resolve a file give its path, and one of take, regions and content.');
      const inner = path === undefined ? [] : [repository.toPath(path, 'path')];
      return given === 0
        ? await show(repository, await readConflicts(repository, inner), skip)
        : await resolve(repository, inner, query);
    },
  });
};

type Query = { readonly repo_path?: string; readonly path?: string; readonly skip: number } & Resolution;

const resolve = async (
  repository: Repository,
  paths: Parameters<typeof readConflicts>[1],
  query: Resolution,
): Promise<ToolResult> => {
  const resolved = await repository.change(async (run) => {
    const [only, ...others] = await readConflicts(repository, paths);
    if (only === undefined || others.length > 0)
      throw refusal(
        'not_found',
        `${(paths ?? []).map(shownName).join('')} is not a file in conflict.`,
        'Call git_conflicts without path: it lists them.',
      );
    await resolveConflict(repository, run, only, query);
    return shownName(only.path);
  });
  const left = await readConflicts(repository);
  const conflicts = left.map((each) => ({ path: shownName(each.path), kind: kindOf(each) }));
  const next = await nextOf(repository);
  const lines = [
    `Resolved and staged ${resolved}`,
    ...conflicts.map(({ path, kind }) => `Still in conflict: ${path} (${kind})`),
  ];
  return answer([...lines, ...next].join('\n'), { resolved, conflicts, next });
};

const nextOf = async (repository: Repository): Promise<readonly string[]> =>
  (await readStatus(repository, repository.options.maxOutputBytes)).status.notes;

// As many regions as fit; of the files after them only that they are in conflict.
const show = async (
  repository: Repository,
  found: readonly Conflict[],
  skip: number,
): Promise<ToolResult> => {
  const budget = new Budget(repository.options.maxOutputBytes);
  const texts: string[] = [];
  const conflicts: object[] = [];
  const notes: string[] = [];
  for (const each of found) {
    const plain = { path: shownName(each.path), kind: kindOf(each) };
    const file: MarkedFile | undefined = notes.length > 0 ? undefined : await readMarked(repository, each);
    const regions = (file?.regions ?? []).map((one, index) => ({ number: index + 1, ...one })).slice(skip);
    // The first one always: else one that is too long could never be passed.
    const shown = regions.filter(
      (one, index) => budget.take(toLines(one)) || (index === 0 && each === found[0]),
    );
    texts.push(toTitle(plain, file), ...shown.map(toLines));
    conflicts.push(file === undefined ? plain : { ...plain, ...toData(file, shown) });
    if (shown.length < regions.length)
      notes.push(`Not all regions fit. Give path: ${plain.path} with skip: ${skip + shown.length} to go on.`);
  }
  const next = found.length === 0 ? [] : [...notes, ...(await nextOf(repository))];
  return answer([...texts, ...next].join('\n') || 'No file is in conflict.', { conflicts, next });
};

type Numbered = Region & { readonly number: number };

const toData = ({ type, regions, oursName, theirsName }: MarkedFile, shown: readonly Numbered[]): object => ({
  type,
  ...(regions.length === 0 ? {} : { oursName, theirsName }),
  regions: shown.map((one) =>
    Object.fromEntries(
      Object.entries(one).map(([name, value]) => [name, typeof value === 'string' ? toText(value) : value]),
    ),
  ),
});

const toTitle = (
  { path, kind }: { readonly path: string; readonly kind: string },
  file: MarkedFile | undefined,
): string => {
  if (file === undefined) return `${path}: ${kind}`;
  const sides = file.regions.length === 0 ? '' : `; ours is ${file.oursName}, theirs is ${file.theirsName}`;
  return toText(`${path}: ${kind}${file.type === 'text' ? '' : `, ${file.type}`}${sides}`);
};

const toLines = ({ number, startLine, endLine, base, ours, theirs }: Numbered): string =>
  toText(
    `region ${number}, lines ${startLine}-${endLine}\n<<<<<<< ours\n${ours}` +
      `${base === undefined ? '' : `||||||| base\n${base}`}=======\n${theirs}>>>>>>> theirs`,
  );
