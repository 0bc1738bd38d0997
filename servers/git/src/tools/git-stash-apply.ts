// git_stash_apply: brings back what was put aside, and keeps the stash.
import { adds, defineTool, type Tool } from '@mcp/runtime';
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

export const gitStashApply = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_stash_apply',
    title: 'Apply a stash',
    description: 'Bring stashed changes back, and keep the stash.',
    icons: stashIcon,
    annotations: adds,
    inputSchema: input,
    outputSchema: bringBackOutput,
    async run({ repo_path: place, stash }, ctx) {
      return bringBack(await repositories.openWorkTree(place, ctx), 'apply', stash);
    },
  });
