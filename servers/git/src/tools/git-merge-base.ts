// git_merge_base: where two lines of history were one.
import { defineTool, text, ToolResult } from '@mcp/runtime';
import { toRevision } from '../repository/arguments.ts';
import { mergeIcon } from '../icons.ts';
import { splitLines } from '../read/records.ts';
import type { Repositories } from '../repository/repositories.ts';
import { READS, repoPath } from './arguments.ts';

const input = {
  type: 'object',
  properties: { repo_path: repoPath, first: { type: 'string' }, second: { type: 'string' } },
  required: ['first', 'second'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    bases: {
      type: 'array',
      items: { type: 'string' },
      description: 'Empty when there is no common history.',
    },
    ahead: { type: 'integer', description: 'Commits only in first.' },
    behind: { type: 'integer', description: 'Commits only in second.' },
  },
  required: ['bases', 'ahead', 'behind'],
} as const;

export const gitMergeBase = (repositories: Repositories) =>
  defineTool({
    name: 'git_merge_base',
    title: 'Merge base',
    description: 'Finds the best common ancestors of two commits, and how far each is from the other.',
    icons: mergeIcon,
    annotations: READS,
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: place, first, second }, ctx) {
      const repository = await repositories.open(place, ctx);
      const [left, right] = [toRevision(first, 'first'), toRevision(second, 'second')];
      const { signal } = ctx;
      // `merge-base` answers 1 when there is none.
      const [found, counted] = await Promise.all([
        repository.read({
          command: { name: 'merge-base', options: ['--all'], operands: ['--end-of-options', left, right] },
          signal,
          answers: [1],
        }),
        repository.read({
          command: {
            name: 'rev-list',
            options: ['--left-right', '--count'],
            operands: ['--end-of-options', toRevision(`${left}...${right}`, 'first'), '--'],
          },
          signal,
        }),
      ]);
      const bases = splitLines(found.text);
      const [ahead = 0, behind = 0] = counted.text.trim().split('\t').map(Number);
      return new ToolResult({
        content: [text(bases.join('\n') || 'No common history')],
        structuredContent: { bases, ahead, behind },
      });
    },
  });
