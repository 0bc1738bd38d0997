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
  /** Its place in the queue. Each client has one task per round. */
  readonly round: number;
  begin(): void;
}

/** Processes with the same options. Tasks wait for a free one. */
export class ProcessPool {
  readonly #options: ProcessOptions;
  readonly #maxProcesses: number;
  // The first one is used first, so that it stays the same when there is little to do.
  readonly #idle: SqliteProcess[] = [];
  readonly #running: Job[] = [];
  readonly #queue: QueuedJob[] = [];
  #round = 0;
  #isClosed = false;

  constructor(options: ProcessOptions, maxProcesses: number) {
    this.#options = options;
    this.#maxProcesses = maxProcesses;
  }

  /** Starts the first process, if none runs. */
  warm(): void {
    if (!this.#isClosed && this.#running.length + this.#idle.length === 0)
      this.#idle.push(new SqliteProcess(this.#options));
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
      this.#release(process, job);
    }
  }

  /** Ends the processes that are idle, and the others when they have answered. */
  close(): void {
    this.#isClosed = true;
    for (const process of this.#idle.splice(0)) process.end();
  }

  async #turn(job: Job): Promise<void> {
    const { client, signal } = job;
    signal.throwIfAborted();
    if (this.#mayBegin(job)) return void this.#running.push(job);
    const mine = this.#queue.filter((queued) => queued.job.client === client);
    const round = Math.max(this.#round, ...mine.map((queued) => queued.round)) + 1;
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        remove(this.#queue, entry);
        signal.removeEventListener('abort', onAbort);
      };
      const begin = (): void => {
        leave();
        this.#running.push(job);
        resolve();
      };
      const onAbort = (): void => {
        leave();
        reject(signal.reason as Error);
      };
      const entry = { job, round, begin };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#queue.push(entry);
    });
  }

  /** Half of the processes are for one client at most, and one more for what is short. */
  #mayBegin({ client, isShort }: Job): boolean {
    const share = Math.ceil(this.#maxProcesses / 2) + (isShort ? 1 : 0);
    const mine = this.#running.filter((job) => job.client === client);
    return this.#running.length < this.#maxProcesses && mine.length < share;
  }

  #take(): SqliteProcess {
    let process = this.#idle.shift();
    while (process !== undefined && !process.isAlive) process = this.#idle.shift();
    return process ?? new SqliteProcess(this.#options);
  }

  #release(process: SqliteProcess, job: Job): void {
    remove(this.#running, job);
    if (this.#isClosed) process.end();
    // A process that was killed has a successor before the next query comes.
    else this.#keep(process.isAlive ? process : new SqliteProcess(this.#options));
    const next = this.#queue
      .filter((queued) => this.#mayBegin(queued.job))
      .toSorted((a, b) => Number(b.job.isShort) - Number(a.job.isShort) || a.round - b.round)[0];
    if (next === undefined) return;
    this.#round = Math.max(this.#round, next.round);
    next.begin();
  }

  #keep(process: SqliteProcess): void {
    this.#idle.unshift(process);
    if (this.#idle.length > 1) setTimeout(() => this.#trim(), IDLE_MS).unref();
  }

  #trim(): void {
    if (this.#idle.length > 1) this.#idle.pop()?.end();
  }
}

const remove = <T>(list: T[], item: T): void => void list.splice(list.indexOf(item), 1);
