// git_merge: brings a branch into the current one.
import { defineTool } from '@mcp/runtime';
import { mergeIcon } from '../icons.ts';
import {
  INTEGRATES,
  integrate,
  integrationInput,
  integrationOutput,
  type Integration,
} from '../write/integrate.ts';
import { previewMerge } from '../write/preview.ts';
import type { Repositories } from '../repository/repositories.ts';

/** A merge. */
export const merge: Integration = {
  command: 'merge',
  marker: 'MERGE_HEAD',
  options: [
    '--no-edit',
    '--quiet',
    '--no-stat',
    '--no-verify-signatures',
    '--no-autostash',
    '--no-rerere-autoupdate',
  ],
  preview: previewMerge,
};

export const gitMerge = (repositories: Repositories) =>
  defineTool({
    name: 'git_merge',
    title: 'Merge',
    description: 'Merges a branch or commit into the current branch.',
    icons: mergeIcon,
    annotations: INTEGRATES,
    inputSchema: integrationInput,
    outputSchema: integrationOutput,
    async run({ repo_path: place, ...query }, ctx) {
      return integrate(await repositories.open(place, ctx), merge, query, ctx.signal);
    },
  });
