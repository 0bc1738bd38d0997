// git_stash_drop: deletes a stash, without bringing its changes back.
import { defineTool, destroys, text, ToolResult, type Tool } from '@mcp/runtime';
import { stashIcon } from '../icons.ts';
import type { Repositories } from '../repository/repositories.ts';
import { toStash } from '../write/stash.ts';
import { repoPath } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    stash: { type: 'string', description: 'The selector that git_stash_list shows, like stash@{0}.' },
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
      const { signal } = ctx;
      const selector = toStash(stash);
      const repository = await repositories.open(place, ctx);
      const hash = await repository.change(signal, async (run) => {
        const dropped = await repository.resolve(selector, 'stash', signal);
        const command = { name: 'stash drop', options: ['--quiet'], operands: [selector] } as const;
        await run({ command, signal });
        return dropped;
      });
      return new ToolResult({
        content: [text(`Deleted ${selector} (${hash})`)],
        structuredContent: { hash },
      });
    },
  });
