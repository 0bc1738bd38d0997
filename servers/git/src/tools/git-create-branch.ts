// git_create_branch: a new name for a commit. The current branch stays.
import { defineTool, text, ToolResult } from '@mcp/runtime';
import { toBranchName, toRevision } from '../repository/arguments.ts';
import { branchIcon } from '../icons.ts';
import type { Repositories } from '../repository/repositories.ts';
import { repoPath } from './arguments.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    branch_name: { type: 'string' },
    base_branch: { type: 'string', description: 'The current branch when left out.' },
  },
  required: ['branch_name'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: { name: { type: 'string' }, hash: { type: 'string' } },
  required: ['name', 'hash'],
} as const;

export const gitCreateBranch = (repositories: Repositories) =>
  defineTool({
    name: 'git_create_branch',
    title: 'Create a branch',
    description: 'Creates a new branch from an optional base branch.',
    icons: branchIcon,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: place, branch_name: given, base_branch: base }, ctx) {
      const repository = await repositories.open(place, ctx);
      const name = toBranchName(given, 'branch_name');
      const from = base === undefined || base === '' ? (repository.head().branch ?? 'HEAD') : base;
      const { signal } = ctx;
      const hash = await repository.change(signal, async (run) => {
        const operands = ['--end-of-options', name, toRevision(from, 'base_branch')] as const;
        await run({ command: { name: 'branch', options: ['--no-track', '--quiet'], operands }, signal });
        const made = toRevision(`refs/heads/${name}`, 'branch_name');
        return run({ command: { name: 'rev-parse', options: ['--verify'], operands: [made] }, signal });
      });
      return new ToolResult({
        content: [text(`Created branch '${name}' from '${from}'`)],
        structuredContent: { name, hash: hash.text.trim() },
      });
    },
  });
