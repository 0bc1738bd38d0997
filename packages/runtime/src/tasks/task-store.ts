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
  /** Its caller; for other callers it does not exist. Empty if there are no credentials. */
  readonly owner: string;
  /** Grows by one with each change. A writer whose version is outdated must read again. */
  readonly version: number;
  /** When the store deletes it. */
  readonly expiresAt: number;
  /** When its process must have renewed it. Later, unless its status is final, the process is gone. */
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

/** Returns whether a task can no longer change. */
export function isFinal({ status }: StoredTask): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

type Found = readonly (StoredTask | undefined)[];
type Replaced = 'stored' | 'changed' | 'full';

/**
 * Stores tasks, within its own capacity: a task reserves a part when it is added, and occupies its real size when it is
 * final. No owner gets the whole capacity. Each method may return a value or a promise. If one throws or rejects, the
 * store is unreachable: no new task begins, and requests about others are refused.
 */
export interface TaskStore {
  /** Stores a new task. Returns false if there is no capacity for it. */
  add(task: StoredTask): boolean | Promise<boolean>;
  /** Returns these tasks in this order, with undefined for one that does not exist or whose time is over. */
  getMany(ids: readonly string[]): Found | Promise<Found>;
  /**
   * Replaces the previous version of a task. Returns `changed` if another version is stored (of two writers one
   * wins), or `full` if there is no capacity for its result; in both cases nothing changes.
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
    if (!this.#capacity.reserve(task.owner, held)) return false;
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
    if (!this.#capacity.reserve(task.owner, held - kept.held)) return 'full';
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
