// Moves files and directories. Never overwrites unless asked to, even in a race.
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

/** What is to be moved where. */
export interface MoveOptions extends ChangeOptions {
  /** Replace a file, or an empty directory, that has the new name. Default: no. */
  readonly overwrite?: boolean;
  /** Replace only what has this etag. */
  readonly ifDestinationMatch?: string | undefined;
}

/** What was moved. */
export interface MoveResult {
  /** Real paths, old and new. */
  readonly source: string;
  readonly destination: string;
  readonly state: FileState;
}

/**
 * Moves a file, a directory with all in it, or a link itself. Both names are in the scope; the file system must be the
 * same.
 *
 * @throws {FileError} `exists`, `changed`, `cross_device`, `access_denied`, `read_only` and others.
 */
export const move = async (
  scope: Scope,
  source: string,
  destination: string,
  options: MoveOptions = {},
): Promise<MoveResult> => {
  using from = resolveTarget(scope, source, 'hold');
  const stats = from.requireStats(source);
  scope.checkRemoval(from.path, source);
  using to = resolveTarget(scope, destination, 'hold');
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
  // Two hard links to one file, which rename(2) leaves both: the old one goes.
  const isOfTwoNames = isOne && stats.isFile() && stats.nlink > 1n;
  const lost = isOfTwoNames ? from : to;
  const original = isReplaced || isOfTwoNames ? await change?.store(lost, there) : undefined;
  try {
    lock.check();
    other?.check();
    if (isOfTwoNames) unlinkSync(from.at);
    // The same also when it is one name in another case, where case makes no difference.
    else if (isOne || overwrite) renameSync(from.at, to.at);
    else renameToNew(from.at, to.at, stats.isDirectory());
  } catch (error) {
    change?.release(lost, original);
    if (overwrite || errorCode(error) !== 'EEXIST') throw error;
    throw new FileError('exists', `${destination} exists already; nothing was moved.`, {
      hint: 'Choose another name, or set overwrite.',
      cause: error,
    });
  }
  if (original !== undefined) change?.made({ kind: 'content', path: lost.path, left: '', original });
  if (lost === to) change?.made({ kind: 'moved', path: to.path, left: stampOf(stats), from: from.path });
};

/** Two directories in one order for all servers, so that none waits for the other; one when they are the same. */
const inOrder = (a: Anchor, b: Anchor): readonly [Anchor, Anchor?] => {
  if (a.path === b.path) return [a];
  return a.path < b.path ? [a, b] : [b, a];
};

const same = (source: string, destination: string): FileError =>
  new FileError('exists', `${source} and ${destination} are the same.`);

/** Whether a link leads to this file: in its place the link would lead to itself, and the content be lost. */
const leadsTo = (scope: Scope, link: string, stats: BigIntStats): boolean => {
  try {
    using anchor = resolvePath(scope, link);
    return isSame(anchor.stats, stats);
  } catch {
    return false;
  }
};

/** Errors that can be about either name. Others are about the new one. */
const EITHER: ReadonlySet<string | undefined> = new Set(['EACCES', 'EPERM', 'EBUSY', 'ELOOP']);
