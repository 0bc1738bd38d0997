// git_reset: takes files out of the index. The files themselves stay as they are.
import { defineTool, text, ToolResult } from '@mcp/runtime';
import { toTreePath, type Operand } from '../repository/arguments.ts';
import { undoIcon } from '../icons.ts';
import { splitRecords } from '../read/records.ts';
import type { Repositories } from '../repository/repositories.ts';
import { repoPath } from './arguments.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    paths: {
      type: 'array',
      items: { type: 'string' },
      maxItems: 1000,
      description: 'Only these; all when left out.',
    },
  },
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: { unstaged: { type: 'array', items: { type: 'string' } } },
  required: ['unstaged'],
} as const;

export const gitReset = (repositories: Repositories) =>
  defineTool({
    name: 'git_reset',
    title: 'Unstage',
    description: 'Unstages all staged changes, or those of some paths. Files keep their content.',
    icons: undoIcon,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: place, paths = [] }, ctx) {
      const repository = await repositories.open(place, ctx);
      const { topLevel } = repository;
      const inner = paths.map((path) => toTreePath(path, topLevel, 'paths'));
      const { signal } = ctx;
      const operands: Operand[] = ['--', ...inner];
      const before = await repository.change(signal, async (run) => {
        const listed = await run({
          command: {
            name: 'diff',
            options: [
              '--cached',
              '--name-only',
              '-z',
              '--no-renames',
              '--no-ext-diff',
              '--ignore-submodules=all',
            ],
            operands,
          },
          signal,
        });
        await run({ command: { name: 'reset', options: ['--quiet'], operands }, signal });
        return listed.text;
      });
      const unstaged = splitRecords(before);
      const content = inner.length === 0 ? 'All staged changes reset' : `Unstaged:\n${unstaged.join('\n')}`;
      return new ToolResult({ content: [text(content)], structuredContent: { unstaged } });
    },
  });
