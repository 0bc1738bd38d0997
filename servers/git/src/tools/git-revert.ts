// git_revert: undoes a commit by a new one.
import { defineTool } from '@mcp/runtime';
import { undoIcon } from '../icons.ts';
import {
  INTEGRATES,
  integrate,
  integrationInput,
  integrationOutput,
  type Integration,
} from '../write/integrate.ts';
import { previewRevert } from '../write/preview.ts';
import type { Repositories } from '../repository/repositories.ts';

const integration: Integration = {
  command: 'revert',
  marker: 'REVERT_HEAD',
  options: ['--no-edit', '--no-rerere-autoupdate'],
  preview: previewRevert,
};

export const gitRevert = (repositories: Repositories) =>
  defineTool({
    name: 'git_revert',
    title: 'Revert',
    description: 'Undoes the changes of a commit by a new commit.',
    icons: undoIcon,
    annotations: INTEGRATES,
    inputSchema: integrationInput,
    outputSchema: integrationOutput,
    async run({ repo_path: place, ...query }, ctx) {
      return integrate(await repositories.open(place, ctx), integration, query, ctx.signal);
    },
  });
