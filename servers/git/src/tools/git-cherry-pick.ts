// git_cherry_pick: makes the changes of a commit again.
import { defineTool } from '@mcp/runtime';
import { commitIcon } from '../icons.ts';
import {
  INTEGRATES,
  integrate,
  integrationInput,
  integrationOutput,
  type Integration,
} from '../write/integrate.ts';
import { previewPick } from '../write/preview.ts';
import type { Repositories } from '../repository/repositories.ts';

const integration: Integration = {
  command: 'cherry-pick',
  marker: 'CHERRY_PICK_HEAD',
  options: ['--no-rerere-autoupdate'],
  preview: previewPick,
};

export const gitCherryPick = (repositories: Repositories) =>
  defineTool({
    name: 'git_cherry_pick',
    title: 'Cherry-pick',
    description: 'Makes the changes of a commit again, on the current branch.',
    icons: commitIcon,
    annotations: INTEGRATES,
    inputSchema: integrationInput,
    outputSchema: integrationOutput,
    async run({ repo_path: place, ...query }, ctx) {
      return integrate(await repositories.open(place, ctx), integration, query, ctx.signal);
    },
  });
