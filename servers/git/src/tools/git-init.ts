// git_init: makes a repository, inside the allowed directories only.
import { adds, defineTool, text, type Tool, ToolResult } from '@mcp/runtime';
import { toBranchName, type Option } from '../repository/arguments.ts';
import { worktreeIcon } from '../icons.ts';
import type { Repositories } from '../repository/repositories.ts';

const input = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'A new directory inside the allowed ones, or one that is there.' },
    initial_branch: { type: 'string', default: 'main', description: 'The name of its first branch.' },
    bare: { type: 'boolean', default: false, description: 'Make a repository without files to work on.' },
  },
  required: ['path'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: { path: { type: 'string' }, branch: { type: 'string' }, bare: { type: 'boolean' } },
  required: ['path', 'branch', 'bare'],
} as const;

export const gitInit = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_init',
    title: 'Create a repository',
    description: 'Create a repository in a directory inside the allowed ones that is in no repository yet.',
    icons: worktreeIcon,
    annotations: adds,
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
