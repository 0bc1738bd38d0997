// git_merge: merges into the current branch.
import { mergeIcon } from '../icons.ts';
import type { Integration } from '../write/integrate.ts';
import { writtenByMerge } from '../write/overwritten.ts';
import { previewMerge } from '../write/preview.ts';
import { integrationTool } from './integration.ts';

/** A merge, also for git_pull. */
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

export const gitMerge = integrationTool({
  name: 'git_merge',
  title: 'Merge',
  description:
    'Merge into the current branch. Resolve conflicts with git_conflicts, then call with continue: true.',
  icons: mergeIcon,
  integration: merge,
  revision: 'Branch or commit to merge',
  verb: 'merging',
});
