// TaskOptions: where tasks are stored, how many and for how long.
import type { TaskStore } from './task-store.ts';

/** How tasks are run and stored. */
export interface TaskOptions {
  /** Default: in this process, so that tasks end with it. */
  readonly store?: TaskStore;
  /**
   * Milliseconds from the start of a task until the store deletes it. A task that still runs then is stopped. Default
   * one hour.
   */
  readonly ttlMs?: number;
  /**
   * Concurrent calls in this process that are tasks or may become one. One caller gets at most half of them;
   * without credentials all callers are one. Default 2,000.
   */
  readonly maxRunning?: number;
  /** A call of a tool with `task: 'optional'` that is done in this time is answered without a task. Default 500 ms. */
  readonly answerWithinMs?: number;
}
