// Writes files: checks what is there, then replaces it, makes it, or adds to it.
import { accessSync, constants, type BigIntStats } from 'node:fs';
import { FileError } from '../failure.ts';
import { splitLast, type Scope } from '../sandbox/scope.ts';
import { resolveTarget, type Target } from '../sandbox/target.ts';
import type { Change } from '../undo/change.ts';
import { append } from './append.ts';
import type { Content } from './bytes.ts';
import { makeDirectory } from './make-directory.ts';
import { inTurn } from './queue.ts';
import { fileExists, replace } from './replace.ts';
import { checkMatch, type FileState } from './state.ts';

/** How a file is written. */
export interface WriteOptions {
  /** `create`: refuse when there is one. `append`: add to its end. Default: `overwrite`. */
  readonly mode?: 'overwrite' | 'create' | 'append';
  /** Make directories that are missing. Default: no. */
  readonly createParents?: boolean;
  /** Refuse unless the file still has this etag. */
  readonly ifMatch?: string | undefined;
  /** The permission bits of a new file, less those that the process never gives. Default: 0o666. */
  readonly permissions?: number;
  /** When it was last read and changed, in milliseconds since 1970. Default: now. */
  readonly times?: Pick<FileState, 'atimeMs' | 'mtimeMs'>;
  readonly signal?: AbortSignal;
  /** Keeps what is replaced. */
  readonly change?: Change | undefined;
}

/** A file that was written. */
export interface WriteResult {
  /** With links resolved. */
  readonly path: string;
  /** How many bytes were written. */
  readonly bytes: number;
  /** There was none before. */
  readonly created: boolean;
  readonly state: FileState;
}

/** One write, with what is there before it. */
export interface WriteRequest {
  readonly given: string;
  readonly content: Content;
  readonly options: WriteOptions;
  readonly target: Target;
  readonly old: BigIntStats | undefined;
}

/**
 * Writes a file. One that is replaced keeps its permissions, and its owner where that is possible; readers see the old
 * content or the new, never a part. A process that is killed on the way, or has no room, leaves the old content.
 *
 * @throws {FileError} `exists`, `changed`, `read_only`, `no_space` and others.
 */
export const writeFile = async (
  scope: Scope,
  given: string,
  content: Content,
  options: WriteOptions = {},
): Promise<WriteResult> => {
  using target = findTarget(scope, given, options);
  scope.checkChange(target.path, given);
  const write = (): Promise<WriteResult> => writeNow({ given, content, options, target });
  // Awaited here: the target is disposed of at the end.
  return await (options.mode === 'append' ? inTurn(target.path, write) : write());
};

const writeNow = async (asked: Omit<WriteRequest, 'old'>): Promise<WriteResult> => {
  const { given, options, target } = asked;
  options.signal?.throwIfAborted();
  const old = target.stat();
  checkReplaceable(given, target, old);
  if (options.mode === 'create' && old !== undefined) throw fileExists(given);
  checkMatch(given, old, options.ifMatch);
  const request = { ...asked, old };
  return options.mode === 'append' && old !== undefined ? append(request, old) : replace(request);
};

const findTarget = (scope: Scope, given: string, { createParents, change }: WriteOptions): Target => {
  try {
    return resolveTarget(scope, given, 'follow');
  } catch (error) {
    if (!(error instanceof FileError) || error.code !== 'not_found') throw error;
    if (createParents !== true) {
      const hint = 'Set createParents to make it, or check the path.';
      throw new FileError('not_found', `The directory of ${given} does not exist.`, { hint, cause: error });
    }
    const split = splitLast(scope.toRelative(given));
    if (split === undefined) throw error;
    for (const created of makeDirectory(scope, given, split.parent).created) change?.made(created);
    return resolveTarget(scope, given, 'follow');
  }
};

const checkReplaceable = (given: string, target: Target, old: BigIntStats | undefined): void => {
  if (old === undefined) return;
  if (old.isDirectory())
    throw new FileError('is_a_directory', `${given} is a directory.`, { hint: 'Give the path of a file.' });
  if (!old.isFile()) {
    const hint = 'Only regular files are written.';
    throw new FileError('not_regular', `${given} is not a regular file.`, { hint });
  }
  // A rename needs no permission on the file itself: a write-protected file must be refused here.
  accessSync(target.at, constants.W_OK);
};
