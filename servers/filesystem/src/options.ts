// Options of the command line, validated.
import {
  confirmFlag,
  readMaxOutputBytes,
  UsageError,
  type CommandInput,
  type ConfirmMode,
  type Flags,
} from '@mcp/command-line';
import { namedDirectories, rootsFlag } from '@mcp/directories';
import { detectAnchoring } from '@mcp/files';
import { readDenyGlobs, warnOfOutside } from './sandbox/deny-option.ts';
import type { PolicyOptions } from './access.ts';

export interface Options {
  readonly policy: PolicyOptions;
  readonly maxOutputBytes: number;
  readonly watch: 'auto' | 'off';
  readonly confirm: ConfirmMode;
  /** In bytes; 0 disables undo. */
  readonly maxUndo: number;
}

export const flags = {
  'read-only-dir': {
    type: 'string',
    isPath: true,
    multiple: true,
    placeholder: 'directory,…',
    description: 'Also serve these directories, but never change them',
  },
  deny: {
    type: 'string',
    multiple: true,
    placeholder: 'glob,…',
    description: 'Deny access to matching files and folders: a name like .env, or a path like config/*.key',
  },
  'allow-git-writes': {
    type: 'boolean',
    description: 'Allow changes inside .git, where settings and hooks can make git run programs',
  },
  'max-undo': {
    type: 'number',
    max: 65_536,
    default: 256,
    placeholder: 'megabytes',
    description: 'Keep up to this much replaced data for undo_last_change; 0 for none',
  },
  roots: rootsFlag,
  watch: {
    type: 'string',
    values: ['auto', 'off'],
    default: 'auto',
    placeholder: 'how',
    description: 'Watch files for changes; off means no subscriptions',
  },
  confirm: confirmFlag('Ask the user before replacing, editing or deleting; refuse if the client cannot ask'),
} as const satisfies Flags;

/** The command line of this server, with the common flags that it reads. */
export type Input = CommandInput<typeof flags> & {
  readonly flags: {
    readonly 'read-only': boolean;
    readonly 'max-output-bytes': number;
    readonly install?: string | undefined;
  };
};

/** A message is one string of at most 2^29 UTF-16 units, in which a control character takes six. */
const MOST_OUTPUT_BYTES = 67_108_864;

/**
 * Reads the options. Skips directories that are missing or unreadable, with a warning.
 *
 * @throws {UsageError} if none of the directories exists or is readable, a directory to protect is missing, or a value
 *   is invalid.
 */
export const readOptions = (
  { positionals, flags: values }: Input,
  warn: (message: string) => void,
): Options => {
  const maxOutputBytes = Math.min(readMaxOutputBytes(values), MOST_OUTPUT_BYTES);
  const isEmpty = (given: string): boolean => given.trim() === '';
  // An empty path would resolve to the working directory.
  if ([...positionals, ...values['read-only-dir']].some(isEmpty))
    throw new UsageError('a directory is empty; name one, like /srv/project');
  const { directories: readOnly, problems: unprotected } = namedDirectories(values['read-only-dir']);
  // Skipping it would leave it writable if another directory contains it.
  if (unprotected.length > 0) throw new UsageError(`--read-only-dir: ${unprotected.join('; ')}`);
  const { directories: named, problems } = namedDirectories(positionals);
  if (positionals.length > 0 && named.length + readOnly.length === 0)
    throw new UsageError(`${problems.join('; ')}; name a directory that exists`);
  for (const problem of problems) warn(`${problem}, and is left out`);
  const directories = [
    ...named,
    ...readOnly.filter(({ path }) => !named.some((other) => other.path === path)),
  ];
  if (directories.length === 0 && values.roots === 'ignore')
    throw new UsageError('name at least one directory: there are no roots of a client to use instead');
  if (directories.length === 0 && values.install === undefined)
    warn('no directory is named: only clients that have roots can use files, inside these');
  warnOfOutside(values.deny, directories, warn);
  const policy = {
    directories,
    readOnlyDirectories: readOnly.map(({ path }) => path),
    deny: readDenyGlobs(values.deny),
    roots: values.roots,
    isReadOnly: values['read-only'],
    allowsGitWrites: values['allow-git-writes'],
    anchoring: detectAnchoring(),
  };
  const { watch, confirm } = values;
  const maxUndo = values['max-undo'] * 2 ** 20;
  return { policy, maxOutputBytes, watch, confirm, maxUndo };
};
