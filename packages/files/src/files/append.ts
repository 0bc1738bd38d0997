// Appends to a file in place: its content stays, and it remains the same file.
import { closeSync, constants, fstatSync, ftruncateSync } from 'node:fs';
import { errnoError, FileError } from '../file-error.ts';
import { isSame } from '../sandbox/anchor.ts';
import type { Target } from '../sandbox/resolve.ts';
import type { ChangeOptions } from '../undo/store.ts';
import { sync, writeContent, type Content } from './content.ts';
import { stampOf, toState, type WriteResult } from './state.ts';
import { changeEntry } from './locks.ts';

/**
 * Appends the content to an existing file, all of it or nothing. If another process appends at the same time, a part
 * that cannot be removed stays, and the error reports it.
 *
 * @throws {FileError} `changed`, `no_space`, `io` and others.
 */
export const append = (
  given: string,
  target: Target,
  content: Content,
  options: ChangeOptions,
): Promise<WriteResult> =>
  changeEntry(given, target, options, async (now, lock) => {
    using file = target.directory.child(target.name);
    if (!isSame(file.stats, now) || !file.stats.isFile()) throw errnoError('ELOOP');
    const descriptor = file.open(constants.O_WRONLY | constants.O_APPEND);
    try {
      const before = fstatSync(descriptor, { bigint: true });
      const size = Number(before.size);
      let bytes = 0;
      lock.check();
      try {
        await writeContent(descriptor, content, options.signal, (count) => (bytes += count));
        await sync(descriptor);
      } catch (error) {
        if (cutAdded(descriptor, size, bytes)) throw error;
        throw new FileError(
          'io',
          `Not all of the text could be added to ${given}: ${bytes} bytes of it are in the file.`,
          { hint: 'Read the end of the file before you try again.', cause: error },
        );
      }
      // Another server may have broken the lock as stale.
      if (!isSame(target.stat(), before)) throw replaced(given);
      const after = fstatSync(descriptor, { bigint: true });
      const [left, old] = [stampOf(after), stampOf(before)];
      options.change?.record({ kind: 'added', path: target.path, left, size, before: old });
      return { path: target.path, bytes, created: false, state: toState(after) };
    } finally {
      closeSync(descriptor);
    }
  });

const replaced = (given: string): FileError =>
  new FileError('changed', `${given} was replaced while text was added to it, so the text is not in it.`, {
    hint: 'Read it again, then decide.',
  });

/**
 * Removes the appended bytes. Returns false if they stay, because other bytes follow them or the file cannot be
 * truncated.
 */
const cutAdded = (descriptor: number, size: number, added: number): boolean => {
  if (added === 0) return true;
  try {
    const isOurs = fstatSync(descriptor).size === size + added;
    if (isOurs) ftruncateSync(descriptor, size);
    return isOurs;
  } catch {
    return false;
  }
};
