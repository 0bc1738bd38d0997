// The private store, outside of what tools can reach, that all servers of this user share. A change is a journal, and a file
// for each content that it keeps. The name of the journal says what state the change is in, so that a rename is one step from
// one state to the next. All are in one folder: to make one for each change takes longer than a small change.
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlink,
  unlinkSync,
  type Stats,
} from 'node:fs';
import { hash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { errorCode } from '../failure.ts';
import { readJournal, type Journal } from './journal.ts';

/**
 * `open`: a server is making the change. `undo`: a server is taking it back. `kept`: it was made and can be taken back.
 */
type State = 'open' | 'undo' | 'kept';

/** A change in the store. */
export interface Entry {
  readonly id: string;
  readonly state: State;
  /** Who works on it, like `1f2e3d-4711`; of a kept one how many bytes it has. */
  readonly detail: string;
}

/** How the store is set up. */
export interface StoreOptions {
  /** Real, as far as it exists. It is made when the first change is. */
  readonly directory: string;
  /** Of all that is kept; 0 keeps nothing after a change. */
  readonly maxBytes: number;
}

const NAME = /^([\da-z]{9}-[\da-f]{8})\.(open|undo|kept)-([\da-f]{6}-\d+|\d+)$/;
/** A content that a change keeps. */
const CONTENT = /^([\da-z]{9}-[\da-f]{8})\.\d+-[\da-z]+$/;

/** Of the time at the start of an id. */
const TIME_DIGITS = 9;
const MAX_AGE_MS = 7 * 86_400_000;
const MAX_ENTRIES = 200;
/** A look through the store for so many changes, or for one with this part of all bytes. */
const PRUNE_EVERY = 16;
/** A server that has written nothing for so long has ended, though a process has its number. */
const MAX_SILENCE_MS = 600_000;

const HOST = hash('sha256', hostname()).slice(0, 6);
const OWNER = `${HOST}-${process.pid}`;

const nameOf = ({ id, state, detail }: Entry): string => `${id}.${state}-${detail}`;

/** The changes that can be taken back, and those that a killed server left half made. */
export class UndoStore {
  readonly directory: string;
  readonly maxBytes: number;
  /** Until a second name for a file is refused. */
  isOnSameDisk = true;
  /** What this process works on: its number alone may be that of a server that was killed. */
  readonly #working = new Set<string>();
  /** Changes since the last look for what is too old or too much. */
  #unpruned = 0;
  /** What this process has made. */
  readonly #own = new Set<string>();

  constructor({ directory, maxBytes }: StoreOptions) {
    this.directory = directory;
    this.maxBytes = maxBytes;
  }

  /**
   * Makes the journal of a new change.
   *
   * @throws {Error} of the file system, or when the store belongs to another user.
   */
  create(): Entry {
    mkdirSync(this.directory, { recursive: true, mode: 0o700 });
    checkPrivate(lstatSync(this.directory));
    const entry: Entry = { id: this.#nextId(), state: 'open', detail: OWNER };
    closeSync(openSync(this.at(entry), 'wx', 0o600));
    this.#working.add(entry.id);
    return entry;
  }

  /** The path of the journal of a change, or of a content that it keeps. */
  at(entry: Entry, kept?: string): string {
    return join(this.directory, kept === undefined ? nameOf(entry) : `${entry.id}.${kept}`);
  }

  /** All changes, the newest first. */
  entries(): readonly Entry[] {
    return toEntries(this.#names());
  }

  /** What can be taken back: first what this process has made, then what other servers have. */
  kept(): readonly Entry[] {
    const kept = this.entries().filter(({ state }) => state === 'kept');
    return [...kept.filter(({ id }) => this.#own.has(id)), ...kept.filter(({ id }) => !this.#own.has(id))];
  }

  /** What servers that have ended were making or taking back. */
  abandoned(): readonly Entry[] {
    return this.#names()
      .filter((name) => !name.includes('.kept-'))
      .flatMap((name) => toEntry(name) ?? [])
      .filter((entry) => entry.state !== 'kept' && !this.#isAlive(entry));
  }

  /** What was to change; undefined when it cannot be read. */
  read(entry: Entry): Journal | undefined {
    try {
      return readJournal(readFileSync(this.at(entry), 'utf8'));
    } catch {
      return undefined;
    }
  }

  /** Takes a change for this process, to take it back; undefined when another server was faster. */
  claim(entry: Entry): Entry | undefined {
    this.#working.add(entry.id);
    const claimed = this.#rename(entry, 'undo', OWNER);
    if (claimed === undefined) this.#working.delete(entry.id);
    return claimed;
  }

  /** A change is made, or could not be taken back: it can be, from now on. False when another server has it. */
  keep(entry: Entry, bytes = this.#sizeOf(entry)): boolean {
    this.#working.delete(entry.id);
    if (entry.detail === OWNER && entry.state === 'open') this.#own.add(entry.id);
    const kept = this.#rename(entry, 'kept', `${bytes}`);
    // Looking through the store takes as long as a small change.
    if (this.#unpruned++ % PRUNE_EVERY === 0 || bytes > this.maxBytes / PRUNE_EVERY) this.#prune();
    return kept !== undefined;
  }

  /** Forgets a change with what is kept of it, the journal first: without one, nothing is looked for. */
  drop(entry: Entry): void {
    this.#working.delete(entry.id);
    this.#delete(nameOf(entry), ...this.#contentsOf(entry));
  }

  /** Whether a change is still this process's to make: another may have taken it for abandoned. */
  has(entry: Entry): boolean {
    return lstatSync(this.at(entry), { throwIfNoEntry: false }) !== undefined;
  }

  /** Sorts after the id of every change in the store, including changes that other servers made in this millisecond. */
  #nextId(): string {
    const newest = this.#names().reduce((id, name) => (id < name && NAME.test(name) ? name : id), '');
    const after = Number.parseInt(newest.slice(0, TIME_DIGITS) || '0', 36) + 1;
    const time = Math.max(Date.now(), after).toString(36).padStart(TIME_DIGITS, '0');
    return `${time}-${randomBytes(4).toString('hex')}`;
  }

  #names(): readonly string[] {
    try {
      return readdirSync(this.directory);
    } catch {
      return [];
    }
  }

  #delete(...names: readonly string[]): void {
    for (const name of names) {
      try {
        unlinkSync(join(this.directory, name));
      } catch {
        // Another server was faster, or on Windows a program has it open. It goes when it is too old.
      }
    }
  }

  #contentsOf({ id }: Entry): readonly string[] {
    return this.#names().filter((name) => CONTENT.exec(name)?.[1] === id);
  }

  #sizeOf(entry: Entry): number {
    const sizes = this.#contentsOf(entry).map((name) => lstatSync(join(this.directory, name)).size);
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  #rename(entry: Entry, state: State, detail: string): Entry | undefined {
    const next = { ...entry, state, detail };
    try {
      renameSync(this.at(entry), this.at(next));
      return next;
    } catch {
      return undefined;
    }
  }

  #isAlive(entry: Entry): boolean {
    if (this.#working.has(entry.id)) return true;
    const [host, pid] = entry.detail.split('-');
    if (entry.detail === OWNER || (host === HOST && !isRunning(Number(pid)))) return false;
    const at = lstatSync(this.at(entry), { throwIfNoEntry: false });
    return at === undefined ? false : Date.now() - at.mtimeMs < MAX_SILENCE_MS;
  }

  // The oldest first, until what is left is few, young and small enough.
  #prune(): void {
    const names = this.#names();
    const oldest = (Date.now() - MAX_AGE_MS).toString(36).padStart(TIME_DIGITS, '0');
    const dropped = new Set<string>();
    let [count, bytes] = [0, 0];
    for (const entry of toEntries(names)) {
      if (entry.state !== 'kept' && this.#isAlive(entry)) continue;
      count++;
      bytes += entry.state === 'kept' ? Number(entry.detail) : 0;
      if (entry.id >= oldest && count <= MAX_ENTRIES && bytes <= this.maxBytes) continue;
      this.#delete(nameOf(entry));
      dropped.add(entry.id);
    }
    for (const name of names) {
      const id = CONTENT.exec(name)?.[1];
      // The old ones are of servers that were killed while they dropped a change. Aside: the disk takes its time.
      if (id !== undefined && (dropped.has(id) || id < oldest)) unlink(join(this.directory, name), () => {});
    }
  }
}

const toEntry = (name: string): Entry | undefined => {
  const [, id, state, detail] = NAME.exec(name) ?? [];
  if (id === undefined || detail === undefined) return undefined;
  return state === 'open' || state === 'undo' || state === 'kept' ? { id, state, detail } : undefined;
};

/** The newest first. */
const toEntries = (names: readonly string[]): Entry[] =>
  names.flatMap((name) => toEntry(name) ?? []).toSorted((a, b) => (a.id < b.id ? 1 : -1));

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
};

/** On Windows the folder of a user is private by its place. */
const checkPrivate = (stats: Stats): void => {
  if (process.getuid === undefined) return;
  const isPrivate = stats.isDirectory() && stats.uid === process.getuid() && (stats.mode & 0o077) === 0;
  if (!isPrivate) throw new Error('the folder for undo_last_change must be one that only this user can open');
};
