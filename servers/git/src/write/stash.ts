// Brings back what was put aside: for git_stash_pop and git_stash_apply.
import { ToolError, type ToolResult } from '@mcp/runtime';
import { quoted, toRevision, type Revision } from '../repository/arguments.ts';
import { toFailure } from '../repository/errors.ts';
import type { Repository } from '../repository/repository.ts';
import { answer, neutralised, strings } from '../tools/shared.ts';
import { conflictsOf } from './changed-files.ts';

/** The result of both tools. */
export const bringBackOutput = {
  type: 'object',
  properties: { result: { type: 'string', enum: ['done', 'conflict'] }, conflicts: strings, neutralised },
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
): Promise<ToolResult> => {
  const name = `stash ${verb}`;
  const operands = [toStash(stash)];
  const conflicts = await repository.change(async (run) => {
    const { code, errors, text: printed } = await run({ name, options: ['--quiet'], operands, answers: [1] });
    const found = code === 0 ? [] : await conflictsOf(run);
    if (code !== 0 && found.length === 0) throw toFailure(name, errors || printed);
    return found;
  });
  const isDone = conflicts.length === 0;
  const kept = verb === 'apply' || !isDone ? `${stash} is kept` : `${stash} is deleted`;
  const title = isDone ? `Changes are back; ${kept}.` : `There are conflicts, and ${kept}:`;
  return answer([title, ...conflicts].join('\n'), {
    result: isDone ? 'done' : 'conflict',
    conflicts,
    neutralised: repository.neutralised(),
  });
};
