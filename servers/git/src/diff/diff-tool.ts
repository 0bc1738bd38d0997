// What the three tools for diffs share: the arguments, the run, and the result.
import { text, ToolResult, type Context } from '@mcp/runtime';
import { toTreePath, type Operand, type Option, type TreePath } from '../git/argument.ts';
import type { Repository } from '../git/repository.ts';
import { submoduleOption } from '../git/submodules.ts';
import { diffOptions, PatchReader, type Diff } from './patch.ts';
import { repoPath } from '../tools/arguments.ts';

/** Arguments of every diff. */
export const diffArguments = {
  repo_path: repoPath,
  context_lines: { type: 'integer', minimum: 0, maximum: 10_000, default: 3 },
  paths: {
    type: 'array',
    items: { type: 'string' },
    maxItems: 1000,
    description: 'Only these files or folders.',
  },
  patch: { type: 'boolean', default: true, description: 'False: only the list of files.' },
  cursor: { type: 'string', description: 'nextCursor of the page before.' },
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
          patch: { type: 'string', description: 'Absent when it is on another page.' },
        },
        required: ['path', 'status', 'additions', 'deletions', 'binary'],
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

/** Runs `git diff` between what the operands say. */
export const runDiff = async (
  repository: Repository,
  query: DiffQuery,
  { options, operands }: { readonly options: readonly Option[]; readonly operands: readonly Operand[] },
  ctx: Context,
): Promise<ToolResult> => {
  const paths = (query.paths ?? []).map((path): TreePath => toTreePath(path, repository.directory, 'paths'));
  const reader = new PatchReader(query.patch ? repository.options.maxOutputBytes : 0, query.cursor);
  const form = query.patch
    ? diffOptions(query.context_lines)
    : diffOptions(query.context_lines).filter((option) => option !== '--patch');
  const command = {
    name: 'diff',
    options: [...form, await submoduleOption(repository, ctx.signal), ...options],
    operands: [...operands, '--' as const, ...paths],
  };
  await repository.stream({ command, signal: ctx.signal }, (chunk) => reader.add(chunk));
  const diff = reader.end();
  const body = query.patch ? diff.patch.replace(/\n$/, '') : toList(diff);
  return new ToolResult({
    content: [text(`${query.title}\n${body}`), ...pageNote(diff)],
    structured: toStructuredDiff(diff),
  });
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
