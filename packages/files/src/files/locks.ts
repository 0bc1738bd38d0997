// Locks: yields to other requests, serializes changes of a file within the process, and locks directories between
// servers (each host starts its own). A change holds the lock from the last check of a file to its replacement, so that
// no edit of another server is lost.
import {
  closeSync,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  unlinkSync,
  type BigIntStats,
} from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, errnoError, FileError } from '../file-error.ts';
import type { Anchor } from '../sandbox/anchor.ts';
import { LOCK_NAME, temporaryName } from '../sandbox/names.ts';
import type { Target } from '../sandbox/resolve.ts';
import type { ChangeOptions } from '../undo/store.ts';
import { checkMatch } from './state.ts';

const SLICE_MS = 8;

/** A time slice. Without it nothing could cancel work that never waits. */
export class TimeSlice {
  #since = performance.now();

  /** Yields to other work if the slice is used up; undefined if not. */
  end(): Promise<void> | undefined {
    if (performance.now() - this.#since < SLICE_MS) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        this.#since = performance.now();
        resolve();
      });
    });
  }
}

/** The last pending change of each file, by path. */
const last = new Map<string, Promise<unknown>>();

/**
 * Runs a change after all earlier changes of the file. Hosts call tools in parallel, and the second call must see what
 * the first one wrote.
 */
export const serialize = async <T>(path: string, change: () => Promise<T>): Promise<T> => {
  const before = last.get(path);
  const mine = before === undefined ? change() : before.then(change, change);
  last.set(path, mine);
  try {
    return await mine;
  } finally {
    if (last.get(path) === mine) last.delete(path);
  }
};

/** A lock, released when it is disposed of. */
interface Lock extends Disposable {
  /** @throws {Error} ELOOP if another process considered it stale. */
  check(): void;
}

/** No process holds a lock this long, so an older lock belongs to a killed process. */
const STALE_MS = 2000;
const RETRY_MS = 2;

/**
 * Waits for the lock of a directory. If a lock cannot be created, as in a read-only directory, it continues without
 * one.
 *
 * @throws {Error} the reason of the signal, also if it is aborted during the wait.
 */
export const lockDirectory = async (directory: Anchor, signal?: AbortSignal): Promise<Lock> => {
  let seen: { readonly mark: string; readonly since: number } | undefined;
  for (;;) {
    signal?.throwIfAborted();
    const made = makeLock(directory);
    if (made !== undefined) return made;
    const lock = lockIn(directory);
    // A repository may contain a directory of this name.
    if (lock?.isDirectory() === true) return NO_LOCK;
    // Uses the local clock, because that of the file system may differ.
    const mark = markOf(lock);
    if (seen?.mark !== mark) seen = { mark, since: performance.now() };
    if (lock !== undefined && performance.now() - seen.since > STALE_MS) breakLock(directory, mark);
    else await sleep(RETRY_MS);
  }
};

/** Creates the lock, or returns undefined while another process holds it. */
const makeLock = (directory: Anchor): Lock | undefined => {
  try {
    const descriptor = directory.within((prefix) => openSync(prefix + LOCK_NAME, 'wx', 0o600));
    try {
      return toLock(directory, markOf(fstatSync(descriptor, { bigint: true })));
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    return errorCode(error) === 'EEXIST' ? undefined : NO_LOCK;
  }
};

const NO_LOCK: Lock = { check: () => {}, [Symbol.dispose]: () => {} };

const toLock = (directory: Anchor, mark: string): Lock => {
  const isOurs = (): boolean => markOf(lockIn(directory)) === mark;
  return {
    check: () => {
      if (!isOurs()) throw errnoError('ELOOP');
    },
    [Symbol.dispose]: () => {
      try {
        if (isOurs()) directory.within((prefix) => unlinkSync(prefix + LOCK_NAME));
      } catch {
        // The lock becomes stale.
      }
    },
  };
};

const lockIn = (directory: Anchor): BigIntStats | undefined =>
  directory.within((prefix) => lstatSync(prefix + LOCK_NAME, { bigint: true, throwIfNoEntry: false }));

// Without the times that a rename may change.
const markOf = (lock: BigIntStats | undefined): string => `${lock?.ino}-${lock?.mtimeNs}`;

/** Removes a stale lock, unless another process has already replaced it. */
const breakLock = (directory: Anchor, stale: string): void => {
  const aside = temporaryName();
  directory.within((prefix) => {
    try {
      renameSync(prefix + LOCK_NAME, prefix + aside);
      if (markOf(lstatSync(prefix + aside, { bigint: true })) !== stale)
        linkSync(prefix + aside, prefix + LOCK_NAME);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'EEXIST') throw error;
    } finally {
      rmSync(prefix + aside, { force: true });
    }
  });
};

/** Errors of Windows for a file that another program has open, like a virus scanner, and for missing permissions. */
const OPEN_ELSEWHERE: ReadonlySet<string | undefined> = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** About a second and a half in total. */
const PAUSES_MS = [10, 20, 50, 100, 200, 400, 600];

/**
 * Runs work that replaces, renames or deletes `given`, and retries it on Windows while another program has the file
 * open. The work must change nothing if it fails.
 *
 * @throws {FileError} `busy`, if Windows still refuses.
 */
export const retryWhileOpen = async <T>(
  given: string,
  work: () => T | Promise<T>,
  platform: NodeJS.Platform = process.platform,
): Promise<T> => {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (platform !== 'win32' || !OPEN_ELSEWHERE.has(errorCode(error))) throw error;
      const pause = PAUSES_MS[tries];
      if (pause === undefined) throw busy(given, error);
      await sleep(pause);
    }
  }
};

const busy = (given: string, cause: unknown): FileError =>
  new FileError(
    'busy',
    `${given} cannot be replaced, renamed or deleted now: another program has it open, or Windows forbids it. Nothing was changed.`,
    { hint: 'Ask the user to close the programs that use it, then try again.', cause },
  );

/**
 * Locks the directory of a target, checks that it has not moved, and calls `work` with the current entry. The work must
 * change nothing if it fails, and must check the lock before a change.
 *
 * @throws {FileError} `changed` if the entry has another etag, or `busy`; the reason of the signal; and whatever the
 *   work throws.
 */
export const changeEntry = <T>(
  given: string,
  target: Target,
  { ifMatch, signal }: ChangeOptions,
  work: (now: BigIntStats | undefined, lock: Lock) => T | Promise<T>,
): Promise<T> =>
  retryWhileOpen(given, async () => {
    using lock = await lockDirectory(target.directory, signal);
    target.directory.checkUnmoved();
    const now = target.stat();
    checkMatch(given, now, ifMatch);
    return await work(now, lock);
  });
