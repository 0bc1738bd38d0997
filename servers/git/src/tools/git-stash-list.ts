// git_stash_list: what was put aside.
import { defineTool, readsOnly, type Tool } from '@mcp/runtime';
import { stashIcon } from '../icons.ts';
import { takeFitting } from '../read/budget.ts';
import { readReflog, type ReflogEntry } from '../read/reflog.ts';
import { toRevision } from '../repository/arguments.ts';
import type { Repositories } from '../repository/repositories.ts';
import { answer, repoPath } from './shared.ts';

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
      const all = await readReflog(repository, toRevision('refs/stash', 'stash'), ['--ignore-missing']);
      const stashes = takeFitting(all, repository.options.maxOutputBytes, toLine);
      return answer(
        stashes.map(toLine).join('\n') || 'No stashes.',
        { stashes, total: all.length },
        stashes.length < all.length ? [`[Only ${stashes.length} of ${all.length} are shown.]`] : [],
      );
    },
  });

const toLine = ({ selector, message }: ReflogEntry): string => `${selector}: ${message}`;
