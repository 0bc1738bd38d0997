// git_tags: the tags, newest first.
import { defineTool, readsOnly, type Tool } from '@mcp/runtime';
import { tagIcon } from '../icons.ts';
import { takeFitting } from '../read/budget.ts';
import { listTags, tagSchema, type Tag } from '../read/refs.ts';
import type { Repositories } from '../repository/repositories.ts';
import { answer, repoPath } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    contains: { type: 'string', description: 'Only tags with this commit.' },
  },
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    tags: { type: 'array', items: tagSchema },
    total: { type: 'integer', description: 'More than are listed when they do not fit.' },
  },
  required: ['tags', 'total'],
} as const;

export const gitTags = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_tags',
    title: 'Tags',
    description: 'List tags with what they name, newest first.',
    icons: tagIcon,
    annotations: readsOnly,
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: place, contains }, ctx) {
      const repository = await repositories.open(place, ctx);
      const all = await listTags(repository, contains);
      const tags = takeFitting(all, repository.options.maxOutputBytes, toLine);
      const note = `[Only ${tags.length} of ${all.length} tags are shown. Narrow with contains.]`;
      return answer(
        tags.map(toLine).join('\n') || 'No tags.',
        { tags, total: all.length },
        tags.length < all.length ? [note] : [],
      );
    },
  });

const toLine = ({ name, hash, subject }: Tag): string => `${name} ${hash.slice(0, 8)} ${subject}`;
