// Deletes files and directories, from anchor to anchor: a directory that is swapped for a link meanwhile is not entered.
import { lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, FileError, toFailure } from '../failure.ts';
import type { Anchor } from '../sandbox/anchor.ts';
import type { Scope } from '../sandbox/scope.ts';
import { resolveTarget, type Target } from '../sandbox/target.ts';
import { isTemporaryName } from '../sandbox/temporary-name.ts';
import type { Change } from '../undo/change.ts';
import { checkNothingDenied, MAX_DEPTH, tooDeep } from './check-tree.ts';
import { unlessHeld } from './held-open.ts';
import { lockDirectory } from './lock.ts';
import { listDirectory } from './list.ts';
import { checkMatch, toState } from './state.ts';
import { TimeSlice } from './time-slice.ts';

/** What may be deleted. */
export interface RemoveOptions {
  /** Delete a directory with everything in it. Default: only an empty one. */
  readonly recursive?: boolean;
  /** Refuse unless it still has this etag. */
  readonly ifMatch?: string | undefined;
  /** Keeps what is deleted. */
  readonly change?: Change | undefined;
  /** Stops between two entries; what is deleted by then is gone. */
  readonly signal?: AbortSignal;
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
  const first = options.change?.steps.length;
  if (options.change !== undefined)
    await keepTree({ ...options, scope, change: options.change }, target.path);
  let removed = 0;
  const request = { given, options, slice: new TimeSlice(), onRemoved: () => removed++ };
  try {
    await removeDirectory(request, target.directory, Buffer.from(target.name), 0);
  } catch (error) {
    if (removed === 0) throw error;
    options.change?.partlyDone();
    throw partlyDone(given, removed, error);
  }
  options.change?.done(first);
  return { path: target.path, removed };
};

const removeFile = async (
  target: Target,
  given: string,
  { ifMatch, change }: RemoveOptions,
): Promise<void> => {
  const stats = target.requireStats(given);
  checkMatch(given, stats, ifMatch);
  const kept = await change?.removing(target, stats);
  await unlessHeld(given, async () => {
    using lock = await lockDirectory(target.directory);
    // What is kept is what is deleted.
    checkMatch(given, target.stat(), kept === undefined ? ifMatch : toState(kept).etag);
    lock.check();
    target.directory.within((prefix) => unlinkSync(prefix + target.name));
    change?.done();
  });
};

interface Keeping extends RemoveOptions {
  readonly scope: Scope;
  readonly change: Change;
}

/** Keeps what is in a directory, then the directory itself, whose path is real. */
const keepTree = async (keeping: Keeping, path: string, depth = 0): Promise<void> => {
  const { scope, change, signal, recursive } = keeping;
  signal?.throwIfAborted();
  if (depth > MAX_DEPTH) throw tooDeep(path);
  using target = resolveTarget(scope, path, 'hold');
  const stats = target.stat();
  if (stats === undefined || target.path !== path) {
    change.cannotKeep(`${path} has a name that is not valid Unicode, or changed meanwhile`);
    return;
  }
  if (stats.isDirectory() && recursive === true) {
    const { entries } = await listDirectory(scope, path);
    for (const { name } of entries) await keepTree(keeping, join(path, name), depth + 1);
  }
  await change.removing(target, stats);
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
