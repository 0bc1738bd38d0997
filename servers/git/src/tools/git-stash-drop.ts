// git_stash_drop: deletes a stash, without bringing its changes back.
import { defineTool, destroys, type Tool } from '@mcp/runtime';
import { stashIcon } from '../icons.ts';
import type { Repositories } from '../repository/repositories.ts';
import { answer, repoPath, stash as stashArgument, toStash } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    stash: stashArgument,
  },
  required: ['stash'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    hash: { type: 'string', description: 'Of what was deleted: git_show still shows it for a while.' },
  },
  required: ['hash'],
} as const;

export const gitStashDrop = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_stash_drop',
    title: 'Delete a stash',
    description: 'Delete a stash. Its changes are lost.',
    icons: stashIcon,
    annotations: destroys,
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: place, stash }, ctx) {
      const selector = toStash(stash);
      const repository = await repositories.open(place, ctx);
      const hash = await repository.change(async (run) => {
        const dropped = await repository.resolve(selector, 'stash');
        await run({ name: 'stash drop', options: ['--quiet'], operands: [selector] });
        return dropped;
      });
      return answer(`Deleted ${selector} (${hash})`, { hash });
    },
  });
