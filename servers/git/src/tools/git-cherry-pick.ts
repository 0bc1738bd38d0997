// git_cherry_pick: makes the changes of a commit again.
import { defineTool, destroys, type Tool } from '@mcp/runtime';
import { commitIcon } from '../icons.ts';
import type { Repositories } from '../repository/repositories.ts';
import { integrate, integrationOutput, type Integration } from '../write/integrate.ts';
import { writtenByPick } from '../write/overwritten.ts';
import { previewPick } from '../write/preview.ts';
import { abortOf, dryRun, goOn, repoPath } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    revision: {
      type: 'string',
      description: 'The commit whose changes to apply. Needed unless abort or continue.',
    },
    abort: abortOf('cherry-pick'),
    continue: goOn,
    dry_run: dryRun,
  },
  additionalProperties: false,
} as const;

const cherryPick: Integration = {
  command: 'cherry-pick',
  marker: 'CHERRY_PICK_HEAD',
  options: ['--no-rerere-autoupdate'],
  written: writtenByPick,
  preview: previewPick,
};

export const gitCherryPick = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_cherry_pick',
    title: 'Cherry-pick',
    description: 'Apply the changes of a commit as a new commit on the current branch. Reports conflicts.',
    icons: commitIcon,
    annotations: destroys,
    inputSchema: input,
    outputSchema: integrationOutput,
    aliases: { commit: 'revision', ref: 'revision' },
    async run({ repo_path: place, ...query }, ctx) {
      using repository = await repositories.openWorkTree(place, ctx);
      return await integrate(repository, cherryPick, query);
    },
  });
