// The processes of one database handle: one stays warm, more come while there is more to do at once. No client can keep all
// of them busy.
import { SqliteProcess, type TaskLimits } from './process.ts';
import type { AnswerOf, ProcessOptions, Task } from './tasks.ts';

/** How long a process beyond the first stays without work, in milliseconds. */
const IDLE_MS = 10_000;

/** Who wants a task done, and until when. */
export interface Job extends TaskLimits {
  /** Equal for all tasks of one client. */
  readonly client: unknown;
  /** Done before others, and beyond the share of a client: a look at the schema. */
  readonly isShort: boolean;
}

interface QueuedJob {
  readonly job: Job;
  begin(): void;
}

/** Processes with the same options. Tasks wait for a free one. */
export class ProcessPool {
  readonly #options: ProcessOptions;
  readonly #maxProcesses: number;
  // The first one is used first, so that it stays the same when there is little to do.
  readonly #idle: SqliteProcess[] = [];
  readonly #running: Job[] = [];
  #queue: QueuedJob[] = [];
  #isClosed = false;

  constructor(options: ProcessOptions, maxProcesses: number) {
    this.#options = options;
    this.#maxProcesses = maxProcesses;
  }

  /** Starts the first process, if none runs. */
  warm(): void {
    if (this.#running.length + this.#idle.length === 0) this.#idle.push(new SqliteProcess(this.#options));
  }

  /**
   * Does a task on the next free process. The deadline begins then.
   *
   * @throws {SqlFailure} when it fails.
   * @throws the reason of the signal.
   */
  async run<T extends Task>(task: T, job: Job): Promise<AnswerOf<T>> {
    await this.#turn(job);
    const process = this.#take();
    try {
      return await process.run(task, job);
    } finally {
      this.#running.splice(this.#running.indexOf(job), 1);
      this.#release(process);
      this.#beginNext();
    }
  }

  /** Ends the processes that are idle, and the others when they have answered. */
  close(): void {
    this.#isClosed = true;
    for (const process of this.#idle.splice(0)) process.end();
  }

  /** Half of the processes are for one client at most, and one more for what is short. */
  #mayBegin({ client, isShort }: Job): boolean {
    const share = Math.ceil(this.#maxProcesses / 2) + (isShort ? 1 : 0);
    const mine = this.#running.filter((job) => job.client === client);
    return this.#running.length < this.#maxProcesses && mine.length < share;
  }

  async #turn(job: Job): Promise<void> {
    const { signal } = job;
    signal.throwIfAborted();
    if (this.#mayBegin(job)) return void this.#running.push(job);
    await new Promise<void>((resolve, reject) => {
      const onAbort = (): void => {
        this.#queue = this.#queue.filter((other) => other !== queued);
        reject(signal.reason as Error);
      };
      const begin = (): void => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      const queued = { job, begin };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#queue.push(queued);
    });
  }

  #beginNext(): void {
    const next = this.#queue
      .toSorted((a, b) => Number(b.job.isShort) - Number(a.job.isShort))
      .find(({ job }) => this.#mayBegin(job));
    if (next === undefined) return;
    // What else the client wants goes behind all others: clients take turns.
    const isOfClient = ({ job }: QueuedJob): boolean => job.client === next.job.client;
    const waiting = this.#queue.filter((queued) => queued !== next);
    this.#queue = [...waiting.filter((queued) => !isOfClient(queued)), ...waiting.filter(isOfClient)];
    this.#running.push(next.job);
    next.begin();
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
