// The processes of one database handle: one stays warm, more come while there is more to do at once. No client can
// keep all of them busy.
import { Budget, type Turn } from '@mcp/limited-work/budget';
import { SqliteProcess, type TaskLimits } from './process.ts';
import type { AnswerOf, ProcessOptions, Task } from './tasks.ts';

/** How long a process beyond the first stays without work, in milliseconds. */
const IDLE_MS = 10_000;

/** Who wants a task done, and until when. */
export type Job = TaskLimits & Turn;

/** Processes with the same options. Tasks wait for a free one. */
export class ProcessPool {
  readonly #options: ProcessOptions;
  /** Half of the processes are for one client at most, and one more for what is short. */
  readonly #slots: Budget;
  // The first one is used first, so that it stays the same when there is little to do.
  readonly #idle: SqliteProcess[] = [];
  #isClosed = false;

  constructor(options: ProcessOptions, maxProcesses: number) {
    this.#options = options;
    this.#slots = new Budget(maxProcesses);
  }

  /** Starts the first process, if none runs. */
  warm(): void {
    if (this.#slots.isEmpty && this.#idle.length === 0) this.#idle.push(new SqliteProcess(this.#options));
  }

  /**
   * Does a task on the next free process. The deadline begins then.
   *
   * @throws {SqlFailure} when it fails.
   * @throws the reason of the signal.
   */
  async run<T extends Task>(task: T, job: Job): Promise<AnswerOf<T>> {
    return this.#slots.run(job, async () => {
      const process = this.#take();
      try {
        return await process.run(task, job);
      } finally {
        this.#release(process);
      }
    });
  }

  /** Ends the processes that are idle, and the others when they have answered. */
  close(): void {
    this.#isClosed = true;
    for (const process of this.#idle.splice(0)) process.end();
  }

  #take(): SqliteProcess {
    let process = this.#idle.shift();
    while (process !== undefined && !process.isAlive) process = this.#idle.shift();
    return process ?? new SqliteProcess(this.#options);
  }

  /** A process that was killed has a successor before the next query comes. */
  #release(process: SqliteProcess): void {
    if (this.#isClosed) return process.end();
    this.#idle.unshift(process.isAlive ? process : new SqliteProcess(this.#options));
    if (this.#idle.length > 1)
      setTimeout(() => this.#idle.length > 1 && this.#idle.pop()?.end(), IDLE_MS).unref();
  }
}
