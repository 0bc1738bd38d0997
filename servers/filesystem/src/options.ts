// What the command line can set, checked and complete.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError, type CommandInput, type Flags } from '@mcp/runtime/cli';
import { pinDirectory, type AllowedDirectory } from './allowed-directory.ts';
import { errorCode } from './failure.ts';
import type { FollowSymlinks } from './path-walk.ts';
import type { RootsMode } from './roots.ts';
import { expandHome } from './sandbox.ts';

/** The settings of the server. */
export interface Options {
  /** The directories of the command line that exist. */
  readonly directories: readonly AllowedDirectory[];
  readonly roots: RootsMode;
  readonly followSymlinks: FollowSymlinks;
  /** Bounds the text of one tool result. */
  readonly maxOutputBytes: number;
}

export const flags = {
  roots: {
    type: 'string',
    values: ['intersect', 'ignore'],
    default: 'intersect',
    placeholder: 'mode',
    description: 'What the roots of a client do: narrow the directories given here, or nothing',
  },
  'follow-symlinks': {
    type: 'string',
    values: ['inside', 'never'],
    default: 'inside',
    placeholder: 'which',
    description: 'Follow symbolic links that stay inside the allowed directories, or none',
  },
  'max-output-bytes': {
    type: 'number',
    default: 100_000,
    placeholder: 'bytes',
    description: 'The longest text that a tool returns; what does not fit can be read in parts',
  },
} as const satisfies Flags;

const LEAST_OUTPUT_BYTES = 1000;

/**
 * Reads the options. A directory that cannot be used is left out with a warning.
 *
 * @throws {UsageError} when none of the directories can be used, or a value makes no sense.
 */
export const readOptions = (
  { positionals, flags: values }: CommandInput<typeof flags>,
  warn: (message: string) => void,
): Options => {
  const maxOutputBytes = values['max-output-bytes'];
  if (!Number.isSafeInteger(maxOutputBytes) || maxOutputBytes < LEAST_OUTPUT_BYTES)
    throw new UsageError(`--max-output-bytes must be a whole number of at least ${LEAST_OUTPUT_BYTES}`);
  const directories = positionals.flatMap((given) => readDirectory(given, warn));
  if (positionals.length > 0 && directories.length === 0)
    throw new UsageError('none of the directories can be used; name at least one that exists');
  return { directories, roots: values.roots, followSymlinks: values['follow-symlinks'], maxOutputBytes };
};

const readDirectory = (given: string, warn: (message: string) => void): AllowedDirectory[] => {
  try {
    const directory = pinDirectory(resolve(expandHome(given)), 'cli');
    if (statSync(directory.path).isDirectory()) return [directory];
    warn(`${given} is not a directory and is left out`);
  } catch (error) {
    const reason = errorCode(error) === 'ENOENT' ? 'it does not exist' : String(error);
    warn(`${given} is left out: ${reason}`);
  }
  return [];
};
