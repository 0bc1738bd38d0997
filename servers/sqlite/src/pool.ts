// The processes of one database handle: one stays warm, more come while there is more to do at once.
import { SqliteProcess, type Ending } from './process.ts';
import type { AnswerOf, ProcessOptions, Task } from './tasks.ts';

/** How long a process beyond the first stays without work, in milliseconds. */
const IDLE_MS = 10_000;

/** Processes with the same options. Tasks wait for a free one. */
export class ProcessPool {
  readonly #options: ProcessOptions;
  readonly #maxProcesses: number;
  // The first one is used first, so that it stays the same when there is little to do.
  readonly #idle: SqliteProcess[] = [];
  readonly #waiting: (() => void)[] = [];
  #busy = 0;
  #isClosed = false;

  constructor(options: ProcessOptions, maxProcesses: number) {
    this.#options = options;
    this.#maxProcesses = maxProcesses;
  }

  /** Starts the first process, if none runs. */
  warm(): void {
    if (!this.#isClosed && this.#busy + this.#idle.length === 0)
      this.#idle.push(new SqliteProcess(this.#options));
  }

  /**
   * Does a task on the next free process. The deadline begins then.
   *
   * @throws {SqlFailure} when it fails.
   * @throws the reason of the signal.
   */
  async run<T extends Task>(task: T, ending: Ending): Promise<AnswerOf<T>> {
    await this.#turn(ending.signal);
    const process = this.#take();
    try {
      return await process.run(task, ending);
    } finally {
      this.#release(process);
    }
  }

  /** Ends the processes that are idle, and the others when they have answered. */
  close(): void {
    this.#isClosed = true;
    for (const process of this.#idle.splice(0)) process.end();
  }

  async #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#busy < this.#maxProcesses) {
      this.#busy++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(onTurn), 1);
        reject(signal.reason as Error);
      };
      // The one before leaves its place, so the count stays.
      const onTurn = (): void => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(onTurn);
    });
  }

  #take(): SqliteProcess {
    let process = this.#idle.shift();
    while (process !== undefined && !process.isAlive) process = this.#idle.shift();
    return process ?? new SqliteProcess(this.#options);
  }

  #release(process: SqliteProcess): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#busy--;
    if (this.#isClosed) process.end();
    else if (process.isAlive) this.#keep(process);
    // Ready before the next query comes.
    else this.#keep(new SqliteProcess(this.#options));
    next?.();
  }

  #keep(process: SqliteProcess): void {
    this.#idle.unshift(process);
    if (this.#idle.length > 1) setTimeout(() => this.#trim(), IDLE_MS).unref();
  }

  #trim(): void {
    if (this.#idle.length > 1) this.#idle.pop()?.end();
  }
}
