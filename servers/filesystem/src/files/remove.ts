// Deletes files and directories, from anchor to anchor: a directory that is swapped for a link meanwhile is not entered.
import { isUtf8 } from 'node:buffer';
import { lstatSync, readdirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import { errorCode, FileError } from '../failure.ts';
import type { Scope } from '../sandbox/scope.ts';
import { hold, type Anchor } from '../sandbox/anchor.ts';
import { checkNothingDenied, MAX_DEPTH, tooDeep } from './removal-check.ts';
import { locateSlot } from '../sandbox/slot.ts';
import { checkMatch } from './state.ts';
import { isTemporaryName, temporaryName } from './temporary-name.ts';
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
export interface Removed {
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
export const remove = async (scope: Scope, given: string, options: RemoveOptions = {}): Promise<Removed> => {
  using slot = locateSlot(scope, given, 'hold');
  const stats = slot.look();
  if (stats === undefined)
    throw new FileError('not_found', `${given} does not exist.`, { hint: 'Look with list_directory.' });
  scope.checkRemoval(slot.path, given);
  checkMatch(given, stats, options.ifMatch);
  slot.directory.verify();
  if (!stats.isDirectory()) {
    unlinkSync(slot.at);
    return { path: slot.path, removed: 1 };
  }
  if (options.recursive === true) await checkNothingDenied(scope, slot, given);
  const removal = new Removal(scope, given, options);
  using directory = hold(scope.rules.anchoring, slot.at, 'hold');
  await removal.empty(directory, 0);
  rmdirSync(slot.at);
  return { path: slot.path, removed: removal.count + 1 };
};

class Removal {
  count = 0;
  readonly #scope: Scope;
  readonly #given: string;
  readonly #options: RemoveOptions;
  readonly #turn = new Turn();

  constructor(scope: Scope, given: string, options: RemoveOptions) {
    this.#scope = scope;
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
      // Leftovers that nobody sees are no reason to keep a directory.
      if (this.#options.recursive !== true && !isTemporaryName(name.toString())) throw notEmpty(this.#given);
      await this.#removeEntry(directory, name, depth);
      this.count++;
      await this.#turn.pass();
    }
  }

  async #removeEntry(parent: Anchor, name: Buffer, depth: number): Promise<void> {
    const path = Buffer.concat([Buffer.from(`${parent.self}/`), name]);
    parent.confirm();
    try {
      unlinkSync(path);
    } catch (error) {
      // What Linux and others say of a directory.
      if (errorCode(error) !== 'EISDIR' && errorCode(error) !== 'EPERM') throw error;
      if (!lstatSync(path).isDirectory()) throw error;
      await this.#removeDirectory(parent, path, depth);
    }
  }

  async #removeDirectory(parent: Anchor, path: Buffer, depth: number): Promise<void> {
    // Whatever its name is, it gets one that can be held.
    const name = parent.at(temporaryName());
    const held = isUtf8(path) ? path.toString() : name;
    if (held === name) renameSync(path, name);
    using directory = hold(this.#scope.rules.anchoring, held, 'hold');
    await this.empty(directory, depth + 1);
    rmdirSync(held);
  }
}

const notEmpty = (given: string): FileError =>
  new FileError('not_empty', `${given} is a directory that is not empty.`, {
    hint: 'Set recursive to delete everything in it.',
  });
