// Moves files and directories. Never overwrites unless requested, even in a race.
import { renameSync, unlinkSync, type BigIntStats } from 'node:fs';
import { isInside } from '@mcp/directories/allowed-directory';
import { errorCode, FileError, toFailure } from '../file-error.ts';
import { isSame, type Anchor } from '../sandbox/anchor.ts';
import { resolvePath, resolveTarget, type Target } from '../sandbox/resolve.ts';
import type { Scope } from '../sandbox/scope.ts';
import type { ChangeOptions } from '../undo/store.ts';
import { checkNothingDenied } from './walk.ts';
import { renameToNew } from './exclusive.ts';
import { retryWhileOpen, lockDirectory } from './locks.ts';
import { checkMatch, stampOf, toState, type FileState } from './state.ts';

export interface MoveOptions extends ChangeOptions {
  /** Replace an existing file or empty directory. Default: no. */
  readonly overwrite?: boolean;
  readonly ifDestinationMatch?: string | undefined;
}

export interface MoveResult {
  readonly source: string;
  readonly destination: string;
  readonly state: FileState;
}

/**
 * Moves a file, a directory with its contents, or a link itself. Both paths must be in the scope and on the same file
 * system.
 *
 * @throws {FileError} `exists`, `changed`, `cross_device`, `access_denied`, `read_only` and others.
 */
export const move = async (
  scope: Scope,
  source: string,
  destination: string,
  options: MoveOptions = {},
): Promise<MoveResult> => {
  using from = resolveTarget(scope, source, 'nofollow');
  const stats = from.requireStats(source);
  scope.checkRemoval(from.path, source);
  using to = resolveTarget(scope, destination, 'nofollow');
  scope.checkChange(to.path, destination);
  if (from.path === to.path) throw same(source, destination);
  if (stats.isDirectory()) {
    if (isInside(from.path, to.path))
      throw new FileError('invalid_path', `${source} cannot be moved into itself.`);
    await checkNothingDenied(scope, from, source);
  }
  const names = `${source} or ${destination}`;
  try {
    await retryWhileOpen(names, () => moveNow(scope, { source, destination, from, to, stats }, options));
  } catch (error) {
    throw toFailure(EITHER.has(errorCode(error)) ? names : destination, error);
  }
  return { source: from.path, destination: to.path, state: toState(to.requireStats(destination)) };
};

interface Sides {
  readonly source: string;
  readonly destination: string;
  readonly from: Target;
  readonly to: Target;
  readonly stats: BigIntStats;
}

const moveNow = async (scope: Scope, sides: Sides, options: MoveOptions): Promise<void> => {
  const { source, destination, from, to, stats } = sides;
  const { change, overwrite = false, signal } = options;
  const [first, second] = inOrder(from.directory, to.directory);
  using lock = await lockDirectory(first, signal);
  using other = second === undefined ? undefined : await lockDirectory(second, signal);
  checkMatch(source, from.stat(), options.ifMatch);
  from.directory.checkUnmoved();
  to.directory.checkUnmoved();
  const there = to.stat();
  checkMatch(destination, there, options.ifDestinationMatch);
  const isOne = isSame(there, stats);
  const isReplaced = !isOne && overwrite && there !== undefined;
  if (isReplaced) {
    scope.checkRemoval(to.path, destination);
    if (stats.isSymbolicLink() && leadsTo(scope, source, there)) throw same(source, destination);
  }
  // rename(2) keeps both of two hard links to one file, so the old one is deleted.
  const isOfTwoNames = isOne && stats.isFile() && stats.nlink > 1n;
  const lost = isOfTwoNames ? from : to;
  const original = isReplaced || isOfTwoNames ? await change?.store(lost, there) : undefined;
  try {
    lock.check();
    other?.check();
    if (isOfTwoNames) unlinkSync(from.at);
    // `isOne` also if only the case of the name changes, where case is ignored.
    else if (isOne || overwrite) renameSync(from.at, to.at);
    else renameToNew(from.at, to.at, stats.isDirectory());
  } catch (error) {
    change?.release(lost, original);
    if (overwrite || errorCode(error) !== 'EEXIST') throw error;
    throw new FileError('exists', `${destination} already exists; nothing was moved.`, {
      hint: 'Choose another name, or set overwrite.',
      cause: error,
    });
  }
  if (original !== undefined) change?.record({ kind: 'content', path: lost.path, left: '', original });
  if (lost === to) change?.record({ kind: 'moved', path: to.path, left: stampOf(stats), from: from.path });
};

/** Returns two directories in the order that all servers lock them in, to avoid deadlocks; one if they are the same. */
const inOrder = (a: Anchor, b: Anchor): readonly [Anchor, Anchor?] => {
  if (a.path === b.path) return [a];
  return a.path < b.path ? [a, b] : [b, a];
};

const same = (source: string, destination: string): FileError =>
  new FileError('exists', `${source} and ${destination} are the same.`);

/** Whether a link leads to this file. Moved onto it, the link would point to itself and the content be lost. */
const leadsTo = (scope: Scope, link: string, stats: BigIntStats): boolean => {
  try {
    using anchor = resolvePath(scope, link);
    return isSame(anchor.stats, stats);
  } catch {
    return false;
  }
};

/** Errors that can concern either path. Others concern the new one. */
const EITHER: ReadonlySet<string | undefined> = new Set(['EACCES', 'EPERM', 'EBUSY', 'ELOOP']);
