// Files that flags name.
import { readFileSync } from 'node:fs';
import { UsageError } from '@mcp/command-line';

/** Reads a text file for a flag like `--ca-file`. @throws {UsageError} if it cannot be read. */
export const readFlagFile = (flag: string, path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new UsageError(`${flag} ${path} cannot be read`);
  }
};
