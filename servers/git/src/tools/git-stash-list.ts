// git_stash_list: what was put aside.
import { defineTool, text, ToolResult } from '@mcp/runtime';
import { toRevision } from '../repository/arguments.ts';
import { stashIcon } from '../icons.ts';
import { takeFitting } from '../read/budget.ts';
import { splitRecords } from '../read/records.ts';
import type { Repositories } from '../repository/repositories.ts';
import { READS, repoPath } from './arguments.ts';

const output = {
  type: 'object',
  properties: {
    stashes: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          selector: { type: 'string' },
          hash: { type: 'string' },
          date: { type: 'string' },
          message: { type: 'string' },
        },
      },
    },
  },
  required: ['stashes'],
} as const;

export const gitStashList = (repositories: Repositories) =>
  defineTool({
    name: 'git_stash_list',
    title: 'Stashes',
    description: 'Lists stashed changes, newest first. git_show shows one, by its hash.',
    icons: stashIcon,
    annotations: READS,
    inputSchema: { type: 'object', properties: { repo_path: repoPath }, additionalProperties: false },
    outputSchema: output,
    async run({ repo_path: place }, ctx) {
      const repository = await repositories.open(place, ctx);
      const command = {
        name: 'log',
        options: ['--walk-reflogs', '-z', '--ignore-missing', '--format=%gd%x00%H%x00%cI%x00%gs'],
        operands: ['--end-of-options', toRevision('refs/stash', 'stash'), '--'],
      } as const;
      const { text: listed } = await repository.read({ command, signal: ctx.signal });
      const fields = splitRecords(listed);
      const all = Array.from({ length: Math.floor(fields.length / 4) }, (_, index) => {
        const [selector = '', hash = '', date = '', message = ''] = fields.slice(index * 4, index * 4 + 4);
        return { selector, hash, date, message };
      });
      const stashes = takeFitting(all, repository.options.maxOutputBytes, toLine);
      return new ToolResult({
        content: [text(stashes.map(toLine).join('\n') || 'No stashes')],
        structuredContent: { stashes },
      });
    },
  });

const toLine = ({ selector, message }: { readonly selector: string; readonly message: string }): string =>
  `${selector}: ${message}`;
