// Makes directories, with those above them that are missing.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, FileError } from '../failure.ts';
import type { InnerPath } from '../sandbox/inner-path.ts';
import type { Scope } from '../sandbox/scope.ts';
import { walk } from '../sandbox/locate.ts';

/** A directory that is there now. */
export interface MadeDirectory {
  /** With links resolved. */
  readonly path: string;
  /** The real paths of the directories that were missing, from the top. */
  readonly created: readonly string[];
}

/**
 * Makes a directory and what is missing above it. A link on the way is followed as long as it stays inside.
 *
 * @throws {FileError} `exists` when there is something else.
 */
export const makeDirectory = (
  scope: Scope,
  given: string,
  place: InnerPath = scope.place(given),
): MadeDirectory => {
  const created: string[] = [];
  using made = walk(scope, given, place, (parent, name) => {
    const path = join(parent.path, name);
    scope.checkChange(path, given);
    parent.verify();
    try {
      mkdirSync(parent.at(name));
      created.push(path);
    } catch (error) {
      // Somebody else was faster.
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  });
  if (!made.stats.isDirectory()) throw new FileError('exists', `${given} exists and is not a directory.`);
  return { path: made.path, created };
};
