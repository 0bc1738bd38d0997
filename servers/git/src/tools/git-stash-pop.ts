// git_stash_pop: brings back what was put aside, and forgets it.
import { defineTool, destroys, type Tool } from '@mcp/runtime';
import { stashIcon } from '../icons.ts';
import type { Repositories } from '../repository/repositories.ts';
import { bringBack, bringBackOutput } from '../write/stash.ts';
import { repoPath, stash as stashArgument } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    stash: { ...stashArgument, default: 'stash@{0}' },
  },
  additionalProperties: false,
} as const;

export const gitStashPop = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_stash_pop',
    title: 'Pop a stash',
    description: 'Bring stashed changes back, and delete the stash unless there are conflicts.',
    icons: stashIcon,
    annotations: destroys,
    inputSchema: input,
    outputSchema: bringBackOutput,
    async run({ repo_path: place, stash }, ctx) {
      return bringBack(await repositories.openWorkTree(place, ctx), 'pop', stash);
    },
  });
