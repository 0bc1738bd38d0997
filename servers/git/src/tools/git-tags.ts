// git_tags: the tags, newest first.
import { defineTool, text, ToolResult } from '@mcp/runtime';
import { tagIcon } from '../icons.ts';
import { takeFitting } from '../read/budget.ts';
import { listTags, type Tag } from '../read/tags.ts';
import type { Repositories } from '../repository/repositories.ts';
import { READS, repoPath } from './arguments.ts';

const output = {
  type: 'object',
  properties: {
    tags: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          hash: { type: 'string', description: 'What is tagged.' },
          annotated: { type: 'boolean' },
          date: { type: 'string' },
          subject: { type: 'string' },
        },
      },
    },
    total: { type: 'integer' },
  },
  required: ['tags', 'total'],
} as const;

export const gitTags = (repositories: Repositories) =>
  defineTool({
    name: 'git_tags',
    title: 'Tags',
    description: 'Lists tags, newest first.',
    icons: tagIcon,
    annotations: READS,
    inputSchema: {
      type: 'object',
      properties: {
        repo_path: repoPath,
        contains: { type: 'string', description: 'Only tags with this commit.' },
      },
      additionalProperties: false,
    },
    outputSchema: output,
    async run({ repo_path: place, contains }, ctx) {
      const repository = await repositories.open(place, ctx);
      const all = await listTags(repository, contains, ctx.signal);
      const tags = takeFitting(all, repository.options.maxOutputBytes, toLine);
      return new ToolResult({
        content: [
          text(tags.map(toLine).join('\n') || 'No tags'),
          ...(tags.length < all.length ? [text(`[Only ${tags.length} of ${all.length} tags fit.]`)] : []),
        ],
        structuredContent: { tags, total: all.length },
      });
    },
  });

const toLine = ({ name, hash, subject }: Tag): string => `${name} ${hash.slice(0, 8)} ${subject}`;
