// git_init: makes a repository, inside the allowed directories only.
import { defineTool, text, ToolResult } from '@mcp/runtime';
import { toBranchName, type Option } from '../repository/arguments.ts';
import { worktreeIcon } from '../icons.ts';
import type { Repositories } from '../repository/repositories.ts';

const input = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'An empty or new directory, or one with files.' },
    initial_branch: { type: 'string', default: 'main' },
    bare: { type: 'boolean', default: false, description: 'Without files to work on.' },
  },
  required: ['path'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: { path: { type: 'string' }, branch: { type: 'string' }, bare: { type: 'boolean' } },
  required: ['path', 'branch', 'bare'],
} as const;

export const gitInit = (repositories: Repositories) =>
  defineTool({
    name: 'git_init',
    title: 'Create a repository',
    description: 'Makes a repository in a directory inside the allowed ones that is in none yet.',
    icons: worktreeIcon,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    inputSchema: input,
    outputSchema: output,
    async run({ path, initial_branch: given, bare }, ctx) {
      const branch = toBranchName(given, 'initial_branch');
      const options: Option[] = ['--quiet', `--initial-branch=${branch}`];
      if (bare) options.push('--bare');
      const made = await repositories.create(path, options, ctx);
      return new ToolResult({
        content: [text(`Initialized ${bare ? 'bare ' : ''}git repository in ${made}`)],
        structuredContent: { path: made, branch, bare },
      });
    },
  });
