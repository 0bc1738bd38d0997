// Adds to the end of a file, in place: what is in it stays, and it stays the same file.
import { closeSync, constants, fstatSync, ftruncateSync, type BigIntStats } from 'node:fs';
import { errnoError, FileError } from '../failure.ts';
import type { Anchor } from '../sandbox/anchor.ts';
import type { Change } from '../undo/change.ts';
import { ContentWriter, sync } from './bytes.ts';
import { lockDirectory } from './lock.ts';
import { checkMatch, toState } from './state.ts';
import type { WriteRequest, WriteResult } from './write.ts';

/**
 * Adds the content to the end of a file that exists, all of it or nothing. When another process has added to the file
 * meanwhile, a part that cannot be taken back stays, and the error says so.
 *
 * @throws {FileError} `changed`, `no_space`, `io` and others.
 */
export const append = async (
  { given, content, options, target }: WriteRequest,
  old: BigIntStats,
): Promise<WriteResult> => {
  using lock = await lockDirectory(target.directory);
  using file = target.directory.child(target.name);
  if (file.stats.ino !== old.ino || !file.stats.isFile()) throw errnoError('ELOOP');
  target.directory.checkUnmoved();
  const descriptor = file.open(constants.O_WRONLY | constants.O_APPEND);
  const writer = new ContentWriter(descriptor);
  try {
    const before = fstatSync(descriptor, { bigint: true });
    checkMatch(given, before, options.ifMatch);
    lock.check();
    options.change?.adding(target.path, Number(before.size));
    try {
      await writer.write(content, options.signal);
      await sync(descriptor);
    } catch (error) {
      if (takeBack(descriptor, Number(before.size), writer.written)) throw error;
      throw new FileError(
        'io',
        `Not all of the text could be added to ${given}: ${writer.written} bytes of it are in the file.`,
        { hint: 'Read the end of the file before you try again.', cause: error },
      );
    }
    // A server that has taken the lock for one that was left behind.
    if (target.stat()?.ino !== old.ino) throw replaced(given);
    if (options.change !== undefined) await recordAdded(options.change, file, Number(before.size));
    const state = toState(fstatSync(descriptor, { bigint: true }));
    return { path: target.path, bytes: writer.written, created: false, state };
  } finally {
    closeSync(descriptor);
  }
};

const recordAdded = async (change: Change, file: Anchor, size: number): Promise<void> => {
  let descriptor: number;
  try {
    descriptor = file.open(constants.O_RDONLY);
  } catch {
    change.cannotKeep('the file may not be read');
    return;
  }
  try {
    await change.added(descriptor, size);
  } finally {
    closeSync(descriptor);
  }
};

const replaced = (given: string): FileError =>
  new FileError('changed', `${given} was replaced while text was added to it, so the text is not in it.`, {
    hint: 'Read it again, then decide.',
  });

/** Takes the added bytes away. False when they stay: others came behind or between them, or the file cannot be cut. */
const takeBack = (descriptor: number, size: number, added: number): boolean => {
  if (added === 0) return true;
  try {
    const isOurs = fstatSync(descriptor).size === size + added;
    if (isOurs) ftruncateSync(descriptor, size);
    return isOurs;
  } catch {
    return false;
  }
};
