// Slot: a name in a held directory, for what is to be made, replaced, moved or deleted. Nothing need be there.
import { lstatSync, type BigIntStats } from 'node:fs';
import { join, resolve } from 'node:path';
import { FileError } from '../failure.ts';
import type { Scope } from './scope.ts';
import type { Anchor, LastLink } from './anchor.ts';
import { followLink, locateInner, MAX_LINKS, readLink, splitPlace, tooManyLinks } from './locate.ts';

/** A place for an entry. The directory is held until it is disposed of. */
export interface Slot extends Disposable {
  readonly directory: Anchor;
  readonly name: string;
  /** The real path. */
  readonly path: string;
  /** A path for calls of the file system. */
  readonly at: string;
  /** What is there now, without following a link. */
  look(): BigIntStats | undefined;
}

/**
 * Finds the slot of a path. With `follow` a link in it leads on to the slot of its target.
 *
 * @throws {PathError} when it is outside or denied, or its directory is missing.
 */
export const locateSlot = (scope: Scope, given: string, last: LastLink): Slot => {
  let inner = scope.place(given);
  for (let links = 0; links <= MAX_LINKS; links++) {
    const split = splitPlace(inner);
    if (split === undefined)
      throw new FileError('is_a_directory', `${given} is an allowed directory itself; it stays as it is.`, {
        hint: 'Give the path of something in it.',
      });
    const slot = new HeldSlot(locateInner(scope, given, split.parent), split.name);
    try {
      scope.check(slot.path, given);
      const stats = slot.look();
      if (last === 'hold' || stats?.isSymbolicLink() !== true) return slot;
      const target = followLink(scope, given, readLink(slot.at));
      inner = scope.place(given, resolve(slot.directory.path, target));
    } catch (error) {
      slot[Symbol.dispose]();
      throw error;
    }
    slot[Symbol.dispose]();
  }
  throw tooManyLinks(given);
};

/** Whether the last name of a path is a link. An allowed directory has no name here. */
export const isLink = (scope: Scope, given: string): boolean => {
  if (splitPlace(scope.place(given)) === undefined) return false;
  using slot = locateSlot(scope, given, 'hold');
  return slot.look()?.isSymbolicLink() === true;
};

class HeldSlot implements Slot {
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

  look(): BigIntStats | undefined {
    const stats = lstatSync(this.at, { bigint: true, throwIfNoEntry: false });
    this.directory.confirm();
    return stats;
  }

  [Symbol.dispose](): void {
    this.directory[Symbol.dispose]();
  }
}
