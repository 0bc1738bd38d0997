// What the three tools for diffs share: the arguments, the run, and the result.
import { text, ToolResult, type Context } from '@mcp/runtime';
import {
  EVERYTHING,
  TOP,
  toPathspec,
  toTreePath,
  type Operand,
  type Option,
  type TreePath,
} from '../repository/arguments.ts';
import type { Repository } from '../repository/repository.ts';
import { submoduleOption } from '../repository/submodules.ts';
import { generatedAmong, mayBeGenerated } from './generated.ts';
import { countOptions, formOptions, listOptions, patchOptions, PatchReader, type Diff } from './patch.ts';
import { repoPath } from '../tools/arguments.ts';

/** Arguments of every diff. */
export const diffArguments = {
  repo_path: repoPath,
  context_lines: { type: 'integer', minimum: 0, maximum: 10_000, default: 3 },
  paths: {
    type: 'array',
    items: { type: 'string' },
    maxItems: 1000,
  },
  stat: { type: 'boolean', default: false, description: 'Only names and counts.' },
  nameOnly: { type: 'boolean', default: false },
  generated: { type: 'boolean', default: false, description: 'Show lock files too.' },
  maxBytes: { type: 'integer', minimum: 1000 },
  cursor: { type: 'string', description: 'nextCursor of a page.' },
} as const;

/** The result of every diff. */
export const diffOutput = {
  type: 'object',
  properties: {
    files: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string' },
          oldPath: { type: 'string' },
          status: { type: 'string' },
          additions: { type: 'integer' },
          deletions: { type: 'integer' },
          binary: { type: 'boolean' },
          patch: { type: 'string' },
        },
      },
    },
    totals: {
      type: 'object',
      properties: {
        files: { type: 'integer' },
        additions: { type: 'integer' },
        deletions: { type: 'integer' },
      },
    },
    excluded: { type: 'array', items: { type: 'string' } },
    nextCursor: { type: 'string' },
  },
  required: ['files', 'excluded'],
} as const;

/** The same in fewer words: a list of tools should be short. */
export const diffOutputBrief = {
  type: 'object',
  properties: {
    files: { type: 'array', items: { type: 'object' }, description: 'As in git_diff.' },
    totals: { type: 'object' },
    excluded: diffOutput.properties.excluded,
    nextCursor: diffOutput.properties.nextCursor,
  },
  required: diffOutput.required,
} as const;

/** How a diff is wanted. */
export interface DiffForm {
  readonly context_lines?: number;
  readonly paths?: readonly string[];
  readonly stat?: boolean;
  readonly nameOnly?: boolean;
  readonly generated?: boolean;
  readonly maxBytes?: number;
  readonly cursor?: string;
}

/** The sides of a diff. */
interface Sides {
  readonly options: readonly Option[];
  readonly operands: readonly Operand[];
  /** Whether one of them are the files. */
  readonly hasFiles?: boolean;
}

/** Runs `git diff` between what the operands say, for the result of a tool. */
export const runDiff = async (
  repository: Repository,
  query: DiffForm & { readonly title: string },
  sides: Sides,
  ctx: Context,
): Promise<ToolResult> => {
  const diff = await readDiff(repository, query, sides, ctx);
  const body = hasPatch(query) ? diff.patch.replace(/\n$/, '') : toList(diff, query);
  return new ToolResult({
    content: [text(`${query.title}\n${body}`), ...notesOf(diff).map((note) => text(note))],
    structuredContent: toStructuredDiff(diff, query),
  });
};

const hasPatch = ({ stat, nameOnly }: DiffForm): boolean => stat !== true && nameOnly !== true;

/** Runs `git diff` between what the operands say. */
export const readDiff = async (
  repository: Repository,
  form: DiffForm,
  sides: Sides,
  ctx: Context,
): Promise<Diff> => {
  const run = await toRun(repository, form, sides, ctx);
  if (hasPatch(form)) return (await readPatch(repository, form, run, ctx)).end();
  const reader = await run(listOptions, new PatchReader(0, undefined));
  if (form.nameOnly !== true) {
    reader.startCounts();
    await run(countOptions, reader);
  }
  return reader.end();
};

/** Runs git for a part of the diff. */
type DiffRun = (more: readonly Option[], reader: PatchReader) => Promise<PatchReader>;

