// Resolves a path as the client wrote it to an anchor: one look where nothing is in the way, a careful walk otherwise.
import { readlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isShortName, longNameOf } from '@mcp/workspace/windows-paths';
import { errnoError, errorCode, FileError, toFailure } from '../file-error.ts';
import type { Anchor } from './anchor.ts';
import { hold, holdReal } from './hold.ts';
import type { RelativePath, Scope } from './scope.ts';

/** As many links as the kernel follows. */
export const MAX_LINKS = 40;

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
export const resolveRelative = (scope: Scope, given: string, path: RelativePath): Anchor =>
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
  let path = start;
  try {
    for (let links = 0; links <= MAX_LINKS; links++) {
      const end = walkToLink(scope, given, path, onMissing);
      if (typeof end !== 'string') return end;
      path = scope.toRelative(given, end);
    }
  } catch (error) {
    throw toFailure(given, error);
  }
  throw tooManyLinks(given);
};

/**
 * Where a link leads.
 *
 * @throws {Error} ELOOP when it is none any more.
 */
export const readLink = (path: string): string => {
  try {
    return readlinkSync(path);
  } catch (error) {
    throw errorCode(error) === 'EINVAL' ? errnoError('ELOOP') : error;
  }
};

/** The answer after `MAX_LINKS`. */
export const tooManyLinks = (given: string): FileError =>
  new FileError('too_many_links', `${given} has too many symbolic links, perhaps in a circle.`);

/** The anchor at the end, or the path that the first link on the way leads to. */
const walkToLink = (
  scope: Scope,
  given: string,
  { base, names }: RelativePath,
  onMissing: OnMissing | undefined,
): Anchor | string => {
  let anchor = holdReal(scope.rules.anchoring, base);
  try {
    for (const [index, name] of names.entries()) {
      const next = enter(anchor, toLongName(scope, given, anchor.path, name), onMissing);
      anchor[Symbol.dispose]();
      if (typeof next === 'string') return resolve(anchor.path, next, ...names.slice(index + 1));
      anchor = next;
      scope.check(anchor.path, given);
      if (index + 1 < names.length && !anchor.stats.isDirectory())
        throw new FileError('not_a_directory', `${given} leads through ${name}, which is not a directory.`);
    }
    return anchor;
  } catch (error) {
    anchor[Symbol.dispose]();
    throw error;
  }
};

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
 * The name of an entry of a real directory that rules can judge: of a short name of Windows (`PROGRA~1`) the long one, of
 * others the same.
 *
 * @throws {FileError} when a name may be a short one, and nothing that may be used has it. The words are the same whether
 *   something has it or not: what it stands for may be denied.
 */
export const toLongName = (scope: Scope, given: string, directory: string, name: string): string => {
  if (!isShortName(directory, name)) return name;
  const long = longNameOf(directory, name);
  if (long !== undefined && scope.admits(join(directory, long))) return long;
  const problem = `${given} has the part ${name}, which may be the short name of another file.`;
  throw new FileError('invalid_path', problem, { hint: 'Give the long name, as list_directory shows it.' });
};
