// Adds to the end of a file, in place: what is in it stays, and it stays the same file.
import { closeSync, constants, fstatSync, ftruncateSync, type BigIntStats } from 'node:fs';
import { errnoError, FileError } from '../failure.ts';
import { ContentWriter, sync } from './bytes.ts';
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
  using file = target.directory.child(target.name);
  if (file.stats.ino !== old.ino || !file.stats.isFile()) throw errnoError('ELOOP');
  target.directory.checkUnmoved();
  const descriptor = file.open(constants.O_WRONLY | constants.O_APPEND);
  const writer = new ContentWriter(descriptor);
  try {
    const { size } = checkedStats(descriptor, given, options.ifMatch);
    try {
      await writer.write(content, options.signal);
      await sync(descriptor);
    } catch (error) {
      throw takeBack({ descriptor, given, size, added: BigInt(writer.written) }, error);
    }
    const state = toState(fstatSync(descriptor, { bigint: true }));
    return { path: target.path, bytes: writer.written, created: false, state };
  } finally {
    closeSync(descriptor);
  }
};

const checkedStats = (descriptor: number, given: string, ifMatch: string | undefined): BigIntStats => {
  const stats = fstatSync(descriptor, { bigint: true });
  checkMatch(given, stats, ifMatch);
  return stats;
};

interface Addition {
  readonly descriptor: number;
  readonly given: string;
  /** Of the file before, in bytes. */
  readonly size: bigint;
  readonly added: bigint;
}

/** Takes the added bytes away, unless others came behind or between them. Returns the error to throw. */
const takeBack = ({ descriptor, given, size, added }: Addition, error: unknown): unknown => {
  if (added === 0n) return error;
  try {
    if (fstatSync(descriptor).size === Number(size + added)) {
      ftruncateSync(descriptor, Number(size));
      return error;
    }
  } catch (undoError) {
    return partStays(given, added, new AggregateError([error, undoError]));
  }
  return partStays(given, added, error);
};

const partStays = (given: string, added: bigint, cause: unknown): FileError =>
  new FileError(
    'io',
    `Not all of the text could be added to ${given}: ${added} bytes of it are in the file.`,
    {
      hint: 'Read the end of the file before you try again.',
      cause,
    },
  );
