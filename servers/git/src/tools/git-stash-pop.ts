// git_stash_pop: brings back what was put aside.
import { defineTool, text, ToolError, ToolResult } from '@mcp/runtime';
import { quoted, toRevision } from '../repository/arguments.ts';
import { toFailure } from '../repository/errors.ts';
import { stashIcon } from '../icons.ts';
import { conflictsOf } from '../write/integrate.ts';
import type { Repositories } from '../repository/repositories.ts';
import { neutralised, repoPath } from './arguments.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    stash: { type: 'string', default: 'stash@{0}', description: 'The selector that git_stash_list shows.' },
  },
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    result: { type: 'string', enum: ['done', 'conflict'] },
    conflicts: { type: 'array', items: { type: 'string' } },
    neutralised,
  },
  required: ['result', 'conflicts', 'neutralised'],
} as const;

export const gitStashPop = (repositories: Repositories) =>
  defineTool({
    name: 'git_stash_pop',
    title: 'Pop a stash',
    description: 'Brings back what was put aside, and forgets the stash unless there are conflicts.',
    icons: stashIcon,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: place, stash }, ctx) {
      if (!/^stash@\{\d{1,9}\}$/.test(stash))
        throw new ToolError(
          `stash is ${quoted(stash)}; it must be like stash@{0}. Look with git_stash_list.`,
        );
      const repository = await repositories.open(place, ctx);
      void repository.topLevel;
      const { signal } = ctx;
      const conflicts = await repository.change(signal, async (run) => {
        const command = {
          name: 'stash pop',
          options: ['--quiet'],
          operands: [toRevision(stash, 'stash')],
        } as const;
        const { code, errors, text: said } = await run({ command, signal, answers: [1] });
        const found = code === 0 ? [] : await conflictsOf(run, signal);
        if (code !== 0 && found.length === 0) throw toFailure('stash pop', errors || said);
        return found;
      });
      const { neutralised: without } = await repository.trust('write', signal);
      const isDone = conflicts.length === 0;
      return new ToolResult({
        content: [
          text(
            isDone
              ? `${stash} is back`
              : `There are conflicts, and ${stash} is kept:\n${conflicts.join('\n')}`,
          ),
        ],
        structuredContent: { result: isDone ? 'done' : 'conflict', conflicts, neutralised: without },
      });
    },
  });
