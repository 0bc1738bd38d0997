// TaskStore: stores tasks while they run and until their results are fetched; in memory, or outside of the
// process.
import type { JsonObject } from '../index.ts';
import { Capacity } from '../limits/capacity.ts';
import { ExpiringMap } from '../limits/expiry.ts';

/** Where a task stands. The last three are final. */
export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

/** A stored task, entirely JSON. Times are in milliseconds since 1970. */
export interface StoredTask {
  readonly id: string;
  /** Whose it is: nobody else learns that it exists. Empty where callers are not told apart. */
  readonly owner: string;
  /** Grows by one with each change. A writer whose version is outdated must read again. */
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

/** Tells whether a task changes no more. */
export function isFinal({ status }: StoredTask): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

type Found = readonly (StoredTask | undefined)[];
type Replaced = 'stored' | 'changed' | 'full';

/**
 * Stores tasks, within a capacity of its own: a task reserves its part when it is added, and keeps what it really
 * takes when it is final. No owner gets so much that others have none. Each method may answer at once or with a
 * promise. When one throws or rejects, the store is away: no new task begins, and requests about others are refused.
 */
export interface TaskStore {
  /** Stores a new task. Returns false if there is no capacity for it. */
  add(task: StoredTask): boolean | Promise<boolean>;
  /** Returns these tasks in this order, with undefined for one that does not exist or whose time is over. */
  getMany(ids: readonly string[]): Found | Promise<Found>;
  /**
   * Stores a task in place of its version before. Nothing changes with `changed`, when another version is stored (of
   * two writers one wins), and with `full`, when there is no capacity for its result.
   */
  replace(task: StoredTask): Replaced | Promise<Replaced>;
}

const MAX_CHARACTERS = 256 * 1024 * 1024;
const RESERVED = 16 * 1024;
const OVERHEAD = 1024;

interface Kept {
  readonly task: StoredTask;
  /** Characters of the capacity. */
  readonly held: number;
}

/** Stores tasks in this process. They end with it. */
export class MemoryTaskStore implements TaskStore {
  readonly #tasks = new ExpiringMap<Kept>((_, { task, held }) => this.#capacity.release(task.owner, held));
  readonly #capacity: Capacity;

  /**
   * Holds at most `maxCharacters` (default 256 Mi), half of it for one owner. A task that runs has 16,384 or more of
   * them, a task that is over as many as it is long.
   */
  constructor(maxCharacters: number = MAX_CHARACTERS) {
    this.#capacity = new Capacity(maxCharacters);
  }

  add(task: StoredTask): boolean {
    const held = Math.max(RESERVED, lengthOf(task));
    if (!this.#capacity.take(task.owner, held)) return false;
    this.#set(task, held);
    return true;
  }

  getMany(ids: readonly string[]): (StoredTask | undefined)[] {
    return ids.map((id) => this.#tasks.get(id)?.task);
  }

  replace(task: StoredTask): 'stored' | 'changed' | 'full' {
    const kept = this.#tasks.get(task.id);
    if (kept?.task.version !== task.version - 1) return 'changed';
    const held = isFinal(task) ? lengthOf(task) : Math.max(kept.held, lengthOf(task));
    if (!this.#capacity.take(task.owner, held - kept.held)) return 'full';
    this.#set(task, held);
    return 'stored';
  }

  #set(task: StoredTask, held: number): void {
    this.#tasks.set(task.id, { task, held }, Math.max(0, task.expiresAt - Date.now()));
  }
}

function lengthOf({ result = '', ...rest }: StoredTask): number {
  return OVERHEAD + result.length + JSON.stringify(rest).length;
}
