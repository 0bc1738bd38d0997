// Resolves the client's paths: to an anchor of what exists, in one step if possible and name by name otherwise; or to a
// target, a name in an anchored directory, which need not exist.
import { lstatSync, readlinkSync, type BigIntStats } from 'node:fs';
import { join, resolve } from 'node:path';
import { isShortName, longNameOf } from '@mcp/directories/windows-paths';
import { errnoError, errorCode, FileError, toFailure } from '../file-error.ts';
import type { Anchor, LastLink } from './anchor.ts';
import { anchorAt, anchorReal } from './anchoring.ts';
import { splitLast, type RelativePath, type Scope } from './scope.ts';

const MAX_LINKS = 40;

/** Called for a missing directory of the path; creates it or throws. */
export type OnMissing = (parent: Anchor, name: string) => void;

/**
 * Resolves a path to an anchor.
 *
 * @throws {FileError} if it is outside, denied or missing.
 */
export const resolvePath = (scope: Scope, given: string): Anchor =>
  resolveRelative(scope, given, scope.toRelative(given));

/** As `resolvePath`, for a path within the scope. `given` is the path in errors. */
const resolveRelative = (scope: Scope, given: string, path: RelativePath): Anchor =>
  tryAtOnce(scope, path) ?? resolveByName(scope, given, path);

// Anything unusual, like a link to the outside, is left to the walk. So a path outside gets the same answer whether it
// exists or not.
const tryAtOnce = (scope: Scope, { base, names }: RelativePath): Anchor | undefined => {
  let anchor: Anchor | undefined;
  try {
    anchor = anchorAt(scope.rules.anchoring, join(base, ...names), 'follow');
  } catch {
    return undefined;
  }
  if (scope.mayRead(anchor.path) && !anchor.stats.isSymbolicLink()) return anchor;
  anchor[Symbol.dispose]();
  return undefined;
};

/**
 * Resolves a path name by name through anchors, without touching anything outside the scope. The first link to the
 * outside ends it.
 *
 * @throws {FileError} if it is outside, denied or missing.
 */
export const resolveByName = (
  scope: Scope,
  given: string,
  start: RelativePath,
  onMissing?: OnMissing,
): Anchor => {
  const { anchoring } = scope.rules;
  let { base, names } = start;
  let anchor: Anchor | undefined;
  try {
    anchor = anchorReal(anchoring, base);
    let links = 0;
    for (let [name, ...rest] = names; name !== undefined; [name, ...rest] = names) {
      const next = enter(anchor, toLongName(scope, given, anchor.path, name), onMissing);
      anchor[Symbol.dispose]();
      if (typeof next === 'string') {
        if (++links > MAX_LINKS) throw tooManyLinks(given);
        ({ base, names } = scope.toRelative(given, resolve(anchor.path, next, ...rest)));
        anchor = anchorReal(anchoring, base);
        continue;
      }
      [anchor, names] = [next, rest];
      scope.check(anchor.path, given);
      if (rest.length > 0 && !anchor.stats.isDirectory())
        throw new FileError('not_a_directory', `${given} leads through ${name}, which is not a directory.`);
    }
    return anchor;
  } catch (error) {
    anchor?.[Symbol.dispose]();
    throw toFailure(given, error);
  }
};

/** @throws {Error} ELOOP if it is no longer a link. */
const readLink = (path: string): string => {
  try {
    return readlinkSync(path);
  } catch (error) {
    throw errorCode(error) === 'EINVAL' ? errnoError('ELOOP') : error;
  }
};

const tooManyLinks = (given: string): FileError =>
  new FileError('too_many_links', `${given} has too many symbolic links, perhaps in a circle.`);

/** Returns the entry of a directory, or the target of a link. */
const enter = (parent: Anchor, name: string, onMissing?: OnMissing): Anchor | string => {
  let next: Anchor;
  try {
    next = parent.child(name);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || onMissing === undefined) throw error;
    onMissing(parent, name);
    next = parent.child(name);
  }
  if (!next.stats.isSymbolicLink()) return next;
  next[Symbol.dispose]();
  return readLink(parent.at(name));
};

