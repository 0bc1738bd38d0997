// git_branch: the branches here and of remotes.
import { defineTool, text, ToolResult } from '@mcp/runtime';
import { toRevision } from '../repository/arguments.ts';
import type { Repository } from '../repository/repository.ts';
import { branchIcon } from '../icons.ts';
import { takeFitting } from '../read/budget.ts';
import { listBranches } from '../read/branches.ts';
import type { Repositories } from '../repository/repositories.ts';
import { READS, repoPath } from './arguments.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    branch_type: { type: 'string', enum: ['local', 'remote', 'all'], default: 'local' },
    contains: { type: 'string', description: 'Only branches with this commit.' },
    not_contains: { type: 'string', description: 'Only branches without this commit.' },
    merged: { type: 'string', description: 'Only branches merged into this one.' },
    limit: { type: 'integer', minimum: 1 },
  },
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    branches: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          hash: { type: 'string' },
          current: { type: 'boolean' },
          remote: { type: 'boolean' },
          upstream: { type: 'string' },
          ahead: { type: 'integer' },
          behind: { type: 'integer' },
          date: { type: 'string' },
          subject: { type: 'string' },
        },
      },
    },
    total: { type: 'integer' },
  },
  required: ['branches', 'total'],
} as const;

export const gitBranch = (repositories: Repositories) =>
  defineTool({
    name: 'git_branch',
    title: 'Branches',
    description: 'Lists branches.',
    icons: branchIcon,
    annotations: READS,
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: place, branch_type: type, limit = Infinity, ...filters }, ctx) {
      const repository = await repositories.open(place, ctx);
      const refs = await listBranches(repository, { type, ...filters }, ctx.signal);
      const shown = takeFitting(refs.slice(0, limit), repository.options.maxOutputBytes, ({ line }) => line);
      const detached = type === 'remote' ? [] : await detachedLine(repository, ctx.signal);
      const lines = [...detached, ...shown.map(({ line }) => line)];
      const isCut = shown.length < refs.length;
      return new ToolResult({
        content: [
          text(lines.join('\n')),
          ...(isCut
            ? [
                text(
                  `[Only ${shown.length} of ${refs.length} branches are shown. Narrow with contains or merged.]`,
                ),
              ]
            : []),
        ],
        structuredContent: {
          branches: shown.map(({ line: _line, ...branch }) => branch),
          total: refs.length,
        },
      });
    },
  });

const detachedLine = async (repository: Repository, signal: AbortSignal): Promise<string[]> => {
  if (repository.head().commit === undefined) return [];
  const command = {
    name: 'rev-parse',
    options: ['--short', '--verify'],
    operands: [toRevision('HEAD', 'HEAD')],
  } as const;
  const { text: short } = await repository.read({ command, signal });
  return [`* (HEAD detached at ${short.trim()})`];
};
