// Undo store: the changes that each client of this process can undo. The originals are in a private temporary folder,
// which no tool reaches and which is removed when the process exits. Nothing is ever read from the folder of another
// process.
import { mkdirSync, realpathSync, rmSync, type BigIntStats } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Trashed } from '../files/trash.ts';
import { temporaryName } from '../sandbox/names.ts';
import type { Target } from '../sandbox/resolve.ts';

/** The original of a file: under a hidden name beside the file during the change, then in the store. */
export interface Original {
  readonly name: string;
  readonly stamp: string;
}

/**
 * One step of a change. `path` is real; `left` is the stamp of what the step left there, empty for nothing. `content`:
 * a new file, or one that replaced `original`. `added`: bytes appended after the first `size`. `moved`: the old path
 * was `from`. `made`: a new directory. `trashed`: an entry moved to the trash.
 */
export type Step = { readonly path: string; left: string } & (
  | { readonly kind: 'content'; readonly original?: Original | undefined }
  | { readonly kind: 'added'; readonly size: number; readonly before: string }
  | { readonly kind: 'moved'; readonly from: string }
  | { readonly kind: 'made' }
  | { readonly kind: 'trashed'; readonly trashed: Trashed }
);

/** Records the steps of a change, and stores the originals of what it replaces. */
export interface Recorder {
  /**
   * Stores what is about to be replaced. Call `release` if it is not replaced after all.
   *
   * @throws {Error} of the file system, if the change is all or none.
   */
  store(target: Target, stats: BigIntStats | undefined): Promise<Original | undefined>;
  /** Removes the original of a file that was not replaced. */
  release(target: Target, original: Original | undefined): void;
  record(step: Step): void;
  /** Marks this change as impossible to undo, with the reason. */
  forbidUndo(reason: string): void;
}

export interface ChangeOptions {
  /** Fail unless it still has this etag. */
  readonly ifMatch?: string | undefined;
  /** Cancels waiting, and stops between two parts of the work. */
  readonly signal?: AbortSignal | undefined;
  readonly change?: Recorder | undefined;
}

export interface Client {
  /** Identifies the client. */
  readonly id?: unknown;
  /** Calls `forget` when the client will not return, because no other client may undo its changes. */
  onGone?(forget: () => void): void;
}

/** A completed change. */
export interface PastChange {
  readonly id: string;
  readonly client: unknown;
  readonly tool: string;
  readonly steps: readonly Step[];
  readonly bytes: number;
}

const folders = new Set<string>();
const removeFolders = (): void => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
};

/** Holds at most `maxBytes` of originals. Beyond that the client that holds most loses its oldest change. */
export class UndoStore {
  readonly maxBytes: number;
  #folder: string | undefined;
  readonly #made: PastChange[] = [];

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /**
   * Returns the path for an original, and makes the folder for it.
   *
   * @throws {Error} of the file system.
   */
  at(name: string): string {
    if (this.#folder === undefined) {
      const folder = join(realpathSync(tmpdir()), temporaryName());
      // Fails if the name exists, so the folder belongs to this process alone.
      mkdirSync(folder, { mode: 0o700 });
      if (folders.size === 0) process.once('exit', removeFolders);
      folders.add(folder);
      this.#folder = folder;
    }
    return join(this.#folder, name);
  }

  of(client: unknown): readonly PastChange[] {
    return this.#made.filter((made) => made.client === client).toReversed();
  }

  /** Adds a change of a client. The store forgets it when the client is gone. */
  add(made: PastChange, client: Client): void {
    const own = (): readonly PastChange[] => this.of(client.id);
    if (own().length === 0) client.onGone?.(() => own().forEach((old) => this.drop(old)));
    this.#made.push(made);
    for (let most = this.#overfull(); most !== undefined; most = this.#overfull()) this.drop(most);
  }

  /**
   * Removes a change, so that no other call undoes it, too. Returns a function that puts it back, or undefined if it
   * was not there.
   */
  claim(made: PastChange): (() => void) | undefined {
    const index = this.#made.indexOf(made);
    if (index < 0) return undefined;
    this.#made.splice(index, 1);
    return () => void this.#made.splice(index, 0, made);
  }

  /** Forgets a change and removes its originals. */
  drop(made: PastChange): void {
    this.claim(made);
    for (const step of made.steps)
      if (step.kind === 'content' && step.original !== undefined)
        rmSync(this.at(step.original.name), { force: true });
  }

  /** Replaces a stamp, after a restored file got a new one. */
  restamp(before: string, now: string): void {
    for (const { steps } of this.#made) for (const step of steps) if (step.left === before) step.left = now;
  }

  /** Returns the next change to drop, or undefined if everything fits. */
  #overfull(): PastChange | undefined {
    const bytesOf = new Map<unknown, number>();
    for (const { client, bytes } of this.#made) bytesOf.set(client, (bytesOf.get(client) ?? 0) + bytes);
    const most = Math.max(...bytesOf.values());
    const total = [...bytesOf.values()].reduce((sum, bytes) => sum + bytes, 0);
    return total <= this.maxBytes ? undefined : this.#made.find(({ client }) => bytesOf.get(client) === most);
  }
}
