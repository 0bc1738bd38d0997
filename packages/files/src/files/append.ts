// Adds to the end of a file, in place: what is in it stays, and it stays the same file.
import { closeSync, constants, fstatSync, ftruncateSync, type BigIntStats } from 'node:fs';
import { errnoError, FileError } from '../file-error.ts';
import { ContentWriter, sync, type Content } from './content.ts';
import type { Target } from '../sandbox/resolve.ts';
import type { ChangeOptions } from '../undo/store.ts';
import { lockDirectory } from './turns.ts';
import { checkMatch, stampOf, toState, type FileState } from './state.ts';

/** What is added to which file. `given` is the path in messages. */
export interface AppendRequest {
  readonly given: string;
  readonly content: Content;
  readonly target: Target;
  readonly options: ChangeOptions;
}

/** What was added, and what is there now. */
export interface Appended {
  readonly path: string;
  readonly bytes: number;
  readonly created: false;
  readonly state: FileState;
}

/**
 * Adds the content to the end of a file that exists, all of it or nothing. When another process has added to the file
 * meanwhile, a part that cannot be taken back stays, and the error says so.
 *
 * @throws {FileError} `changed`, `no_space`, `io` and others.
 */
export const append = async (
  { given, content, options, target }: AppendRequest,
  old: BigIntStats,
): Promise<Appended> => {
  using lock = await lockDirectory(target.directory, options.signal);
  using file = target.directory.child(target.name);
  if (file.stats.ino !== old.ino || !file.stats.isFile()) throw errnoError('ELOOP');
  target.directory.checkUnmoved();
  const descriptor = file.open(constants.O_WRONLY | constants.O_APPEND);
  const writer = new ContentWriter(descriptor);
  try {
    const before = fstatSync(descriptor, { bigint: true });
    checkMatch(given, before, options.ifMatch);
    lock.check();
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
    const after = fstatSync(descriptor, { bigint: true });
    const size = Number(before.size);
    options.change?.made({
      kind: 'added',
      path: target.path,
      left: stampOf(after),
      size,
      before: stampOf(before),
    });
    const state = toState(after);
    return { path: target.path, bytes: writer.written, created: false, state };
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
