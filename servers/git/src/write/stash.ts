// Brings back what was put aside: for git_stash_pop and git_stash_apply.
import { text, ToolError, ToolResult } from '@mcp/runtime';
import { quoted, toRevision, type Revision } from '../repository/arguments.ts';
import { toFailure } from '../repository/errors.ts';
import type { Repository } from '../repository/repository.ts';
import { neutralised } from '../tools/shared.ts';
import { conflictsOf } from './integrate.ts';

/** The result of both tools. */
export const bringBackOutput = {
  type: 'object',
  properties: {
    result: { type: 'string', enum: ['done', 'conflict'] },
    conflicts: { type: 'array', items: { type: 'string' } },
    neutralised,
  },
  required: ['result', 'conflicts', 'neutralised'],
} as const;

/**
 * The selector of a stash.
 *
 * @throws {ToolError} when it is not one.
 */
export const toStash = (given: string): Revision => {
  if (!/^stash@\{\d{1,9}\}$/.test(given))
    throw new ToolError(`stash is ${quoted(given)}; it must be like stash@{0}. Look with git_stash_list.`);
  return toRevision(given, 'stash');
};

/**
 * Runs `git stash pop` or `git stash apply`. Conflicts are an answer.
 *
 * @throws {ToolError} when there is no such stash, or git refuses.
 */
export const bringBack = async (
  repository: Repository,
  verb: 'pop' | 'apply',
  stash: string,
  signal: AbortSignal,
): Promise<ToolResult> => {
  const selector = toStash(stash);
  repository.requireWorkTree();
  const command = { name: `stash ${verb}`, options: ['--quiet'], operands: [selector] } as const;
  const conflicts = await repository.change(signal, async (run) => {
    const { code, errors, text: printed } = await run({ command, signal, answers: [1] });
    const found = code === 0 ? [] : await conflictsOf(run, signal);
    if (code !== 0 && found.length === 0) throw toFailure(command.name, errors || printed);
    return found;
  });
  const isDone = conflicts.length === 0;
  const kept = verb === 'apply' || !isDone ? `${stash} is kept` : `${stash} is deleted`;
  const title = isDone ? `Changes are back; ${kept}.` : `There are conflicts, and ${kept}:`;
  return new ToolResult({
    content: [text([title, ...conflicts].join('\n'))],
    structuredContent: {
      result: isDone ? 'done' : 'conflict',
      conflicts,
      neutralised: (await repository.trust('write', signal)).neutralised,
    },
  });
};
