// Resolves a path as the client wrote it: to an anchor of what is there, by one look where nothing is in the way and
// by a careful walk otherwise; or to a target, a name in a held directory for what is to be made, replaced, moved or
// deleted, which need not exist.
import { lstatSync, readlinkSync, type BigIntStats } from 'node:fs';
import { join, resolve } from 'node:path';
import { isShortName, longNameOf } from '@mcp/directories/windows-paths';
import { errnoError, errorCode, FileError, toFailure } from '../file-error.ts';
import type { Anchor, LastLink } from './anchor.ts';
import { hold, holdReal } from './hold.ts';
import { splitLast, type RelativePath, type Scope } from './scope.ts';

/** As many links as the kernel follows. */
const MAX_LINKS = 40;

/** Called for a directory of the path that is missing: makes it, or throws. */
export type OnMissing = (parent: Anchor, name: string) => void;

/**
 * Holds what a path leads to.
 *
 * @throws {FileError} when it is outside, denied or missing.
 */
export const resolvePath = (scope: Scope, given: string): Anchor =>
  resolveRelative(scope, given, scope.toRelative(given));

/** As `resolvePath`, for a path in the scope. `given` is the path in messages. */
const resolveRelative = (scope: Scope, given: string, path: RelativePath): Anchor =>
  tryAtOnce(scope, path) ?? resolveByName(scope, given, path);

// Whatever is unusual, like a link that leads outside, is left to the walk. So the answer about something outside takes
// the same way whether it exists or not.
const tryAtOnce = (scope: Scope, { base, names }: RelativePath): Anchor | undefined => {
  let anchor: Anchor | undefined;
  try {
    anchor = hold(scope.rules.anchoring, join(base, ...names), 'follow');
  } catch {
    return undefined;
  }
  if (scope.admits(anchor.path) && !anchor.stats.isSymbolicLink()) return anchor;
  anchor[Symbol.dispose]();
  return undefined;
};

/**
 * Walks a path name by name, from anchor to anchor, without ever looking at anything outside the scope. The first
 * link that points outside ends the walk.
 *
 * @throws {FileError} when it is outside, denied or missing.
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
    anchor = holdReal(anchoring, base);
    let links = 0;
    for (let [name, ...rest] = names; name !== undefined; [name, ...rest] = names) {
      const next = enter(anchor, toLongName(scope, given, anchor.path, name), onMissing);
      anchor[Symbol.dispose]();
      if (typeof next === 'string') {
        if (++links > MAX_LINKS) throw tooManyLinks(given);
        ({ base, names } = scope.toRelative(given, resolve(anchor.path, next, ...rest)));
        anchor = holdReal(anchoring, base);
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

/**
 * Where a link leads.
 *
 * @throws {Error} ELOOP when it is none any more.
 */
const readLink = (path: string): string => {
  try {
    return readlinkSync(path);
  } catch (error) {
    throw errorCode(error) === 'EINVAL' ? errnoError('ELOOP') : error;
  }
};

/** The answer after `MAX_LINKS`. */
const tooManyLinks = (given: string): FileError =>
  new FileError('too_many_links', `${given} has too many symbolic links, perhaps in a circle.`);

/** The entry of a directory, or the target of the link that it is. */
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
 * The name of an entry of a real directory that rules can judge: of a short name of Windows (`PROGRA~1`) the long one,
 * of others the same.
 *
 * @throws {FileError} when a name may be a short one, and nothing that may be used has it. The words are the same
 *   whether something has it or not: what it stands for may be denied.
 */
const toLongName = (scope: Scope, given: string, directory: string, name: string): string => {
  if (!isShortName(directory, name)) return name;
  const long = longNameOf(directory, name);
  if (long !== undefined && scope.admits(join(directory, long))) return long;
  const problem = `${given} has the part ${name}, which may be the short name of another file.`;
  throw new FileError('invalid_path', problem, { hint: 'Give the long name, as list_directory shows it.' });
};

/** A name in a directory that is held until the target is disposed of. */
export class Target implements Disposable {
  readonly directory: Anchor;
  readonly name: string;

  constructor(directory: Anchor, name: string) {
    this.directory = directory;
    this.name = name;
  }

  /** The real path. */
  get path(): string {
    return join(this.directory.path, this.name);
  }

  /** A path for calls of the file system. */
  get at(): string {
    return this.directory.at(this.name);
  }

  /** What has the name now, without following a link; undefined when nothing has it. */
  stat(): BigIntStats | undefined {
    const stats = lstatSync(this.at, { bigint: true, throwIfNoEntry: false });
    this.directory.checkSame();
    return stats;
  }

  /**
   * As `stat`.
   *
   * @throws {FileError} `not_found` when nothing has the name. `given` is the path in the message.
   */
  requireStats(given: string): BigIntStats {
    const stats = this.stat();
    if (stats !== undefined) return stats;
    throw new FileError('not_found', `${given} does not exist.`, {
      hint: 'Look with list_directory or search_files.',
    });
  }

  [Symbol.dispose](): void {
    this.directory[Symbol.dispose]();
  }
}

/**
 * Resolves a path up to its last name. With `follow` a link of that name leads on to its own target.
 *
 * @throws {FileError} when it is outside or denied, or its directory is missing: `hint` says what to do then.
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
      throw new FileError('is_a_directory', `${given} is an allowed directory itself; it stays as it is.`, {
        hint: 'Give the path of something in it.',
      });
    const directory = resolveDirectory(scope, given, split.parent, hint);
    try {
      const target = new Target(directory, toLongName(scope, given, directory.path, split.name));
      scope.check(target.path, given);
      if (last === 'hold' || target.stat()?.isSymbolicLink() !== true) return target;
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

/** The last name of a path when it is a link; undefined otherwise. An allowed directory has no name here. */
export const linkStats = (scope: Scope, given: string): BigIntStats | undefined => {
  if (splitLast(scope.toRelative(given)) === undefined) return undefined;
  using target = resolveTarget(scope, given, 'hold');
  const stats = target.stat();
  return stats?.isSymbolicLink() === true ? stats : undefined;
};

/** The real path of something that need not be there. */
export const realOf = (scope: Scope, given: string): string => {
  const place = scope.toRelative(given);
  if (splitLast(place) === undefined) return place.base;
  using target = resolveTarget(scope, given, 'follow');
  return target.path;
};
