// Entry change: changes one entry of a directory while no other server on the same tree changes that directory.
import type { BigIntStats } from 'node:fs';
import type { Target } from '../sandbox/resolve.ts';
import type { ChangeOptions } from '../undo/store.ts';
import { checkMatch } from './state.ts';
import { lockDirectory, unlessHeld, type Lock } from './turns.ts';

/**
 * Locks the directory of a target, makes sure that it is where it was, and gives `work` what has the name now. The work
 * must change nothing when it fails, and check the lock before it changes something.
 *
 * @throws {FileError} `changed` when the entry does not have the etag, or `busy`; the reason of the signal; and what the work throws.
 */
export const changeEntry = <T>(
  given: string,
  target: Target,
  { ifMatch, signal }: ChangeOptions,
  work: (now: BigIntStats | undefined, lock: Lock) => T | Promise<T>,
): Promise<T> =>
  unlessHeld(given, async () => {
    using lock = await lockDirectory(target.directory, signal);
    target.directory.checkUnmoved();
    const now = target.stat();
    checkMatch(given, now, ifMatch);
    return await work(now, lock);
  });
