// A pool of processes for work on what strangers made, so that nothing can hold up or end the server. A thread would not
// do: one that runs out of memory takes its whole process along. The script calls `limitProcess` of limited-process.ts.
import type { Tinypool } from 'tinypool';
import { fromMessage, SERIALIZATION, toMessage } from './process-message.ts';

/** What the processes run, and what they may use. */
export interface LimitedPoolOptions {
  /** The path of the script. */
  readonly script: string;
  /** The function of the script that gets each job. */
  readonly name: string;
  /** For one job, in milliseconds of the processor. A job may bring a larger deadline: see `limitProcess`. */
  readonly deadlineMs: number;
  /** Of the heap of one process. */
  readonly maxMemoryMb: number;
}

/** A job took too much time or memory, and its process was ended. */
export class OverLimitError extends Error {
  override readonly name: string = 'OverLimitError';
}

const MAX_PROCESSES = 2;
/** How long processes stay without work. */
const IDLE_MS = 10_000;
/** What a process takes besides its heap, as a factor. */
const OVERHEAD = 2;
const MEGABYTE = 1_000_000;

/** Runs jobs in processes, which are started for the first one. */
export class LimitedPool<Job, Result> {
  readonly #options: LimitedPoolOptions;
  #pool: Promise<Tinypool> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #jobs = 0;

  constructor(options: LimitedPoolOptions) {
    this.#options = options;
  }

  /**
   * Runs a job in the next free process.
   *
   * @throws {OverLimitError} when it takes too long or too much memory; the reason of the signal; what the job throws, as
   *   far as that survives the way between processes.
   */
  async run(job: Job, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    clearTimeout(this.#idle);
    this.#jobs += 1;
    try {
      const pool = await (this.#pool ??= this.#create());
      return fromMessage(await pool.run(toMessage(job), { signal })) as Result;
    } catch (error) {
      signal.throwIfAborted();
      if (!isEnded(error)) throw error;
      throw new OverLimitError('the process was ended', { cause: error });
    } finally {
      this.#jobs -= 1;
      if (this.#jobs === 0) this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    }
  }

  /** Ends the processes. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const pool = this.#pool;
    this.#pool = undefined;
    await (await pool)?.destroy();
  }

  async #create(): Promise<Tinypool> {
    const { script, name, deadlineMs, maxMemoryMb } = this.#options;
    const { Tinypool: Pool } = await import('tinypool');
    const pool = new Pool({
      runtime: 'child_process',
      serialization: SERIALIZATION,
      name,
      filename: script,
      // One at least: a job that waits gets no process of its own when the one it waits for is ended.
      minThreads: 1,
      maxThreads: MAX_PROCESSES,
      argv: [String(deadlineMs), String(maxMemoryMb * MEGABYTE * OVERHEAD)],
      execArgv: [`--max-old-space-size=${maxMemoryMb}`],
      // Secrets may be in the environment: the processes get nothing that they do not need.
      env: { ...only('NODE_COMPILE_CACHE'), ...only('SystemRoot') },
    });
    // Of a process that ended without a job: the next one starts another.
    pool.on('error', () => {});
    return pool;
  }
}

// The pool says in words only that a process ended before its answer.
const isEnded = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Worker exited unexpectedly';

const only = (name: string): { readonly [name: string]: string } =>
  process.env[name] === undefined ? {} : { [name]: process.env[name] };