/**
 * Returns the name that rules apply to: for a short name of Windows (`PROGRA~1`) the long one, otherwise the name
 * itself.
 *
 * @throws {FileError} if a name may be a short one, and no permitted entry has it. The message is the same whether
 *   something has it or not, because the long name may be denied.
 */
const toLongName = (scope: Scope, given: string, directory: string, name: string): string => {
  if (!isShortName(directory, name)) return name;
  const long = longNameOf(directory, name);
  if (long !== undefined && scope.mayRead(join(directory, long))) return long;
  const problem = `${given} has the part ${name}, which may be the short name of another file.`;
  throw new FileError('invalid_path', problem, { hint: 'Give the long name, as list_directory shows it.' });
};

/** A name in a directory that stays anchored until the target is disposed of. */
export class Target implements Disposable {
  readonly directory: Anchor;
  readonly name: string;

  constructor(directory: Anchor, name: string) {
    this.directory = directory;
    this.name = name;
  }

  get path(): string {
    return join(this.directory.path, this.name);
  }

  get at(): string {
    return this.directory.at(this.name);
  }

  /** Returns the stats of the entry, without following a link; undefined if there is none. */
  stat(): BigIntStats | undefined {
    const stats = lstatSync(this.at, { bigint: true, throwIfNoEntry: false });
    this.directory.checkSame();
    return stats;
  }

  /**
   * As `stat`.
   *
   * @throws {FileError} `not_found` if there is no entry. `given` is the path in the error.
   */
  requireStats(given: string): BigIntStats {
    const stats = this.stat();
    if (stats !== undefined) return stats;
    throw new FileError('not_found', `${given} does not exist.`, {
      hint: 'Find it with list_directory or search_files.',
    });
  }

  [Symbol.dispose](): void {
    this.directory[Symbol.dispose]();
  }
}

/**
 * Resolves a path up to its last name. With `follow` a link there leads on to its target.
 *
 * @throws {FileError} if it is outside or denied, or its directory is missing, with `hint`.
 */
export const resolveTarget = (
  scope: Scope,
  given: string,
  last: LastLink,
  hint = 'Check the path, or make the directory with create_directory.',
): Target => {
  let path = scope.toRelative(given);
  for (let links = 0; links <= MAX_LINKS; links++) {
    const split = splitLast(path);
    if (split === undefined)
      throw new FileError(
        'is_a_directory',
        `${given} is an allowed directory itself and cannot be changed.`,
        { hint: 'Give the path of something in it.' },
      );
    const directory = resolveDirectory(scope, given, split.parent, hint);
    try {
      const target = new Target(directory, toLongName(scope, given, directory.path, split.name));
      scope.check(target.path, given);
      if (last === 'nofollow' || target.stat()?.isSymbolicLink() !== true) return target;
      path = scope.toRelative(given, resolve(directory.path, readLink(target.at)));
    } catch (error) {
      directory[Symbol.dispose]();
      throw error;
    }
    directory[Symbol.dispose]();
  }
  throw tooManyLinks(given);
};

const resolveDirectory = (scope: Scope, given: string, directory: RelativePath, hint: string): Anchor => {
  try {
    return resolveRelative(scope, given, directory);
  } catch (error) {
    if (!(error instanceof FileError) || error.code !== 'not_found') throw error;
    throw new FileError('not_found', `The directory of ${given} does not exist.`, { hint, cause: error });
  }
};

/** Returns the stats of a link itself; undefined if the path is not a link or is an allowed directory. */
export const linkStats = (scope: Scope, given: string): BigIntStats | undefined => {
  if (splitLast(scope.toRelative(given)) === undefined) return undefined;
  using target = resolveTarget(scope, given, 'nofollow');
  const stats = target.stat();
  return stats?.isSymbolicLink() === true ? stats : undefined;
};

/** Returns the real path of something that need not exist. */
export const realOf = (scope: Scope, given: string): string => {
  const relative = scope.toRelative(given);
  if (splitLast(relative) === undefined) return relative.base;
  using target = resolveTarget(scope, given, 'follow');
  return target.path;
};
