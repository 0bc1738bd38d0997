// The changes between the two ends of a range, for resources and prompts.
import { ToolError, type Context } from '@mcp/runtime';
import { toRevision } from '../repository/arguments.ts';
import type { Repository } from '../repository/repository.ts';
import { readDiff } from './diff.ts';
import type { Diff } from './patch.ts';

/**
 * Reads what a range like `main..topic` changes, never the working tree.
 *
 * @throws {ToolError} when it is no range, or one of its ends does not exist.
 */
export const readRange = (repository: Repository, range: string, ctx: Context): Promise<Diff> => {
  const operand = toRevision(range, 'range');
  if (!/\.\.+/.test(range))
    throw new ToolError(`range is ${JSON.stringify(range)}, which has no "..". Give two ends: main..topic`);
  return readDiff(repository, {}, { options: [], operands: ['--end-of-options', operand] }, ctx);
};
