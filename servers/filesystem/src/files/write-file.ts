// Writes files. New content comes whole or not at all: into a new file beside the old one, which then takes its place.
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  futimesSync,
  openSync,
  renameSync,
  rmSync,
  type BigIntStats,
} from 'node:fs';
import { errnoError, errorCode, FileError, PathError } from '../failure.ts';
import type { Scope } from '../sandbox/scope.ts';
import { appendToFile } from './append-file.ts';
import { sync, writeContent, type Content } from './bytes.ts';
import { linkOrRename } from './exclusive.ts';
import { makeDirectory } from './make-directory.ts';
import { splitPlace } from '../sandbox/locate.ts';
import { changes } from './queue.ts';
import { locateSlot, type Slot } from '../sandbox/slot.ts';
import { checkMatch, toState, type FileState } from './state.ts';
import { temporaryName } from './temporary-name.ts';

/** How a file is written. */
export interface WriteOptions {
  /** `create`: refuse when there is one. `append`: add to its end. Default: `overwrite`. */
  readonly mode?: 'overwrite' | 'create' | 'append';
  /** Make directories that are missing. Default: no. */
  readonly createParents?: boolean;
  /** Refuse unless the file still has this etag. */
  readonly ifMatch?: string | undefined;
  /** The permission bits of a new file, less those that the process never gives. Default: 0o666. */
  readonly permissions?: number;
  /** When it was last read and changed, in milliseconds since 1970. Default: now. */
  readonly times?: Pick<FileState, 'atimeMs' | 'mtimeMs'>;
  readonly signal?: AbortSignal;
}

/** A file that was written. */
export interface Written {
  /** With links resolved. */
  readonly path: string;
  /** How many bytes were written. */
  readonly bytes: number;
  /** There was none before. */
  readonly created: boolean;
  readonly state: FileState;
}

/** One write, with what is there before it. */
export interface Write {
  readonly scope: Scope;
  readonly given: string;
  readonly content: Content;
  readonly options: WriteOptions;
  readonly slot: Slot;
  readonly old: BigIntStats | undefined;
}

/**
 * Writes a file. One that is replaced keeps its permissions, and its owner where that is possible; readers see the old
 * content or the new, never a part. Whoever is killed on the way, or has no room, leaves the old content.
 *
 * @throws {FileError} `exists`, `changed`, `read_only`, `no_space` and others.
 */
export const writeFile = async (
  scope: Scope,
  given: string,
  content: Content,
  options: WriteOptions = {},
): Promise<Written> => {
  using slot = findSlot(scope, given, options.createParents === true);
  scope.checkChange(slot.path, given);
  const write = (): Promise<Written> => writeNow({ scope, given, content, options, slot });
  // Awaited here: the slot is let go of at the end.
  return await (options.mode === 'append' ? changes.run(slot.path, write) : write());
};

const writeNow = async (asked: Omit<Write, 'old'>): Promise<Written> => {
  const { given, options, slot } = asked;
  options.signal?.throwIfAborted();
  const old = slot.look();
  checkReplaceable(given, slot, old);
  if (options.mode === 'create' && old !== undefined) throw exists(given);
  checkMatch(given, old, options.ifMatch);
  const write = { ...asked, old };
  return options.mode === 'append' && old !== undefined ? appendToFile(write, old) : replace(write);
};

const exists = (given: string, cause?: unknown): FileError =>
  new FileError('exists', `${given} exists already; nothing was written.`, {
    hint: 'Read it first, or choose another name.',
    cause,
  });

const findSlot = (scope: Scope, given: string, createParents: boolean): Slot => {
  try {
    return locateSlot(scope, given, 'follow');
  } catch (error) {
    if (!(error instanceof PathError) || error.code !== 'not_found') throw error;
    if (!createParents) {
      const hint = 'Set createParents to make it, or check the path.';
      throw new PathError('not_found', `The directory of ${given} does not exist.`, { hint, cause: error });
    }
    const split = splitPlace(scope.place(given));
    if (split === undefined) throw error;
    makeDirectory(scope, given, split.parent);
    return locateSlot(scope, given, 'follow');
  }
};

