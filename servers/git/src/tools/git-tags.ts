// git_tags: the tags, newest first.
import { defineTool, text, ToolResult } from '@mcp/runtime';
import { toRevision, type Option } from '../git/argument.ts';
import { tagIcon } from '../icons.ts';
import { takeFitting } from '../output/budget.ts';
import { splitLines } from '../output/records.ts';
import type { Repositories } from '../repositories.ts';
import { READS, repoPath } from './arguments.ts';

const FORMAT =
  '%(refname:strip=2)%00%(objecttype)%00%(objectname)%00%(*objectname)%00%(creatordate:iso-strict)%00%(contents:subject)';

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
    input: {
      type: 'object',
      properties: {
        repo_path: repoPath,
        contains: { type: 'string', description: 'Only tags with this commit.' },
      },
      additionalProperties: false,
    },
    output,
    async run({ repo_path: place, contains }, ctx) {
      const repository = await repositories.open(place, ctx);
      const options: Option[] = [`--format=${FORMAT}`, '--sort=-creatordate'];
      if (contains !== undefined) options.push(`--contains=${toRevision(contains, 'contains')}`);
      const command = { name: 'for-each-ref', options, operands: [toRevision('refs/tags/', 'tags')] };
      const { text: listed } = await repository.read({ command, signal: ctx.signal });
      const all = splitLines(listed).map(toTag);
      const tags = takeFitting(all, repository.options.maxOutputBytes, toLine);
      return new ToolResult({
        content: [
          text(tags.map(toLine).join('\n') || 'No tags'),
          ...(tags.length < all.length ? [text(`[Only ${tags.length} of ${all.length} tags fit.]`)] : []),
        ],
        structured: { tags, total: all.length },
      });
    },
  });

const toTag = (record: string) => {
  const [name = '', type = '', hash = '', peeled = '', date = '', ...subject] = record.split('\0');
  return {
    name,
    hash: peeled === '' ? hash : peeled,
    annotated: type === 'tag',
    date,
    subject: subject.join('\0'),
  };
};

const toLine = ({ name, hash, subject }: ReturnType<typeof toTag>): string =>
  `${name} ${hash.slice(0, 8)} ${subject}`;
