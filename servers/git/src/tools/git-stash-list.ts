// git_stash_list: what was put aside.
import { defineTool, readsOnly, stripInvisible, text, ToolResult, type Tool } from '@mcp/runtime';
import { stashIcon } from '../icons.ts';
import { takeFitting } from '../read/budget.ts';
import { splitRecords } from '../read/records.ts';
import { toRevision } from '../repository/arguments.ts';
import { toText } from '../repository/names.ts';
import type { Repositories } from '../repository/repositories.ts';
import { repoPath } from './shared.ts';

const output = {
  type: 'object',
  properties: {
    stashes: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          selector: { type: 'string', description: 'What the other stash tools take.' },
          hash: { type: 'string' },
          date: { type: 'string', description: 'ISO 8601.' },
          message: { type: 'string' },
        },
      },
    },
    total: { type: 'integer', description: 'More than are listed when they do not fit.' },
  },
  required: ['stashes', 'total'],
} as const;

export const gitStashList = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_stash_list',
    title: 'Stashes',
    description: 'List stashed changes, newest first. git_show shows one by its hash.',
    icons: stashIcon,
    annotations: readsOnly,
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
      const all = toStashes(splitRecords(listed));
      const stashes = takeFitting(all, repository.options.maxOutputBytes, toLine);
      return new ToolResult({
        content: [
          text(stashes.map(toLine).join('\n') || 'No stashes.'),
          ...(stashes.length < all.length
            ? [text(`[Only ${stashes.length} of ${all.length} are shown.]`)]
            : []),
        ],
        structuredContent: { stashes, total: all.length },
      });
    },
  });

const toStashes = (fields: readonly string[]) =>
  Array.from({ length: Math.floor(fields.length / 4) }, (_, index) => {
    const [selector = '', hash = '', date = '', message = ''] = fields.slice(index * 4, index * 4 + 4);
    return { selector, hash, date, message: stripInvisible(toText(message)) };
  });

const toLine = ({ selector, message }: { readonly selector: string; readonly message: string }): string =>
  `${selector}: ${message}`;
