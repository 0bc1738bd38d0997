// git_merge: brings a branch into the current one.
import { defineTool, destroys, type Tool } from '@mcp/runtime';
import { mergeIcon } from '../icons.ts';
import type { Repositories } from '../repository/repositories.ts';
import { integrate, integrationOutput, type Integration } from '../write/integrate.ts';
import { writtenByMerge } from '../write/overwritten.ts';
import { previewMerge } from '../write/preview.ts';
import { abortOf, dryRun, goOn, repoPath } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    revision: {
      type: 'string',
      description: 'Branch or commit to merge. Required unless abort or continue is true.',
    },
    abort: abortOf('merge'),
    continue: goOn,
    dry_run: dryRun,
  },
  additionalProperties: false,
} as const;

/** A merge: git_pull makes one too. */
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
  written: writtenByMerge,
  preview: previewMerge,
};

export const gitMerge = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_merge',
    title: 'Merge',
    description:
      'Merge into the current branch. Resolve conflicts with git_conflicts, then call with continue: true.',
    icons: mergeIcon,
    annotations: destroys,
    inputSchema: input,
    outputSchema: integrationOutput,
    aliases: {
      branch: 'revision',
      branch_name: 'revision',
      ref: 'revision',
      commit: 'revision',
      target: 'revision',
    },
    async run({ repo_path: place, ...query }, ctx) {
      using repository = await repositories.openWorkTree(place, ctx);
      return await integrate(repository, merge, query);
    },
  });
