// A pool of processes for work on what strangers made, so that nothing can hold up or end the server. A thread would
// not do: one that runs out of memory takes its whole process along. The script calls `limitProcess` of
// limited-process.ts.
import type { Tinypool } from 'tinypool';
import { Budget, type Turn } from './budget.ts';
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

/** Processes of a pool, and how many of them work for one client: the last one serves somebody else. */
const MAX_PROCESSES = 3;
const MAX_OF_CLIENT = 2;
/** How often a job is sent to processes that end before it starts. */
const MAX_TRIES = 3;
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
  readonly #slots = new Budget(MAX_PROCESSES, MAX_OF_CLIENT);

  constructor(options: LimitedPoolOptions) {
    this.#options = options;
  }

  /**
   * Runs a job in the next free process. Clients that wait take turns.
   *
   * @throws {OverLimitError} when it takes too long or too much memory; the reason of the signal; what the job throws,
   *   as far as that survives the way between processes.
   */
  async run(job: Job, turn: Pick<Turn, 'signal' | 'share'>): Promise<Result> {
    return this.#slots.run(turn, async () => {
      clearTimeout(this.#idle);
      try {
        return await this.#send(toMessage(job), turn.signal, MAX_TRIES);
      } finally {
        this.#idle = setTimeout(() => void this.#closeUnused(), IDLE_MS).unref();
      }
    });
  }

  /** Ends the processes. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const pool = this.#pool;
    this.#pool = undefined;
    await (await pool)?.destroy();
  }

  async #send(message: unknown, signal: AbortSignal, tries: number): Promise<Result> {
    const pool = await (this.#pool ??= this.#create());
    let isStarted = false;
    const channel = { postMessage: () => (isStarted = true) };
    try {
      return fromMessage(await pool.run(message, { signal, channel })) as Result;
    } catch (error) {
      signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : '';
      const isEnded = reason === ENDED;
      const isUndone = reason === ENDING || (!isStarted && (isEnded || isUnsent(error)));
      if (isUndone && tries > 1) return this.#send(message, signal, tries - 1);
      throw isEnded ? new OverLimitError('the process was ended', { cause: error }) : error;
    }
  }

  async #closeUnused(): Promise<void> {
    if (this.#slots.isEmpty) await this.close();
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
      // The next job must not pay for the memory of this one.
      maxMemoryLimitBeforeRecycle: (maxMemoryMb * MEGABYTE) / 2,
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
const ENDED = 'Worker exited unexpectedly';
// And that it ended a process itself: for an earlier job, whose answer came all the same and made it look free.
const ENDING = 'Terminating worker thread';

// The process had ended, and the pool had not noticed: the channel to it was closed.
const isUnsent = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ERR_IPC_CHANNEL_CLOSED', 'EPIPE', 'ECONNRESET'].includes(String(error.code));

const only = (name: string): { readonly [name: string]: string } =>
  process.env[name] === undefined ? {} : { [name]: process.env[name] };
