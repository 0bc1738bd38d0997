// Pool: processes for work on untrusted input, which can neither block nor crash the server. A thread that runs out of
// memory would end its whole process. The script calls `limitProcess` of limited-process.ts.
import type { Tinypool } from 'tinypool';
import { Budget, type Turn } from './budget.ts';
import { fromMessage, SERIALIZATION, toMessage } from './process-message.ts';

/** The script of the processes, and their limits. */
export interface LimitedPoolOptions {
  /** The path of the script. */
  readonly script: string;
  /** The function of the script that gets each job. */
  readonly name: string;
  /** CPU time for one job in milliseconds. A job may extend it: see `limitProcess`. */
  readonly deadlineMs: number;
  /** Maximum heap of one process. */
  readonly maxMemoryMb: number;
}

/** A job took too much time or memory, so its process was killed. */
export class OverLimitError extends Error {
  override readonly name: string = 'OverLimitError';
}

/** Processes of a pool, and the most for one client, so that one is left for other clients. */
const MAX_PROCESSES = 3;
const MAX_OF_CLIENT = 2;
/** Attempts for a job whose process ends before the job starts. */
const MAX_TRIES = 3;
/** Idle time after which processes end. */
const IDLE_MS = 10_000;
/** Memory of a process as a multiple of its heap. */
const OVERHEAD = 2;
const MEGABYTE = 1_000_000;

/** Runs jobs in processes, which start with the first job. */
export class LimitedPool<Job, Result> {
  readonly #options: LimitedPoolOptions;
  #pool: Promise<Tinypool> | undefined;
  #idle: NodeJS.Timeout | undefined;
  readonly #slots = new Budget(MAX_PROCESSES, MAX_OF_CLIENT);

  constructor(options: LimitedPoolOptions) {
    this.#options = options;
  }

  /**
   * Runs a job in the next free process. Waiting clients alternate.
   *
   * @throws {OverLimitError} if the job takes too much time or memory.
   * @throws the reason of the signal, or a serialized copy of what the job throws.
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
      // At least one, because a waiting job gets no new process when the one that it waits for is killed.
      minThreads: 1,
      maxThreads: MAX_PROCESSES,
      // Memory of one job must not count for the next one.
      maxMemoryLimitBeforeRecycle: (maxMemoryMb * MEGABYTE) / 2,
      argv: [String(deadlineMs), String(maxMemoryMb * MEGABYTE * OVERHEAD)],
      execArgv: [`--max-old-space-size=${maxMemoryMb}`],
      // The environment may contain secrets.
      env: { ...only('NODE_COMPILE_CACHE'), ...only('SystemRoot') },
    });
    // A process ended without a job; the next job starts another.
    pool.on('error', () => {});
    return pool;
  }
}

// The only sign from the pool that a process ended before its answer.
const ENDED = 'Worker exited unexpectedly';
// The pool killed a process for an earlier job, whose answer came anyway and made the process look free.
const ENDING = 'Terminating worker thread';

// The process had ended before the pool noticed, so its channel was closed.
const isUnsent = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ERR_IPC_CHANNEL_CLOSED', 'EPIPE', 'ECONNRESET'].includes(String(error.code));

const only = (name: string): { readonly [name: string]: string } =>
  process.env[name] === undefined ? {} : { [name]: process.env[name] };
