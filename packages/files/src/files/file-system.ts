// FileSystem: all operations on files, each within a scope.
import { toFailure } from '../file-error.ts';
import { resolvePath, linkStats } from '../sandbox/resolve.ts';
import type { Scope } from '../sandbox/scope.ts';
import { Change, type ChangePlan } from '../undo/change.ts';
import { UndoStore, type ChangeOptions, type Client, type Original, type PastChange } from '../undo/store.ts';
import { findLast, undo } from '../undo/undo.ts';
import { openTemporary, type Content, readFile, type OpenFile } from './content.ts';
import { listDirectory, listWithStates, type Choose, type Listing } from './list.ts';
import { makeDirectory, setState, type MakeDirectoryResult } from './make-directory.ts';
import { move, type MoveOptions, type MoveResult } from './move.ts';
import { remove, trash, type RemoveOptions, type RemoveResult, type TrashResult } from './remove.ts';
import { toState, type EntryWithState, type FileState, type WriteResult } from './state.ts';
import type { Recycle } from './trash.ts';
import { TimeSlice } from './locks.ts';
import { writeFile, writeFiles, type FileToWrite, type WriteOptions } from './write.ts';

export interface FileInfo {
  /** With links resolved. */
  readonly path: string;
  readonly state: FileState;
}

export interface Changed<T> {
  readonly result: T;
  /** A sentence that says why the change cannot be undone; empty if it can. */
  readonly note: string;
}

/** A change that can be undone. */
export interface LastChange extends PastChange {
  /** Returns the previous content of a file, unless it has more than `maxBytes`. */
  readOriginal(original: Original, maxBytes: number): Promise<Buffer | undefined>;
  /** @throws {FileError} with the reason; nothing was undone then. */
  undo(): Promise<void>;
}

/** A user of files, and what that user may do. */
export interface FileUser extends Client {
  /** Returns the scope. If one path is in question, pass it: that may save work. */
  scope(path?: string): Scope | Promise<Scope>;
  /** Moves a path to the trash of Windows or macOS, which this package cannot. */
  readonly recycle?: Recycle;
  /** Returns the signal that cancels a change. */
  signal?(): AbortSignal;
}

/**
 * The files of one request. Paths are as the caller wrote them: absolute, with `~`, or relative to the first allowed
 * directory. Methods throw a `FileError` for every refusal.
 */
export class FileSystem {
  readonly #user: FileUser;
  readonly #store: UndoStore;
  readonly #change: Change | undefined;
  readonly #slice = new TimeSlice();

  /** `store` holds the originals. Without it nothing can be undone. */
  constructor(user: FileUser, store: UndoStore = new UndoStore(0), change?: Change) {
    this.#user = user;
    this.#store = store;
    this.#change = change;
  }

  /** Returns the scope of the request; `path` as in `FileUser`. */
  async scope(path?: string): Promise<Scope> {
    return this.#user.scope(path);
  }

  /**
   * Makes a change that can be undone; `work` gets the files to change. With `allOrNone` it is rolled back if the work
   * fails.
   *
   * @throws whatever the work throws.
   */
  async change<T>(plan: ChangePlan, work: (files: FileSystem) => Promise<T>): Promise<Changed<T>> {
    const scope = await this.scope();
    const change = new Change(this.#store, plan);
    try {
      const result = await work(new FileSystem(this.#user, this.#store, change));
      const loss = await change.end(scope, this.#user);
      return { result, note: loss === undefined ? '' : ` [This cannot be undone: ${loss}.]` };
    } catch (error) {
      throw await change.fail(error, scope, this.#user);
    }
  }

  /** Returns the last change of this client; see `findLast`. */
  async lastChange(path?: string): Promise<LastChange> {
    const [scope, store, client] = [await this.scope(path), this.#store, this.#user];
    const made = await findLast({ scope, store, client }, path);
    return {
      ...made,
      readOriginal: async ({ name }, maxBytes) => {
        using file = openTemporary(store.at(name));
        return await file.readWhole(maxBytes);
      },
      undo: () => undo({ scope, store, client }, made),
    };
  }

  /** Returns facts about a path. Links are followed. */
  stat(path: string): Promise<FileInfo> {
    return this.#within(path, (scope) => {
      using anchor = resolvePath(scope, path);
      return { path: anchor.path, state: toState(anchor.stats) };
    });
  }

  /** Returns the state of a symbolic link, or undefined if the path is not one. */
  linkState(path: string): Promise<FileState | undefined> {
    return this.#within(path, (scope) => {
      const stats = linkStats(scope, path);
      return stats === undefined ? undefined : toState(stats);
    });
  }

  read<T>(path: string, use: (file: OpenFile) => T | Promise<T>): Promise<T> {
    return this.#within(path, (scope) => readFile(scope, path, use));
  }

  list(path: string): Promise<Listing> {
    return this.#within(path, (scope) => listDirectory(scope, path));
  }

  /** As `list`, with size and time of each entry that `choose` selects. Links are not followed. */
  listWithStates(path: string, choose?: Choose): Promise<Listing<EntryWithState>> {
    return this.#within(path, (scope) => listWithStates(scope, path, choose));
  }

  write(path: string, content: Content, options?: WriteOptions): Promise<WriteResult> {
    return this.#within(path, (scope) => writeFile(scope, path, content, { ...this.#own, ...options }));
  }

  /** See `writeFiles`. Call it within an all-or-none change. */
  async writeAll(files: readonly FileToWrite[]): Promise<ReadonlyMap<string, string>> {
    return writeFiles(await this.scope(files[0]?.path), files, this.#own);
  }

  makeDirectory(path: string): Promise<MakeDirectoryResult> {
    return this.#within(path, (scope) => makeDirectory(scope, path, undefined, this.#change));
  }

  setState(path: string, state: Pick<FileState, 'mode' | 'atimeMs' | 'mtimeMs'>): Promise<void> {
    return this.#within(path, (scope) => setState(scope, path, state));
  }

  move(source: string, destination: string, options?: MoveOptions): Promise<MoveResult> {
    return this.#within(source, (scope) => move(scope, source, destination, { ...this.#own, ...options }));
  }

  /** See `remove`. This cannot be undone. */
  remove(path: string, options?: RemoveOptions): Promise<RemoveResult> {
    return this.#within(path, (scope) => remove(scope, path, { ...this.#own, ...options }));
  }

  trash(path: string, options?: RemoveOptions): Promise<TrashResult> {
    return this.#within(path, (scope) =>
      trash(scope, path, { ...this.#own, ...options, recycle: this.#user.recycle }),
    );
  }

  get #own(): ChangeOptions {
    return { signal: this.#user.signal?.(), change: this.#change };
  }

  async #within<T>(path: string, work: (scope: Scope) => T | Promise<T>): Promise<T> {
    const scope = await this.scope(path);
    await this.#slice.end();
    try {
      return await work(scope);
    } catch (error) {
      throw toFailure(path, error);
    }
  }
}
