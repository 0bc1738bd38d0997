// Deletes files and directories, from anchor to anchor: a directory that is swapped for a link meanwhile is not entered.
import { isUtf8 } from 'node:buffer';
import { lstatSync, readdirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import { errorCode, FileError } from '../failure.ts';
import type { Anchor } from '../sandbox/anchor.ts';
import type { Scope } from '../sandbox/scope.ts';
import { resolveTarget } from '../sandbox/target.ts';
import { isTemporaryName, temporaryName } from '../sandbox/temporary-name.ts';
import { checkNothingDenied, MAX_DEPTH, tooDeep } from './check-tree.ts';
import { checkMatch } from './state.ts';
import { Turn } from './turn.ts';

/** What may be deleted. */
export interface RemoveOptions {
  /** Delete a directory with everything in it. Default: only an empty one. */
  readonly recursive?: boolean;
  /** Refuse unless it still has this etag. */
  readonly ifMatch?: string | undefined;
  /** Stops between two entries; what is deleted by then is gone. */
  readonly signal?: AbortSignal;
}

/** What was deleted. */
export interface RemoveResult {
  /** The real path. */
  readonly path: string;
  /** How many files and directories, with the one itself. */
  readonly removed: number;
}

/**
 * Deletes a file, a link (never its target) or a directory.
 *
 * @throws {FileError} `not_found`, `not_empty`, `changed`, `access_denied`, `read_only` and others.
 */
export const remove = async (
  scope: Scope,
  given: string,
  options: RemoveOptions = {},
): Promise<RemoveResult> => {
  using target = resolveTarget(scope, given, 'hold');
  const stats = target.stat();
  if (stats === undefined)
    throw new FileError('not_found', `${given} does not exist.`, { hint: 'Look with list_directory.' });
  scope.checkRemoval(target.path, given);
  checkMatch(given, stats, options.ifMatch);
  target.directory.checkUnmoved();
  if (!stats.isDirectory()) {
    unlinkSync(target.at);
    return { path: target.path, removed: 1 };
  }
  if (options.recursive === true) await checkNothingDenied(scope, target, given);
  const removal = new Removal(given, options);
  using directory = target.directory.child(target.name);
  await removal.empty(directory, 0);
  rmdirSync(target.at);
  return { path: target.path, removed: removal.count + 1 };
};

interface Removable {
  readonly name: Buffer;
  readonly path: Buffer;
}

class Removal {
  count = 0;
  readonly #given: string;
  readonly #options: RemoveOptions;
  readonly #turn = new Turn();

  constructor(given: string, options: RemoveOptions) {
    this.#given = given;
    this.#options = options;
  }

  /** Deletes what is in a held directory. Names are bytes: some are not UTF-8. */
  async empty(directory: Anchor, depth: number): Promise<void> {
    if (depth > MAX_DEPTH) throw tooDeep(this.#given);
    if (!directory.stats.isDirectory())
      throw new FileError('changed', `${this.#given} changed while it was deleted.`);
    for (const name of readdirSync(directory.self, 'buffer')) {
      this.#options.signal?.throwIfAborted();
      // Hidden leftovers of a killed process are no reason to keep a directory.
      if (this.#options.recursive !== true && !isTemporaryName(name.toString())) throw notEmpty(this.#given);
      await this.#removeEntry(directory, name, depth);
      this.count++;
      await this.#turn.pass();
    }
  }

  async #removeEntry(parent: Anchor, name: Buffer, depth: number): Promise<void> {
    const path = Buffer.concat([Buffer.from(`${parent.self}/`), name]);
    parent.checkSame();
    try {
      unlinkSync(path);
    } catch (error) {
      // What Linux and others say of a directory.
      if (errorCode(error) !== 'EISDIR' && errorCode(error) !== 'EPERM') throw error;
      if (!lstatSync(path).isDirectory()) throw error;
      await this.#removeDirectory(parent, { name, path }, depth);
    }
  }

  async #removeDirectory(parent: Anchor, { name, path }: Removable, depth: number): Promise<void> {
    // Whatever its name is, it gets one that can be held.
    const isUsable = isUtf8(name);
    const held = isUsable ? name.toString() : temporaryName();
    if (!isUsable) renameSync(path, parent.at(held));
    using directory = parent.child(held);
    await this.empty(directory, depth + 1);
    rmdirSync(parent.at(held));
  }
}

const notEmpty = (given: string): FileError =>
  new FileError('not_empty', `${given} is a directory that is not empty.`, {
    hint: 'Set recursive to delete everything in it.',
  });
