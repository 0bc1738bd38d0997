// From a path as the client wrote it to an anchor: one look where nothing is in the way, a careful walk otherwise.
import { readlinkSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { errnoError, errorCode, FileError, PathError, toFailure } from '../failure.ts';
import type { InnerPath } from './inner-path.ts';
import type { Scope } from './scope.ts';
import { hold, holdReal, type Anchor } from './anchor.ts';

/** As many links as the kernel follows. */
export const MAX_LINKS = 40;

/** Called for a directory of the path that is missing: makes it, or throws. */
export type OnMissing = (parent: Anchor, name: string) => void;

/**
 * Holds what a path leads to.
 *
 * @throws {PathError} when it is outside, denied or missing.
 */
export const locate = (scope: Scope, given: string): Anchor => locateInner(scope, given, scope.place(given));

/** As `locate`, for a path whose place is known. `given` is the path in messages. */
export const locateInner = (scope: Scope, given: string, inner: InnerPath): Anchor =>
  tryHold(scope, inner) ?? walk(scope, given, inner);

// Whatever is unusual, like a link that leads outside, is left to the walk. So the answer about something outside takes
// the same way whether it exists or not.
const tryHold = (scope: Scope, { directory, segments }: InnerPath): Anchor | undefined => {
  const { anchoring, followSymlinks } = scope.rules;
  const path = join(directory, ...segments);
  let anchor: Anchor | undefined;
  try {
    anchor = followSymlinks === 'inside' ? hold(anchoring, path, 'follow') : holdReal(anchoring, path);
  } catch {
    return undefined;
  }
  if (scope.admits(anchor.path) && !anchor.stats.isSymbolicLink()) return anchor;
  anchor[Symbol.dispose]();
  return undefined;
};

/**
 * Walks a path segment by segment, from anchor to anchor, without ever looking at anything outside the scope. The first
 * link that points outside ends the walk.
 *
 * @throws {PathError} when it is outside, denied or missing.
 */
export const walk = (scope: Scope, given: string, start: InnerPath, onMissing?: OnMissing): Anchor => {
  let place = start;
  for (let links = 0; links <= MAX_LINKS; links++) {
    const step = walkToLink({ scope, given, place, onMissing });
    if (typeof step !== 'string') return step;
    place = scope.place(given, followLink(scope, given, step));
  }
  throw tooManyLinks(given);
};

/** The target of a link, when links may be followed. */
export const followLink = ({ rules }: Scope, given: string, target: string): string => {
  if (rules.followSymlinks === 'inside') return target;
  throw new PathError(
    'access_denied',
    `Access denied: ${given} leads through a symbolic link. This server follows none.`,
  );
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

interface Walk {
  readonly scope: Scope;
  readonly given: string;
  readonly place: InnerPath;
  readonly onMissing: OnMissing | undefined;
}

/** The anchor at the end, or the path that the first link on the way leads to. */
const walkToLink = ({ scope, given, place, onMissing }: Walk): Anchor | string => {
  const { directory, segments } = place;
  let anchor = explained(given, () => holdReal(scope.rules.anchoring, directory));
  try {
    for (const [index, segment] of segments.entries()) {
      const next = explained(given, () => enter(scope, anchor, segment, onMissing));
      anchor[Symbol.dispose]();
      if (typeof next === 'string') return resolve(anchor.path, next, ...segments.slice(index + 1));
      anchor = next;
      scope.check(anchor.path, given);
      if (index + 1 < segments.length && !anchor.stats.isDirectory())
        throw new FileError(
          'not_a_directory',
          `${given} leads through ${segment}, which is not a directory.`,
        );
    }
    return anchor;
  } catch (error) {
    anchor[Symbol.dispose]();
    throw error;
  }
};

/** The entry of a directory, or the target of the link that it is. */
const enter = (scope: Scope, parent: Anchor, name: string, onMissing?: OnMissing): Anchor | string => {
  let next: Anchor;
  try {
    next = hold(scope.rules.anchoring, parent.at(name), 'hold');
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || onMissing === undefined) throw error;
    onMissing(parent, name);
    next = hold(scope.rules.anchoring, parent.at(name), 'hold');
  }
  if (!next.stats.isSymbolicLink()) return next;
  next[Symbol.dispose]();
  return readLink(parent.at(name));
};

const explained = <T>(given: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw toFailure(given, error);
  }
};

/** The directory of a place and the last name in it; undefined for an allowed directory itself. */
export const splitPlace = ({
  directory,
  segments,
}: InnerPath): { parent: InnerPath; name: string } | undefined => {
  const name = segments.at(-1);
  return name === undefined || name.includes(sep)
    ? undefined
    : { parent: { directory, segments: segments.slice(0, -1) }, name };
};
