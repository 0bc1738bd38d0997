// TaskOptions: how long and how many tasks are kept, and where.
import type { TaskStore } from './task-store.ts';

/** How tasks are kept. */
export interface TaskOptions {
  /** Default: in this process, so that tasks end with it. */
  readonly store?: TaskStore;
  /** How long a task is kept from its beginning, in milliseconds. One that still runs then is stopped. Default one hour. */
  readonly ttlMs?: number;
  /** Tasks of one caller that are kept; without credentials all callers are one. Default 1000. */
  readonly maxPerCaller?: number;
  /** Tasks that run at once in this process. Default 1000. */
  readonly maxRunning?: number;
  /** The longest result that a task keeps, in characters of JSON. Default 4 Mi. */
  readonly maxResultChars?: number;
  /** A call of a tool with `task: 'optional'` that is done in this time is answered as ever. Default 500 ms. */
  readonly answerWithinMs?: number;
  /** How often clients should ask for a task, in milliseconds. Default 1000. */
  readonly pollIntervalMs?: number;
  /** How long a process may give no sign of life until others count its tasks as failed, in milliseconds. Default 15,000. */
  readonly leaseMs?: number;
}
