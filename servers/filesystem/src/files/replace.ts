// New content comes whole or not at all: into a new file beside the old one, which then takes its place.
import {
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
import { errnoError, errorCode, FileError } from '../failure.ts';
import type { Anchor } from '../sandbox/anchor.ts';
import type { Target } from '../sandbox/target.ts';
import { temporaryName } from '../sandbox/temporary-name.ts';
import { stampOf } from '../undo/store.ts';
import { ContentWriter, sync } from './bytes.ts';
import { linkOrRename } from './exclusive.ts';
import { unlessHeld } from './held-open.ts';
import { lockDirectory } from './lock.ts';
import { checkMatch, toState, type FileState } from './state.ts';
import type { WriteRequest, WriteResult } from './write.ts';

/** A new content under a hidden name beside its place. */
export interface Written {
  readonly temporary: string;
  readonly stats: BigIntStats;
}

/**
 * Puts a written file in the place of the old one; with `create` and `append` only where there is none. When that fails the
 * written file is removed.
 *
 * @throws {FileError} `exists`, `changed` and others.
 */
export const putInPlace = async (
  request: WriteRequest,
  { temporary, stats }: Written,
): Promise<WriteResult> => {
  const { target, old, given, options } = request;
  const { change, signal } = options;
  try {
    await unlessHeld(given, async () => {
      using lock = await lockDirectory(target.directory, signal);
      target.directory.checkUnmoved();
      // No server comes between this look and the rename.
      const now = target.stat();
      checkMatch(given, now, options.ifMatch);
      if (options.ifStamp !== undefined && stampOf(now) !== options.ifStamp) throw errnoError('ELOOP');
      const kept = await change?.keep(target, now);
      try {
        lock.check();
        target.directory.within((prefix) => {
          const [from, to] = [prefix + temporary, prefix + target.name];
          if (options.mode === 'create' || options.mode === 'append') createOnly(request, from, to);
          else renameSync(from, to);
        });
      } catch (error) {
        change?.release(target, kept);
        throw error;
      }
      change?.made({ kind: 'content', path: target.path, left: stampOf(stats), kept });
    });
    const bytes = Number(stats.size);
    return { path: target.path, bytes, created: old === undefined, state: stateAfter(target, stats) };
  } catch (error) {
    discard(target.directory, temporary);
    throw error;
  }
};

// Where the directory cannot be found again, a hidden file stays in it.
export const discard = (directory: Anchor, temporary: string): void => {
  try {
    directory.within((prefix) => rmSync(prefix + temporary, { force: true }));
  } catch {
    // The failure that led here is reported.
  }
};

/** The answer of `create` where a file is. */
export const fileExists = (given: string, cause?: unknown): FileError =>
  new FileError('exists', `${given} exists already; nothing was written.`, {
    hint: 'Read it first, or choose another name.',
    cause,
  });

const createOnly = ({ given, options }: WriteRequest, from: string, to: string): void => {
  try {
    linkOrRename(from, to);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    // A file that another process has made meanwhile is to be added to, not replaced.
    throw options.mode === 'append' ? errnoError('ELOOP') : fileExists(given, error);
  }
};

// The new name has changed its change time. Another file that is there already is not what was written.
const stateAfter = (target: Target, written: BigIntStats): FileState => {
  const stats = target.stat();
  return toState(stats?.ino === written.ino ? stats : written);
};

const NEW_FILE_MODE = 0o666;

/**
 * Writes the new content to a file beside its place.
 *
 * @throws {Error} of the file system, or the reason of the signal; then nothing is left.
 */
export const writeBeside = async ({ content, options, old, target }: WriteRequest): Promise<Written> => {
  const temporary = temporaryName();
  const mode = old === undefined ? (options.permissions ?? NEW_FILE_MODE) : Number(old.mode & 0o777n);
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  // Never more open than the file that it replaces, not even for a moment.
  const first = old === undefined ? mode : mode & 0o700;
  const descriptor = target.directory.within((prefix) => openSync(prefix + temporary, flags, first));
  try {
    await new ContentWriter(descriptor).write(content, options.signal);
    if (old !== undefined) takeOver(descriptor, { uid: Number(old.uid), gid: Number(old.gid) }, mode);
    if (options.times !== undefined)
      futimesSync(descriptor, options.times.atimeMs / 1000, options.times.mtimeMs / 1000);
    // Otherwise a power cut could leave the new name with nothing in it.
    await sync(descriptor);
    return { temporary, stats: fstatSync(descriptor, { bigint: true }) };
  } catch (error) {
    discard(target.directory, temporary);
    throw error;
  } finally {
    closeSync(descriptor);
  }
};

/** Gives a file an owner and permissions, as far as that may be. */
export const takeOver = (
  descriptor: number,
  owner: { readonly uid: number; readonly gid: number },
  mode: number,
): void => {
  const { uid, gid } = fstatSync(descriptor);
  const isOwnerKept = uid === owner.uid || tryChange(() => fchownSync(descriptor, owner.uid, gid));
  const isGroupKept =
    gid === owner.gid || tryChange(() => fchownSync(descriptor, isOwnerKept ? owner.uid : uid, owner.gid));
  // Another group gets no more than all users.
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
