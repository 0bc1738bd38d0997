// What can be lost where a file is replaced: the user is asked only when there is one (feature: elicitation).
import type { Context } from '@mcp/runtime';
import type { Confirm } from '@mcp/runtime/cli';
import type { FileAccess } from './files/file-access.ts';
import { FileError } from './failure.ts';

/** What is to be replaced, and how to say so. */
export interface Replacement {
  readonly files: FileAccess;
  readonly path: string;
  /** Like `Replace a.txt`. */
  readonly act: string;
}

/**
 * Whether a path may be replaced. False when there is nothing, and the user would have to be asked if there were: then
 * replace nothing that comes meanwhile.
 *
 * @throws {ToolError} when the user refuses, or cannot be asked.
 */
export const askToReplace = async (
  confirm: Confirm,
  ctx: Context,
  { files, path, act }: Replacement,
): Promise<boolean> => {
  if (!confirm.isOn) return true;
  if (!(await isTaken(files, path))) return false;
  await confirm.ask(ctx, { question: `${act}?`, act });
  return true;
};

const isTaken = async (files: FileAccess, path: string): Promise<boolean> => {
  try {
    await files.find(path);
    return true;
  } catch (error) {
    if (error instanceof FileError && error.code === 'not_found') return false;
    throw error;
  }
};
