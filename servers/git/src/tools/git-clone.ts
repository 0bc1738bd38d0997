// git_clone: makes a repository from a remote, in an allowed directory (features: progress, cancellation).
import { adds, defineTool, openWorld, type Tool } from '@mcp/runtime';
import { HEAD, toBranchName, type Option } from '../repository/arguments.ts';
import { remoteIcon } from '../icons.ts';
import type { Repositories } from '../repository/repositories.ts';
import { answer } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    url: { type: 'string', description: 'https://…, ssh://…, user@host:path or an allowed path.' },
    path: { type: 'string', description: 'A new directory inside the allowed ones, in no repository.' },
    branch: { type: 'string', description: 'Check out this branch or tag.' },
    depth: { type: 'integer', minimum: 1, description: 'Make a shallow clone with this many commits.' },
    bare: { type: 'boolean', description: 'Create a bare repository.' },
  },
  required: ['url', 'path'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    url: { type: 'string', description: 'Without a password.' },
    branch: { type: 'string' },
    hash: { type: 'string', description: 'Absent when it has no commit.' },
    bare: { type: 'boolean' },
  },
  required: ['path', 'url', 'bare'],
} as const;

export const gitClone = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_clone',
    title: 'Clone',
    description: 'Clone a remote repository. Submodules are left empty.',
    icons: remoteIcon,
    annotations: openWorld(adds),
    task: 'optional',
    asksFirst: true,
    inputSchema: input,
    outputSchema: output,
    async run({ url, path, branch: start, depth, bare = false }, ctx) {
      const options: Option[] = [];
      if (start !== undefined) options.push(`--branch=${toBranchName(start, 'branch')}`);
      if (depth !== undefined) options.push(`--depth=${depth}`);
      if (bare) options.push('--bare');
      const { clone } = await import('../remote/clone.ts');
      const made = await clone(repositories, { url, path, options }, ctx);
      await using repository = await repositories.open(made.path, ctx);
      const { branch } = await repository.head();
      const hash = await repository.find(HEAD, 'HEAD');
      return answer(`Cloned ${made.url} into ${made.path}`, { ...made, branch, hash, bare });
    },
  });
