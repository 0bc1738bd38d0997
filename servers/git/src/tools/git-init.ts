// git_init: creates a repository inside the allowed directories.
import { adds, type FromSchema } from '@mcp/runtime';
import { worktreeIcon } from '../icons.ts';
import { toBranchName } from '@mcp/git';
import type { Define } from './frame.ts';

const input = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'Directory of the repository; created if missing.' },
    initial_branch: { type: 'string', default: 'main', description: 'Name of its first branch.' },
    bare: { type: 'boolean', description: 'Create a bare repository.' },
  },
  required: ['path'],
  additionalProperties: false,
} as const;

export const gitInit: Define = (repositories) => ({
  name: 'git_init',
  title: 'Create a repository',
  description: 'Initialize a repository in an allowed directory that is not inside another repository.',
  icons: worktreeIcon,
  annotations: adds,
  inputSchema: input,
  outputSchema: {
    type: 'object',
    properties: { path: { type: 'string' }, branch: { type: 'string' }, bare: { type: 'boolean' } },
    required: ['path', 'branch'],
  },
  async run({ path: given, initial_branch: name, bare = false }: FromSchema<typeof input>, ctx) {
    const branch = toBranchName(name, 'initial_branch');
    const path = await repositories.for(ctx).init(given, { branch, bare });
    const title = `Initialized ${bare ? 'bare ' : ''}git repository in ${path}`;
    return { text: title, data: { path, branch, bare } };
  },
});
