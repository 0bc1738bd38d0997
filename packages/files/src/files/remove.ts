// Deletes files and directories, from anchor to anchor: a directory that is swapped for a link meanwhile is not entered.
import { accessSync, constants, lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, FileError, toFailure } from '../file-error.ts';
import type { Anchor } from '../sandbox/anchor.ts';
import type { Scope } from '../sandbox/scope.ts';
import { resolveTarget, type Target } from '../sandbox/resolve.ts';
import { isTemporaryName } from '../sandbox/names.ts';
import { checkNothingDenied, MAX_DEPTH, tooDeep } from './check-tree.ts';
import { unlessHeld, lockDirectory, TimeSlice } from './turns.ts';
import { checkMatch } from './state.ts';
import { moveToTrash, type Recycle } from './trash.ts';
import type { ChangeOptions } from '../undo/store.ts';

/** What may be deleted. */
export interface RemoveOptions extends ChangeOptions {
  /** Delete a directory with everything in it. Default: only an empty one. */
  readonly recursive?: boolean;
}

/** What was deleted. */
export interface RemoveResult {
  /** The real path. */
  readonly path: string;
  /** How many files and directories, with the one itself. */
  readonly removed: number;
}

/**
 * Deletes a file, a link (never its target) or a directory. When a directory cannot be deleted to its end, the error says
 * how much of it is gone.
 *
 * @throws {FileError} `not_found`, `not_empty`, `changed`, `access_denied`, `read_only` and others.
 */
export const remove = async (
  scope: Scope,
  given: string,
  options: RemoveOptions = {},
): Promise<RemoveResult> => {
  using target = resolveTarget(scope, given, 'hold');
  const stats = target.requireStats(given);
  scope.checkRemoval(target.path, given);
  checkMatch(given, stats, options.ifMatch);
  target.directory.checkUnmoved();
  if (!stats.isDirectory()) {
    await removeFile(target, given, options);
    return { path: target.path, removed: 1 };
  }
  if (options.recursive === true) await checkNothingDenied(scope, target, given);
  let removed = 0;
  const request = { given, options, slice: new TimeSlice(), onRemoved: () => removed++ };
  try {
    await removeDirectory(request, target.directory, Buffer.from(target.name), 0);
  } catch (error) {
    if (removed === 0) throw error;
    throw partlyDone(given, removed, error);
  }
  return { path: target.path, removed };
};

const removeFile = (target: Target, given: string, { ifMatch, signal }: RemoveOptions): Promise<void> =>
  unlessHeld(given, async () => {
    using lock = await lockDirectory(target.directory, signal);
    checkMatch(given, target.stat(), ifMatch);
    lock.check();
    target.directory.within((prefix) => unlinkSync(prefix + target.name));
  });

/** What may be moved to the trash. */
export interface TrashOptions extends RemoveOptions {
  readonly recycle?: Recycle | undefined;
}

/** What was moved to the trash. */
export interface TrashResult {
  /** The real path that it had. */
  readonly path: string;
  /** Its path in the trash; absent where only the system knows. */
  readonly trashed?: string;
}

/**
 * Moves a file, a link (never its target) or a directory to the trash of the system.
 *
 * @throws {FileError} `no_trash` when there is none for it; others as `remove`.
 */
export const trash = async (scope: Scope, given: string, options: TrashOptions): Promise<TrashResult> => {
  const { recursive, ifMatch, change, signal } = options;
  using target = resolveTarget(scope, given, 'hold');
  const { path } = target;
  const stats = target.requireStats(given);
  scope.checkRemoval(path, given);
  // A disk that is read-only has no trash either, but that is not the reason.
  accessSync(target.directory.self, constants.W_OK);
  if (stats.isDirectory()) {
    if (recursive === true) await checkNothingDenied(scope, target, given);
    else checkEmpty(target, given);
  }
  return await unlessHeld(given, async () => {
    using lock = await lockDirectory(target.directory, signal);
    checkMatch(given, target.stat(), ifMatch);
    target.directory.checkUnmoved();
    lock.check();
    try {
      const trashed = await moveToTrash(scope.rules.anchoring, target, stats, options.recycle);
      if (trashed === undefined) change?.lose('only the user can restore it, from the trash');
      else change?.made({ kind: 'trashed', path, left: '', trashed });
      return trashed === undefined ? { path } : { path, trashed: join(trashed.trash, 'files', trashed.name) };
    } catch (error) {
      const problem = NO_TRASH[errorCode(error) ?? ''];
      if (problem === undefined) throw error;
      throw new FileError('no_trash', `${problem}, so ${given} was not deleted.`, {
        hint: 'Ask the user. With permanent: true it is deleted for good.',
        cause: error,
      });
    }
  });
};

const NO_TRASH: { readonly [errno: string]: string } = {
  ENOSYS: 'There is no trash for it',
  ENOSPC: 'The disk has no room for the trash',
  EDQUOT: 'The disk quota has no room for the trash',
};

const checkEmpty = (target: Target, given: string): void => {
  using directory = target.directory.child(target.name);
  const names = directory.within((prefix) => readdirSync(prefix || '.'));
  if (!names.every(isTemporaryName)) throw notEmpty(given);
};

const partlyDone = (given: string, count: number, error: unknown): unknown => {
  const failure = toFailure(given, error);
  if (!(failure instanceof FileError)) return error;
  return new FileError(failure.code, `${failure.problem} ${count} entries in it are deleted already.`, {
    hint: 'List the directory to see what is left.',
    cause: error,
  });
};

interface Removal {
  readonly given: string;
  readonly options: RemoveOptions;
  readonly slice: TimeSlice;
  onRemoved(): void;
}

/** Deletes a directory with what is in it. Names are bytes: some are not UTF-8. */
const removeDirectory = async (
  removal: Removal,
  parent: Anchor,
  name: Buffer,
  depth: number,
): Promise<void> => {
  const { given, options, slice } = removal;
  if (depth > MAX_DEPTH) throw tooDeep(given);
  using directory = parent.child(name);
  if (!directory.stats.isDirectory())
    throw new FileError('changed', `${given} changed while it was deleted.`);
  for (const inner of directory.within((prefix) => readdirSync(prefix || '.', 'buffer'))) {
    options.signal?.throwIfAborted();
    // Hidden leftovers of a killed process are no reason to keep a directory.
    if (options.recursive !== true && !isTemporaryName(inner.toString())) throw notEmpty(given);
    if (directory.within((prefix) => unlinkUnlessDirectory(pathOf(prefix, inner)))) removal.onRemoved();
    else await removeDirectory(removal, directory, inner, depth + 1);
    await slice.end();
  }
  parent.within((prefix) => rmdirSync(pathOf(prefix, name)));
  removal.onRemoved();
};

const pathOf = (prefix: string, name: Buffer): Buffer => Buffer.concat([Buffer.from(prefix), name]);

/** False for a directory. */
const unlinkUnlessDirectory = (path: Buffer): boolean => {
  try {
    unlinkSync(path);
    return true;
  } catch (error) {
    // What Linux and others say of a directory.
    if (errorCode(error) !== 'EISDIR' && errorCode(error) !== 'EPERM') throw error;
    if (lstatSync(path).isDirectory()) return false;
    throw error;
  }
};

const notEmpty = (given: string): FileError =>
  new FileError('not_empty', `${given} is a directory that is not empty.`, {
    hint: 'Set recursive to delete everything in it.',
  });
