// Directories that flags name.
import { realpathSync, statSync } from 'node:fs';
import { absolutePath, UsageError } from './flags.ts';

/**
 * Returns the real path of a directory that a flag names, or undefined without the flag.
 *
 * @throws {UsageError} if it is not a directory.
 */
export function readDirectory(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const path = absolutePath(given);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`${given} is not a directory`);
  return realpathSync(path);
}
