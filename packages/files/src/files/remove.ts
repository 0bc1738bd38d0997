// Deletes files and directories, permanently or by moving them to the system trash.
import { accessSync, constants, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, FileError, toFailure } from '../file-error.ts';
import type { Scope } from '../sandbox/scope.ts';
import { resolveTarget, type Target } from '../sandbox/resolve.ts';
import { isTemporaryName } from '../sandbox/names.ts';
import { checkMatch } from './state.ts';
import { moveToTrash, type Recycle } from './trash.ts';
import { changeEntry } from './locks.ts';
import { checkNothingDenied, walk } from './walk.ts';
import type { ChangeOptions } from '../undo/store.ts';

export interface RemoveOptions extends ChangeOptions {
  /** Delete a directory with its contents. Default: only an empty one. */
  readonly recursive?: boolean;
}

export interface RemoveResult {
  /** The real path. */
  readonly path: string;
  /** Number of deleted files and directories, including the path itself. */
  readonly removed: number;
}

/**
 * Deletes a file, a link (never its target) or a directory. If a directory cannot be deleted completely, the error says
 * how much is gone.
 *
 * @throws {FileError} `not_found`, `not_empty`, `changed`, `access_denied`, `read_only` and others.
 */
export const remove = async (
  scope: Scope,
  given: string,
  options: RemoveOptions = {},
): Promise<RemoveResult> => {
  const { recursive, ifMatch } = options;
  using target = resolveTarget(scope, given, 'nofollow');
  const { path, directory, name } = target;
  const stats = target.requireStats(given);
  scope.checkRemoval(path, given);
  checkMatch(given, stats, ifMatch);
  directory.checkUnmoved();
  if (!stats.isDirectory()) {
    await changeEntry(given, target, options, (_now, lock) => {
      lock.check();
      directory.within((prefix) => unlinkSync(prefix + name));
    });
    return { path, removed: 1 };
  }
  if (recursive === true) await checkNothingDenied(scope, target, given);
  return { path, removed: (await empty(target, given, options)) + 1 };
};

/** Deletes a directory with its contents. Returns the number of entries that it had. */
const empty = async (
  { directory, name }: Target,
  given: string,
  { recursive, signal }: RemoveOptions,
): Promise<number> => {
  let removed = 0;
  try {
    using top = directory.child(name);
    await walk(top, given, (anchor) => ({
      before: (inner) => {
        signal?.throwIfAborted();
        // Temporary files of a killed process do not count.
        if (recursive !== true && !isTemporaryName(inner)) throw notEmpty(given);
      },
      after: (entry) => {
        const removeEntry = entry.isDirectory() ? rmdirSync : unlinkSync;
        anchor.within((prefix) => removeEntry(Buffer.concat([Buffer.from(prefix), entry.name])));
        removed++;
      },
    }));
    directory.within((prefix) => rmdirSync(prefix + name));
    return removed;
  } catch (error) {
    const failure = toFailure(given, error);
    if (removed === 0 || !(failure instanceof FileError)) throw error;
    throw new FileError(failure.code, `${failure.problem} ${removed} entries in it are deleted already.`, {
      hint: 'List the directory to see what is left.',
      cause: error,
    });
  }
};

export interface TrashOptions extends RemoveOptions {
  readonly recycle?: Recycle | undefined;
}

export interface TrashResult {
  /** The former real path. */
  readonly path: string;
  /** The path in the trash; absent if only the system knows it. */
  readonly trashed?: string;
}

/**
 * Moves a file, a link (never its target) or a directory to the system trash.
 *
 * @throws {FileError} `no_trash` if there is no trash for it; others as `remove`.
 */
export const trash = async (scope: Scope, given: string, options: TrashOptions): Promise<TrashResult> => {
  const { recursive, change } = options;
  using target = resolveTarget(scope, given, 'nofollow');
  const { path } = target;
  const stats = target.requireStats(given);
  scope.checkRemoval(path, given);
  // A read-only disk has no trash either, but the error should name the real reason.
  accessSync(target.directory.self, constants.W_OK);
  if (stats.isDirectory()) {
    if (recursive === true) await checkNothingDenied(scope, target, given);
    else checkEmpty(target, given);
  }
  return await changeEntry(given, target, options, async (_now, lock) => {
    lock.check();
    try {
      const trashed = await moveToTrash(scope.rules.anchoring, target, stats, options.recycle);
      if (trashed === undefined) change?.forbidUndo('only the user can restore it, from the trash');
      else change?.record({ kind: 'trashed', path, left: '', trashed });
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

const notEmpty = (given: string): FileError =>
  new FileError('not_empty', `${given} is a directory that is not empty.`, {
    hint: 'Set recursive to delete everything in it.',
  });
