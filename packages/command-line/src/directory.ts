// A flag that names a directory for files.
import { realpathSync, statSync } from 'node:fs';
import { absolutePath, UsageError } from './flags.ts';

/**
 * The real path of a directory that a flag names; undefined when the flag is not given.
 *
 * @throws {UsageError} when it is not a directory.
 */
export function readDirectory(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const path = absolutePath(given);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`${given} is not a directory`);
  return realpathSync(path);
}
