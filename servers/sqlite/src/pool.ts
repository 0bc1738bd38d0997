// Process pool: keeps one process warm and starts more under load. No client can occupy all of them.
import { Budget, type Turn } from '@mcp/limited-work/budget';
import { SqliteProcess, type TaskLimits } from './process.ts';
import type { AnswerOf, ProcessOptions, Task } from './tasks.ts';

/** Idle time after which an additional process ends. */
const IDLE_MS = 10_000;

/** The client and limits of a task. */
export type Job = TaskLimits & Turn;

/** Processes with the same options. Tasks wait for a free one. */
export class ProcessPool {
  readonly #options: ProcessOptions;
  /** One client gets at most half of the processes, and one more for short tasks. */
  readonly #slots: Budget;
  // Under low load the first one is always reused.
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
   * Runs a task on the next free process, which starts the deadline.
   *
   * @throws {SqlFailure} if it fails.
   * @throws the reason of the signal.
   */
  async run<T extends Task>(task: T, job: Job): Promise<AnswerOf<T>> {
    return this.#slots.run(job, async () => {
      const process = this.#acquire();
      try {
        return await process.run(task, job);
      } finally {
        this.#release(process);
      }
    });
  }

  /** Ends idle processes now and the others after their answer. */
  close(): void {
    this.#isClosed = true;
    for (const process of this.#idle.splice(0)) process.end();
  }

  #acquire(): SqliteProcess {
    let process = this.#idle.shift();
    while (process !== undefined && !process.isAlive) process = this.#idle.shift();
    return process ?? new SqliteProcess(this.#options);
  }

  /** Replaces a killed process before the next query. */
  #release(process: SqliteProcess): void {
    if (this.#isClosed) return process.end();
    this.#idle.unshift(process.isAlive ? process : new SqliteProcess(this.#options));
    if (this.#idle.length > 1)
      setTimeout(() => this.#idle.length > 1 && this.#idle.pop()?.end(), IDLE_MS).unref();
  }
}
