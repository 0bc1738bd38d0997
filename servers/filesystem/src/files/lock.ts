// A lock on the names in a directory, for all servers on this tree: each host starts one of its own. It is held for the
// moment between the last look at a file and its replacement, so that no edit of another server is lost in between.
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
import { setTimeout } from 'node:timers/promises';
import { errorCode, errnoError } from '../failure.ts';
import type { Anchor } from '../sandbox/anchor.ts';
import { LOCK_NAME, temporaryName } from '../sandbox/temporary-name.ts';

/** A lock that is held until it is disposed of. */
export interface Lock extends Disposable {
  /**
   * Makes sure, at the last moment, that the lock is still held.
   *
   * @throws {Error} ELOOP when another process took it for one that was left behind.
   */
  check(): void;
}

/** Nobody holds a lock as long as this: a process that was killed left it behind. */
const STALE_MS = 2000;
const RETRY_MS = 2;

/** Waits for the lock of a directory. Where none can be made, as in a directory that is not writable, goes on without. */
export const lockDirectory = async (directory: Anchor): Promise<Lock> => {
  let seen: { readonly lock: BigIntStats; readonly since: number } | undefined;
  for (;;) {
    const made = makeLock(directory);
    if (made !== 'taken') return made;
    const lock = lockIn(directory);
    if (lock === undefined) continue;
    // By this clock alone: that of the file system may be another.
    if (seen === undefined || !isSame(seen.lock, lock)) seen = { lock, since: performance.now() };
    if (performance.now() - seen.since > STALE_MS) breakLock(directory, lock);
    else await setTimeout(RETRY_MS);
  }
};

const makeLock = (directory: Anchor): Lock | 'taken' => {
  try {
    const descriptor = directory.within((prefix) => openSync(prefix + LOCK_NAME, 'wx', 0o600));
    try {
      return new FileLock(directory, fstatSync(descriptor, { bigint: true }));
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    return errorCode(error) === 'EEXIST' ? 'taken' : NO_LOCK;
  }
};

const NO_LOCK: Lock = { check: () => {}, [Symbol.dispose]: () => {} };

class FileLock implements Lock {
  readonly #directory: Anchor;
  readonly #stats: BigIntStats;

  constructor(directory: Anchor, stats: BigIntStats) {
    this.#directory = directory;
    this.#stats = stats;
  }

  check(): void {
    if (!this.#isOurs()) throw errnoError('ELOOP');
  }

  [Symbol.dispose](): void {
    try {
      if (this.#isOurs()) this.#directory.within((prefix) => unlinkSync(prefix + LOCK_NAME));
    } catch {
      // Whoever wants it next takes it for one that was left behind.
    }
  }

  #isOurs(): boolean {
    const lock = lockIn(this.#directory);
    return lock !== undefined && isSame(lock, this.#stats);
  }
}

const lockIn = (directory: Anchor): BigIntStats | undefined =>
  directory.within((prefix) => lstatSync(prefix + LOCK_NAME, { bigint: true, throwIfNoEntry: false }));

const isSame = (a: BigIntStats, b: BigIntStats): boolean => a.ino === b.ino && a.mtimeNs === b.mtimeNs;

/** Takes a lock away that was left behind. When another process was faster and has made its own, that one stays. */
const breakLock = (directory: Anchor, stale: BigIntStats): void => {
  const aside = temporaryName();
  directory.within((prefix) => {
    try {
      renameSync(prefix + LOCK_NAME, prefix + aside);
      if (!isSame(lstatSync(prefix + aside, { bigint: true }), stale))
        linkSync(prefix + aside, prefix + LOCK_NAME);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'EEXIST') throw error;
    } finally {
      rmSync(prefix + aside, { force: true });
    }
  });
};
