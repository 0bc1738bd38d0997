// git_blame: who changed each line of a file last.
import { defineTool, text, ToolError, ToolResult } from '@mcp/runtime';
import { toRevision, toTreePath, type Option } from '../repository/arguments.ts';
import { toBlame, type BlameLine } from '../read/blame.ts';
import { blameIcon } from '../icons.ts';
import { takeFitting } from '../read/budget.ts';
import type { Repositories } from '../repository/repositories.ts';
import { READS, repoPath } from './arguments.ts';

const MAX_LINES = 2000;

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    path: { type: 'string' },
    revision: { type: 'string', default: 'HEAD' },
    start_line: { type: 'integer', minimum: 1, default: 1 },
    end_line: { type: 'integer', minimum: 1, description: `At most ${MAX_LINES} lines at once.` },
  },
  required: ['path'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    lines: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          line: { type: 'integer' },
          hash: { type: 'string' },
          author: { type: 'string' },
          date: { type: 'string' },
          summary: { type: 'string' },
          text: { type: 'string' },
        },
      },
    },
    nextLine: { type: 'integer', description: 'start_line of what did not fit.' },
  },
  required: ['lines'],
} as const;

export const gitBlame = (repositories: Repositories) =>
  defineTool({
    name: 'git_blame',
    title: 'Blame',
    description: 'Shows who changed each line of a file last, and in which commit.',
    icons: blameIcon,
    annotations: READS,
    inputSchema: input,
    outputSchema: output,
    async run(
      { repo_path: place, path, revision, start_line: first, end_line: last = first + MAX_LINES - 1 },
      ctx,
    ) {
      if (last < first) throw new ToolError('end_line is before start_line.');
      const repository = await repositories.open(place, ctx);
      const lines = Math.min(last, first + MAX_LINES - 1);
      const options: Option[] = [
        '--line-porcelain',
        '--no-textconv',
        // Of a list of files, a setting cannot take one away: git would show where the first does not parse.
        '--no-ignore-revs-file',
        `-L${first},${lines}`,
      ];
      const operands = [
        toRevision(revision, 'revision'),
        '--',
        toTreePath(path, repository.directory),
      ] as const;
      const { text: porcelain } = await repository.read({
        command: { name: 'blame', options, operands },
        signal: ctx.signal,
      });
      const all = toBlame(porcelain);
      const shown = takeFitting(all, repository.options.maxOutputBytes, toLine);
      const next = shown.length < all.length || lines < last ? first + shown.length : undefined;
      return new ToolResult({
        content: [
          text(shown.map(toLine).join('\n')),
          ...(next === undefined ? [] : [text(`[There is more. Go on with start_line ${next}.]`)]),
        ],
        structuredContent: { lines: shown, ...(next === undefined ? {} : { nextLine: next }) },
      });
    },
  });

const toLine = ({ hash, author, date, line, text: content }: BlameLine): string =>
  `${hash.slice(0, 8)} (${author} ${date.slice(0, 10)} ${line}) ${content}`;
