// Adds to the end of a file, in place: what is in it stays, and it stays the same file.
import { closeSync, constants, fstatSync, ftruncateSync, type BigIntStats } from 'node:fs';
import { errnoError, FileError } from '../failure.ts';
import { hold } from '../sandbox/anchor.ts';
import { sync, writeContent } from './bytes.ts';
import { checkMatch, toState } from './state.ts';
import type { Write, Written } from './write-file.ts';

/**
 * Adds the content to the end of a file that exists. When there is no room for all of it, nothing is added.
 *
 * @throws {FileError} `changed`, `no_space` and others.
 */
export const appendToFile = async (
  { scope, given, content, options, slot }: Write,
  old: BigIntStats,
): Promise<Written> => {
  using anchor = hold(scope.rules.anchoring, slot.at, 'hold');
  if (anchor.stats.ino !== old.ino || !anchor.stats.isFile()) throw errnoError('ELOOP');
  slot.directory.verify();
  const descriptor = anchor.open(constants.O_WRONLY | constants.O_APPEND);
  try {
    const before = fstatSync(descriptor, { bigint: true });
    checkMatch(given, before, options.ifMatch);
    const bytes = await undoOnFailure(descriptor, before.size, () =>
      writeContent(descriptor, content, options.signal),
    );
    await sync(descriptor);
    const state = toState(fstatSync(descriptor, { bigint: true }));
    return { path: slot.path, bytes, created: false, state };
  } finally {
    closeSync(descriptor);
  }
};

const undoOnFailure = async (
  descriptor: number,
  size: bigint,
  write: () => Promise<number>,
): Promise<number> => {
  try {
    return await write();
  } catch (error) {
    try {
      ftruncateSync(descriptor, Number(size));
    } catch (undoError) {
      throw new FileError('io', 'The file could not be written whole, and a part of it stays.', {
        cause: new AggregateError([error, undoError]),
      });
    }
    throw error;
  }
};
