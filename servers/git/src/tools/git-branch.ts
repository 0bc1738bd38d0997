// git_branch: the branches here and of remotes.
import { defineTool, readsOnly, text, ToolResult, type Tool } from '@mcp/runtime';
import { branchIcon } from '../icons.ts';
import { takeFitting } from '../read/budget.ts';
import { listBranches } from '../read/refs.ts';
import type { Repositories } from '../repository/repositories.ts';
import type { Repository } from '../repository/repository.ts';
import { repoPath } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    branch_type: {
      type: 'string',
      enum: ['local', 'remote', 'all'],
      default: 'local',
      description: 'Branches here, branches of remotes as fetched last, or both.',
    },
    contains: { type: 'string', description: 'Only branches with this commit.' },
    not_contains: { type: 'string', description: 'Only branches without this commit.' },
    merged: { type: 'string', description: 'Only branches whose commits this one has.' },
    limit: { type: 'integer', minimum: 1, description: 'The most branches to list.' },
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
          date: { type: 'string', description: 'Of the last commit, ISO 8601.' },
          subject: { type: 'string' },
        },
      },
    },
    total: { type: 'integer', description: 'More than are listed when they do not fit.' },
  },
  required: ['branches', 'total'],
} as const;

export const gitBranch = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_branch',
    title: 'Branches',
    description: 'List branches with their last commit and upstream, as `git branch -vv` does.',
    icons: branchIcon,
    annotations: readsOnly,
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: place, branch_type: type, limit = Infinity, ...filters }, ctx) {
      const repository = await repositories.open(place, ctx);
      const all = await listBranches(repository, { type, ...filters }, ctx.signal);
      const shown = takeFitting(all.slice(0, limit), repository.options.maxOutputBytes, ({ line }) => line);
      const detached = type === 'remote' ? [] : await detachedLine(repository, ctx.signal);
      const lines = [...detached, ...shown.map(({ line }) => line)];
      const note = `[Only ${shown.length} of ${all.length} branches are shown. Narrow with contains or merged.]`;
      return new ToolResult({
        content: [
          text(lines.join('\n') || 'No branches.'),
          ...(shown.length < all.length ? [text(note)] : []),
        ],
        structuredContent: { branches: shown.map(({ branch }) => branch), total: all.length },
      });
    },
  });

const detachedLine = async (repository: Repository, signal: AbortSignal): Promise<string[]> => {
  const { commit } = repository.head();
  if (commit === undefined) return [];
  const hash = await repository.resolve('HEAD', 'HEAD', signal);
  return [`* (HEAD detached at ${hash.slice(0, 7)})`];
};
