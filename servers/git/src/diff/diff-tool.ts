// What the three tools for diffs share: the arguments, the run, and the result.
import { text, ToolResult, type Context } from '@mcp/runtime';
import { toTreePath, type Operand, type Option, type TreePath } from '../git/argument.ts';
import type { Repository } from '../git/repository.ts';
import { submoduleOption } from '../git/submodules.ts';
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
  patch: { type: 'boolean', default: true, description: 'False: only the list.' },
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
    additions: { type: 'integer' },
    deletions: { type: 'integer' },
    nextCursor: { type: 'string' },
  },
  required: ['files', 'additions', 'deletions'],
} as const;

/** What a call asked for. */
export interface DiffQuery {
  readonly title: string;
  readonly context_lines: number;
  readonly paths?: readonly string[];
  readonly patch: boolean;
  readonly cursor?: string;
}

/** The sides of a diff. */
interface Sides {
  readonly options: readonly Option[];
  readonly operands: readonly Operand[];
}

/** Runs `git diff` between what the operands say, for the result of a tool. */
export const runDiff = async (
  repository: Repository,
  query: DiffQuery,
  sides: Sides,
  ctx: Context,
): Promise<ToolResult> => {
  const diff = await readDiff(repository, query, sides, ctx);
  const body = query.patch ? diff.patch.replace(/\n$/, '') : toList(diff);
  return new ToolResult({
    content: [text(`${query.title}\n${body}`), ...pageNote(diff)],
    structured: toStructuredDiff(diff),
  });
};

/** Runs `git diff` between what the operands say. */
export const readDiff = async (
  repository: Repository,
  query: DiffQuery,
  { options, operands }: Sides,
  ctx: Context,
): Promise<Diff> => {
  const paths = (query.paths ?? []).map((path): TreePath => toTreePath(path, repository.directory, 'paths'));
  const fixed = [...formOptions, await submoduleOption(repository, ctx.signal), ...options];
  const run = async (form: readonly Option[], reader: PatchReader): Promise<PatchReader> => {
    const command = {
      name: 'diff',
      options: [...fixed, ...form],
      operands: [...operands, '--' as const, ...paths],
    };
    await repository.stream({ command, signal: ctx.signal }, (chunk) => reader.add(chunk));
    return reader;
  };
  const start = (): PatchReader =>
    new PatchReader(query.patch ? repository.options.maxOutputBytes : 0, query.cursor);
  const patch = query.patch ? patchOptions(query.context_lines) : [];
  let reader = await run([...listOptions, ...patch], start());
  if (reader.hasConflicts) {
    reader = await run(listOptions, start());
    reader.startPatch();
    await run(patch, reader);
  }
  if (reader.isPart || !query.patch) {
    reader.startCounts();
    await run(countOptions, reader);
  }
  return reader.end();
};

const toList = ({ files }: Diff): string =>
  files.map(({ path, additions, deletions }) => `${additions}\t${deletions}\t${path}`).join('\n');

/** How to go on, in a block of its own. */
export const pageNote = ({ files, nextCursor }: Diff) =>
  nextCursor === undefined
    ? []
    : [text(`[There is more: ${files.length} files changed in all. Go on with cursor "${nextCursor}".]`)];

/** The members of the structured result. */
export const toStructuredDiff = ({ files, nextCursor }: Diff) => ({
  files,
  additions: files.reduce((sum, file) => sum + file.additions, 0),
  deletions: files.reduce((sum, file) => sum + file.deletions, 0),
  ...(nextCursor === undefined ? {} : { nextCursor }),
});
