// Tree: a directory with all that is below it, for searches and copies. Links are not followed.
import { join } from 'node:path';
import { FileError, toFailure } from '../failure.ts';
import type { Scope } from '../sandbox/scope.ts';
import { holdReal, listReal, type Anchor } from '../sandbox/anchor.ts';
import { addStates, readEntries, toEntries, type Entry, type EntryWithState } from './entries.ts';
import { locate } from '../sandbox/locate.ts';
import { openRegular, type OpenFile } from './open-file.ts';
import { Turn } from './turn.ts';

/**
 * A directory tree. Paths are relative to its top, '' is the top itself. Every method throws a `FileError` for what
 * cannot be read; the rest of the tree can be.
 */
export interface Tree {
  /** The top, with links resolved. */
  readonly path: string;
  /** The entries of one directory, by name, without what is denied. At once where that is quick. */
  list(path: string): readonly Entry[] | Promise<readonly Entry[]>;
  /** As `list`, with the state of each entry. */
  listWithStates(path: string): Promise<readonly EntryWithState[]>;
  /** Opens a regular file, gives it to `use` and closes it. */
  read<T>(path: string, use: (file: OpenFile) => T | Promise<T>): Promise<T>;
}

/**
 * Opens a tree. Everything in it is found by its real path and held before it is used, so that it can be walked in any
 * order and nothing stays open.
 */
export const openTree = (scope: Scope, given: string): Tree => {
  using top = locate(scope, given);
  if (!top.stats.isDirectory()) throw new FileError('not_a_directory', `${given} is not a directory.`);
  return new AnchoredTree(scope, top.path, given);
};

class AnchoredTree implements Tree {
  readonly path: string;
  readonly #scope: Scope;
  readonly #given: string;
  readonly #turn = new Turn();

  constructor(scope: Scope, path: string, given: string) {
    this.#scope = scope;
    this.path = path;
    this.#given = given;
  }

  list(path: string): readonly Entry[] | Promise<readonly Entry[]> {
    const wait = this.#turn.pass();
    return wait === undefined ? this.#listNow(path) : wait.then(() => this.#listNow(path));
  }

  #listNow(path: string): readonly Entry[] | Promise<readonly Entry[]> {
    const real = path === '' ? this.path : join(this.path, path);
    try {
      const isHidden = this.#scope.entriesIn(real, real);
      const names = listReal(this.#scope.rules.anchoring, real);
      if (names !== undefined) return toEntries(names, isHidden);
    } catch (error) {
      return Promise.reject(toFailure(path === '' ? this.#given : real, error));
    }
    return this.#use(path, (directory, given) => readEntries(this.#scope, directory, given));
  }

  listWithStates(path: string): Promise<readonly EntryWithState[]> {
    return this.#use(path, async (directory, given) =>
      addStates(directory, await readEntries(this.#scope, directory, given)),
    );
  }

  read<T>(path: string, use: (file: OpenFile) => T | Promise<T>): Promise<T> {
    return this.#use(path, async (anchor, given) => {
      using file = openRegular(anchor, given);
      return await use(file);
    });
  }

  async #use<T>(path: string, use: (anchor: Anchor, given: string) => Promise<T>): Promise<T> {
    const real = path === '' ? this.path : join(this.path, path);
    const given = path === '' ? this.#given : real;
    await this.#turn.pass();
    try {
      this.#scope.check(real, given);
      using anchor = holdReal(this.#scope.rules.anchoring, real);
      return await use(anchor, given);
    } catch (error) {
      throw toFailure(given, error);
    }
  }
}
