// Target: a name in a held directory, for what is to be made, replaced, moved or deleted. It need not exist.
import { lstatSync, type BigIntStats } from 'node:fs';
import { join, resolve } from 'node:path';
import { FileError } from '../file-error.ts';
import type { Anchor, LastLink } from './anchor.ts';
import { splitLast, type RelativePath, type Scope } from './scope.ts';
import { MAX_LINKS, readLink, resolveRelative, tooManyLinks, toLongName } from './resolve.ts';

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
 * @throws {FileError} when it is outside or denied, or its directory is missing.
 */
export const resolveTarget = (scope: Scope, given: string, last: LastLink): Target => {
  let path = scope.toRelative(given);
  for (let links = 0; links <= MAX_LINKS; links++) {
    const split = splitLast(path);
    if (split === undefined)
      throw new FileError('is_a_directory', `${given} is an allowed directory itself; it stays as it is.`, {
        hint: 'Give the path of something in it.',
      });
    const directory = resolveDirectory(scope, given, split.parent);
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

const resolveDirectory = (scope: Scope, given: string, directory: RelativePath): Anchor => {
  try {
    return resolveRelative(scope, given, directory);
  } catch (error) {
    if (!(error instanceof FileError) || error.code !== 'not_found') throw error;
    throw new FileError('not_found', `The directory of ${given} does not exist.`, {
      hint: 'Check the path, or make the directory with create_directory.',
      cause: error,
    });
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
