// git_revert: takes the changes of a commit back, by a new one.
import { defineTool, destroys, type Tool } from '@mcp/runtime';
import { undoIcon } from '../icons.ts';
import type { Repositories } from '../repository/repositories.ts';
import { integrate, integrationOutput, type Integration } from '../write/integrate.ts';
import { writtenByRevert } from '../write/overwritten.ts';
import { abort, goOn, repoPath } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    revision: {
      type: 'string',
      description: 'The commit whose changes to take back. Needed unless abort or continue.',
    },
    abort,
    continue: goOn,
  },
  additionalProperties: false,
} as const;

const revert: Integration = {
  command: 'revert',
  marker: 'REVERT_HEAD',
  options: ['--no-edit', '--no-rerere-autoupdate'],
  written: writtenByRevert,
};

export const gitRevert = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_revert',
    title: 'Revert',
    description:
      'Take the changes of a commit back with a new commit on the current branch. Reports conflicts.',
    icons: undoIcon,
    annotations: destroys,
    inputSchema: input,
    outputSchema: integrationOutput,
    async run({ repo_path: place, ...query }, ctx) {
      return integrate(await repositories.openWorkTree(place, ctx), revert, query);
    },
  });