const toRun = async (
  repository: Repository,
  { paths: given = [] }: DiffForm,
  { options, operands, hasFiles = false }: Sides,
  { signal }: Context,
): Promise<DiffRun> => {
  const paths = given.map((path): TreePath => toTreePath(path, repository.directory, 'paths'));
  // Never without a path: `git diff <outside> --` compares files outside of the repository, as with --no-index.
  const literal = paths.length === 0 ? [TOP] : paths;
  const fixed = [...formOptions, await submoduleOption(repository, signal), ...options];
  return async (more, reader) => {
    // All files are counted, also those whose patch is left out.
    const exclusions = more === countOptions ? [] : reader.exclusions;
    const hasPathspecs = exclusions.length > 0;
    const included = paths.length === 0 ? [EVERYTHING] : paths.map(toPathspec);
    const command = {
      name: 'diff',
      options: [...fixed, ...more],
      operands: [...operands, '--' as const, ...(hasPathspecs ? [...included, ...exclusions] : literal)],
    };
    const work = { command, signal, hasPathspecs, spoilsIndex: hasFiles };
    await repository.stream(work, (chunk) => reader.add(chunk));
    return reader;
  };
};

const readPatch = async (
  repository: Repository,
  form: DiffForm,
  run: DiffRun,
  { signal }: Context,
): Promise<PatchReader> => {
  // Who names a file wants to see it.
  const isNamed = new Set(form.paths?.map((path): string => toTreePath(path, repository.directory, 'paths')));
  const candidates = (names: readonly string[]): string[] => names.filter((name) => !isNamed.has(name));
  const holds = (names: readonly string[]): boolean =>
    form.generated !== true && mayBeGenerated(repository, candidates(names));
  const start = (): PatchReader => new PatchReader(pageBytes(repository, form.maxBytes), form.cursor, holds);
  const patch = patchOptions(form.context_lines ?? 3);
  let reader = await run([...listOptions, ...patch], start());
  const { hasConflicts } = reader;
  if (hasConflicts) reader = await run(listOptions, start());
  if (hasConflicts || reader.isHeld) {
    const names = candidates(reader.paths);
    reader.startPatch(holds(names) ? await generatedAmong(repository, names, signal) : undefined);
    await run(patch, reader);
  }
  if (reader.isPart) {
    reader.startCounts();
    await run(countOptions, reader);
  }
  return reader;
};

/** How long the patch of one answer may be. */
export const pageBytes = ({ options }: Repository, maxBytes = Infinity): number =>
  Math.min(maxBytes, options.maxOutputBytes);

/** A line for each file. */
export const toList = ({ files }: Diff, { nameOnly }: DiffForm = {}): string =>
  files
    .map(({ path, additions, deletions }) =>
      nameOnly === true ? path : `${additions}\t${deletions}\t${path}`,
    )
    .join('\n');

/** How to go on, and what was left out, each in a block of its own. */
export const notesOf = ({ files, excluded, nextCursor }: Diff): string[] => [
  ...(excluded.length === 0
    ? []
    : [`[Left out as generated: ${nameSome(excluded)}. generated: true shows them.]`]),
  ...(nextCursor === undefined
    ? []
    : [`[There is more: ${files.length} files changed in all. Go on with cursor "${nextCursor}".]`]),
];

/** The same for a text that is no tool's: which tool has the rest. */
export const partNote = ({ excluded, nextCursor }: Diff, tool: string): string =>
  [
    ...(excluded.length === 0
      ? []
      : [`\n[Left out as generated: ${nameSome(excluded)}; ${tool} shows them.]\n`]),
    ...(nextCursor === undefined ? [] : [`\n[There is more: use ${tool}.]\n`]),
  ].join('');

const MAX_NAMED = 20;

const nameSome = (names: readonly string[]): string =>
  names.slice(0, MAX_NAMED).join(', ') +
  (names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '');

/** The members of the structured result. */
export const toStructuredDiff = ({ files, excluded, nextCursor }: Diff, { nameOnly }: DiffForm = {}) => {
  const sum = (count: 'additions' | 'deletions'): number =>
    files.reduce((total, file) => total + file[count], 0);
  const more = { excluded, ...(nextCursor === undefined ? {} : { nextCursor }) };
  if (nameOnly === true) return { files: files.map(toName), ...more };
  const totals = { files: files.length, additions: sum('additions'), deletions: sum('deletions') };
  return { files, totals, ...more };
};

const toName = ({ path, oldPath, status }: Diff['files'][number]) => ({
  path,
  ...(oldPath === undefined ? {} : { oldPath }),
  status,
});
