// git_reflog: where a branch or HEAD was before.
import { defineTool, readsOnly, stripInvisible, text, type Tool, ToolResult } from '@mcp/runtime';
import { toRevision } from '../repository/arguments.ts';
import { logIcon } from '../icons.ts';
import { takeFitting } from '../read/budget.ts';
import { splitRecords } from '../read/records.ts';
import { toText } from '../repository/names.ts';
import type { Repositories } from '../repository/repositories.ts';
import { repoPath } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    ref: { type: 'string', default: 'HEAD', description: 'A branch, or HEAD.' },
    max_count: {
      type: 'integer',
      minimum: 1,
      maximum: 10_000,
      default: 30,
      description: 'The most entries of one page.',
    },
    skip: { type: 'integer', minimum: 0, default: 0, description: 'How many entries to leave out first.' },
  },
  additionalProperties: false,
} as const;

const entry = {
  type: 'object',
  properties: { selector: { type: 'string' }, hash: { type: 'string' }, message: { type: 'string' } },
  required: ['selector', 'hash', 'message'],
} as const;

const output = {
  type: 'object',
  properties: { entries: { type: 'array', items: entry } },
  required: ['entries'],
} as const;

export const gitReflog = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_reflog',
    title: 'Reflog',
    description: 'Show where HEAD or a branch was before, newest first, as `git reflog` does.',
    icons: logIcon,
    annotations: readsOnly,
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: place, ref, max_count: count, skip }, ctx) {
      const repository = await repositories.open(place, ctx);
      const command = {
        name: 'log',
        options: [
          '--walk-reflogs',
          '-z',
          '--format=%gd%x00%H%x00%gs',
          `--max-count=${count}`,
          `--skip=${skip}`,
        ],
        operands: ['--end-of-options', toRevision(ref, 'ref'), '--'],
      } as const;
      const { text: listed } = await repository.read({ command, signal: ctx.signal });
      const all = toEntries(splitRecords(listed));
      const entries = takeFitting(all, repository.options.maxOutputBytes, toLine);
      const isCut = entries.length < all.length;
      return new ToolResult({
        content: [
          text(entries.map(toLine).join('\n') || 'No entries.'),
          ...(isCut ? [text(`[Only ${entries.length} fit. Go on with skip ${skip + entries.length}.]`)] : []),
        ],
        structuredContent: { entries },
      });
    },
  });

interface Entry {
  readonly selector: string;
  readonly hash: string;
  readonly message: string;
}

const toEntries = (fields: readonly string[]): Entry[] =>
  Array.from({ length: Math.floor(fields.length / 3) }, (_, index) => {
    const [selector = '', hash = '', message = ''] = fields.slice(index * 3, index * 3 + 3);
    return { selector, hash, message: stripInvisible(toText(message)) };
  });

const toLine = ({ selector, hash, message }: Entry): string => `${hash.slice(0, 8)} ${selector}: ${message}`;
