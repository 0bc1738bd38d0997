// git_revert: takes the changes of a commit back, by a new one.
import { defineTool, destroys, type Tool } from '@mcp/runtime';
import { undoIcon } from '../icons.ts';
import type { Repositories } from '../repository/repositories.ts';
import { integrate, integrationOutput, type Integration } from '../write/integrate.ts';
import { writtenByRevert } from '../write/overwritten.ts';
import { abortOf, goOn, repoPath } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    revision: {
      type: 'string',
      description: 'Commit to revert. Required unless abort or continue is true.',
    },
    abort: abortOf('revert'),
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
    description: 'Create a commit that undoes another one.',
    icons: undoIcon,
    annotations: destroys,
    inputSchema: input,
    outputSchema: integrationOutput,
    aliases: { commit: 'revision', ref: 'revision', target: 'revision' },
    async run({ repo_path: place, ...query }, ctx) {
      using repository = await repositories.openWorkTree(place, ctx);
      return await integrate(repository, revert, query);
    },
  });