const checkReplaceable = (given: string, slot: Slot, old: BigIntStats | undefined): void => {
  if (old === undefined) return;
  if (old.isDirectory())
    throw new FileError('is_a_directory', `${given} is a directory.`, { hint: 'Give the path of a file.' });
  if (!old.isFile()) {
    const hint = 'Only regular files are written.';
    throw new FileError('not_regular', `${given} is not a regular file.`, { hint });
  }
  // A rename needs no permission on the file itself: a write-protected file must be refused here.
  accessSync(slot.at, constants.W_OK);
};

const replace = async (write: Write): Promise<Written> => {
  const { slot, old, given, options } = write;
  const temporary = slot.directory.at(temporaryName());
  try {
    const { bytes, stats } = await writeTemporary(write, temporary);
    options.signal?.throwIfAborted();
    slot.directory.verify();
    // Nothing else of this process comes between this look and the rename.
    const current = slot.look();
    checkMatch(given, current, options.ifMatch);
    if (options.mode === 'create' || options.mode === 'append') createOnly(write, temporary);
    else renameSync(temporary, slot.at);
    return { path: slot.path, bytes, created: old === undefined, state: stateAfter(slot, stats) };
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
};

const createOnly = ({ given, slot, options }: Write, temporary: string): void => {
  try {
    linkOrRename(temporary, slot.at);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    // What somebody else has made meanwhile is to be added to, not replaced.
    throw options.mode === 'append' ? errnoError('ELOOP') : exists(given, error);
  }
};

// The new name has changed its change time. Another file that is there already is not what was written.
const stateAfter = (slot: Slot, written: BigIntStats): FileState => {
  const stats = slot.look();
  return toState(stats?.ino === written.ino ? stats : written);
};

const NEW_FILE_MODE = 0o666;

const writeTemporary = async (
  { content, options, old }: Write,
  path: string,
): Promise<{ bytes: number; stats: BigIntStats }> => {
  const mode = old === undefined ? (options.permissions ?? NEW_FILE_MODE) : Number(old.mode & 0o777n);
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  // Never more open than the file that it replaces, not even for a moment.
  const descriptor = openSync(path, flags, old === undefined ? mode : mode & 0o700);
  try {
    const bytes = await writeContent(descriptor, content, options.signal);
    if (old !== undefined) takeOver(descriptor, old, mode);
    if (options.times !== undefined)
      futimesSync(descriptor, options.times.atimeMs / 1000, options.times.mtimeMs / 1000);
    // Otherwise a power cut could leave the new name with nothing in it.
    await sync(descriptor);
    return { bytes, stats: fstatSync(descriptor, { bigint: true }) };
  } finally {
    closeSync(descriptor);
  }
};

/** Gives the new file the owner and the permissions of the old one. */
const takeOver = (descriptor: number, old: BigIntStats, mode: number): void => {
  const { uid, gid } = fstatSync(descriptor, { bigint: true });
  const isOwnerKept =
    uid === old.uid || tryChange(() => fchownSync(descriptor, Number(old.uid), Number(gid)));
  const isGroupKept =
    gid === old.gid ||
    tryChange(() => fchownSync(descriptor, Number(isOwnerKept ? old.uid : uid), Number(old.gid)));
  // Another group gets no more than everybody.
  fchmodSync(descriptor, isGroupKept ? mode : (mode & 0o707) | ((mode & 0o007) << 3));
};

// Only root may give files away; the content is more important than its owner.
const tryChange = (change: () => void): boolean => {
  try {
    change();
    return true;
  } catch (error) {
    if (errorCode(error) === 'EPERM') return false;
    throw error;
  }
};
