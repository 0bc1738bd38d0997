// git_clone: clones a remote into an allowed directory (features: progress, cancellation).
import { adds, openWorld, type FromSchema } from '@mcp/runtime';
import { shortName } from '../read/refs.ts';
import { HEAD, toBranchName, type Option } from '@mcp/git';
import { remoteIcon } from '../icons.ts';
import type { Define } from './frame.ts';

const input = {
  type: 'object',
  properties: {
    url: { type: 'string', description: 'https://…, ssh://…, user@host:path or an allowed path.' },
    path: {
      type: 'string',
      description: 'New directory inside the allowed ones and outside any repository.',
    },
    branch: { type: 'string', description: 'Check out this branch or tag.' },
    depth: { type: 'integer', minimum: 1, description: 'Make a shallow clone with this many commits.' },
    bare: { type: 'boolean', description: 'Create a bare repository.' },
  },
  required: ['url', 'path'],
  additionalProperties: false,
} as const;

export const gitClone: Define = (repositories) => ({
  name: 'git_clone',
  title: 'Clone',
  description: 'Clone a remote repository. Submodules are left empty.',
  icons: remoteIcon,
  annotations: openWorld(adds),
  task: 'optional',
  asksFirst: true,
  inputSchema: input,
  outputSchema: {
    type: 'object',
    properties: {
      path: { type: 'string' },
      url: { type: 'string', description: 'Without a password.' },
      branch: { type: 'string' },
      hash: { type: 'string', description: 'Absent when it has no commit.' },
      bare: { type: 'boolean' },
    },
    required: ['path', 'url'],
  },
  async run({ url, path, branch: start, depth, bare = false }: FromSchema<typeof input>, ctx) {
    const options: Option[] = [];
    if (start !== undefined) options.push(`--branch=${toBranchName(start, 'branch')}`);
    if (depth !== undefined) options.push(`--depth=${depth}`);
    if (bare) options.push('--bare');
    const git = repositories.for(ctx);
    const made = await git.clone({ url, path, options });
    await using repository = await git.open(made.path);
    const { branch } = await repository.head();
    const hash = (await repository.find(HEAD, 'HEAD')) && (await shortName(repository, HEAD));
    return { text: `Cloned ${made.url} into ${made.path}`, data: { ...made, branch, hash, bare } };
  },
});
