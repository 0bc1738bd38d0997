// Turns: who works when. Long work lets others in between, changes of one file take turns, and servers on one tree
// (each host starts its own) share a lock per directory. It is held between the last look at a file and its
// replacement, so that no edit of another server is lost in between.
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

/** How long one piece of work may keep the thread. */
const SLICE_MS = 8;

/** The time slice of one piece of work: without it nothing could cancel work that never waits. */
export class TimeSlice {
  #since = performance.now();

  /** Lets others work first when this one has had the thread for long. Undefined when there is no need to wait. */
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

/** The last change of each file that is being changed, by its path. */
const last = new Map<string, Promise<unknown>>();

/**
 * Runs a change when all changes of the file before it have ended, however they ended. Hosts call tools in parallel:
 * the second must see what the first has written.
 */
export const inTurn = async <T>(path: string, change: () => Promise<T>): Promise<T> => {
  const before = last.get(path);
  const mine = before === undefined ? change() : before.then(change, change);
  last.set(path, mine);
  try {
    return await mine;
  } finally {
    if (last.get(path) === mine) last.delete(path);
  }
};

/** A lock that is held until it is disposed of. */
interface Lock extends Disposable {
  /**
   * Makes sure, at the last moment, that the lock is still held.
   *
   * @throws {Error} ELOOP when another process took it for one that was left behind.
   */
  check(): void;
}

/** No process holds a lock as long as this: one that was killed left it behind. */
const STALE_MS = 2000;
const RETRY_MS = 2;

/**
 * Waits for the lock of a directory. Where none can be made, as in a directory that is not writable, goes on without.
 *
 * @throws {Error} the reason of the signal, also when it was aborted while the lock was waited for.
 */
export const lockDirectory = async (directory: Anchor, signal?: AbortSignal): Promise<Lock> => {
  let seen: { readonly mark: string; readonly since: number } | undefined;
  for (;;) {
    signal?.throwIfAborted();
    const made = makeLock(directory);
    if (made !== undefined) return made;
    const lock = lockIn(directory);
    // A repository may bring a directory of this name.
    if (lock?.isDirectory() === true) return NO_LOCK;
    // By this clock alone: that of the file system may be another.
    const mark = markOf(lock);
    if (seen?.mark !== mark) seen = { mark, since: performance.now() };
    if (lock !== undefined && performance.now() - seen.since > STALE_MS) breakLock(directory, mark);
    else await sleep(RETRY_MS);
  }
};

/** Undefined while another has it. */
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
        // The next process that wants it takes it for one that was left behind.
      }
    },
  };
};

const lockIn = (directory: Anchor): BigIntStats | undefined =>
  directory.within((prefix) => lstatSync(prefix + LOCK_NAME, { bigint: true, throwIfNoEntry: false }));

// Without times that a rename may change.
const markOf = (lock: BigIntStats | undefined): string => `${lock?.ino}-${lock?.mtimeNs}`;

/** Takes a lock away that was left behind. When another process was faster and has made its own, that one stays. */
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

/**
 * What Windows says of a file that another program has open, as virus scanners have it for a moment, and of what is
 * forbidden.
 */
const HELD: ReadonlySet<string | undefined> = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** About a second and a half in all. */
const PAUSES_MS = [10, 20, 50, 100, 200, 400, 600];

/**
 * Does work that replaces, renames or deletes `given`, and on Windows does it again for a moment while that is
 * refused. The work must change nothing when it fails.
 *
 * @throws {FileError} `busy`, when Windows still refuses it.
 */
export const unlessHeld = async <T>(
  given: string,
  work: () => T | Promise<T>,
  platform: NodeJS.Platform = process.platform,
): Promise<T> => {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (platform !== 'win32' || !HELD.has(errorCode(error))) throw error;
      const pause = PAUSES_MS[tries];
      if (pause === undefined) throw held(given, error);
      await sleep(pause);
    }
  }
};

// The system does not tell which program it is.
const held = (given: string, cause: unknown): FileError =>
  new FileError(
    'busy',
    `${given} cannot be replaced, renamed or deleted now: another program has it open, or Windows forbids it. Nothing was changed.`,
    { hint: 'Ask the user to close the programs that use it, then try again.', cause },
  );

/**
 * Locks the directory of a target, makes sure that it is where it was, and gives `work` what has the name now. The work
 * must change nothing when it fails, and check the lock before it changes something.
 *
 * @throws {FileError} `changed` when the entry does not have the etag, or `busy`; the reason of the signal; and what
 * the work throws.
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
