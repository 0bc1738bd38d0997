// TaskStore: where tasks are kept while they run and until their results are fetched; in memory, or outside of the process.
import type { JsonObject } from '../jsonrpc/json.ts';
import { ExpiringMap } from '../stores/expiry.ts';
import type { Awaitable } from '../stores/nonce-store.ts';

/** Where a task stands. The last three are final. */
export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

/** A task as it is kept: JSON, all of it. Times are in milliseconds since 1970. */
export interface StoredTask {
  readonly id: string;
  /** Whose it is: nobody else learns that it exists. Empty where callers are not told apart. */
  readonly owner: string;
  /** One more with each change. Who writes on top of a version that is no longer there has to read again. */
  readonly version: number;
  /** The store forgets it then. */
  readonly expiresAt: number;
  /** Until then somebody runs it; later, unless its status is final, its process is gone. */
  readonly aliveUntil: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly status: TaskStatus;
  readonly message?: string;
  /** The open questions, by key. */
  readonly inputRequests?: JsonObject;
  /** Answers that the run has not taken yet, by key. */
  readonly answers?: JsonObject;
  /** The JSON text of the result, when it is completed. */
  readonly result?: string;
  readonly error?: JsonObject;
}

/**
 * Keeps tasks. Each method may answer at once or with a promise. When one throws or rejects, the store is away: no new task
 * begins, and requests about others are refused.
 */
export interface TaskStore {
  /** Keeps a new task. False when its owner has `most` tasks already. */
  add(task: StoredTask, most: number): Awaitable<boolean>;
  /** The task; undefined when there is none, or when its time is over. */
  get(id: string): Awaitable<StoredTask | undefined>;
  /** Keeps a task in place of its version before. False when that is not the one that is there: of two at once one wins. */
  replace(task: StoredTask): Awaitable<boolean>;
}

const MAX_CHARACTERS = 256 * 1024 * 1024;

/** Keeps tasks in this process. They end with it. */
export class MemoryTaskStore implements TaskStore {
  readonly #tasks = new ExpiringMap<StoredTask>((_, task) => this.#left(task));
  readonly #owned = new Map<string, number>();
  readonly #maxCharacters: number;
  #characters = 0;

  /** When results of more than `maxCharacters` (default 256 Mi) are kept, there are no new tasks until some are over. */
  constructor(maxCharacters: number = MAX_CHARACTERS) {
    this.#maxCharacters = maxCharacters;
  }

  add(task: StoredTask, most: number): boolean {
    if (this.#isFull(task.owner, most)) this.#tasks.sweep();
    if (this.#isFull(task.owner, most)) return false;
    this.#owned.set(task.owner, this.#countOf(task.owner) + 1);
    this.#set(task);
    return true;
  }

  get(id: string): StoredTask | undefined {
    return this.#tasks.get(id);
  }

  replace(task: StoredTask): boolean {
    const kept = this.#tasks.get(task.id);
    if (kept?.version !== task.version - 1) return false;
    this.#characters -= kept.result?.length ?? 0;
    this.#set(task);
    return true;
  }

  #countOf(owner: string): number {
    return this.#owned.get(owner) ?? 0;
  }

  #isFull(owner: string, most: number): boolean {
    return this.#countOf(owner) >= most || this.#characters >= this.#maxCharacters;
  }

  #set(task: StoredTask): void {
    this.#characters += task.result?.length ?? 0;
    this.#tasks.set(task.id, task, Math.max(0, task.expiresAt - Date.now()));
  }

  #left({ owner, result = '' }: StoredTask): void {
    this.#characters -= result.length;
    const owned = this.#countOf(owner) - 1;
    if (owned <= 0) this.#owned.delete(owner);
    else this.#owned.set(owner, owned);
  }
}
