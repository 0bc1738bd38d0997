// A pool of processes that make texts, so that no page can hold up or end the server. A thread would not do: one that
// runs out of memory takes its whole process along.
import { extname, join } from 'node:path';
import { fromMessage, SERIALIZATION, toMessage } from '@mcp/workspace/process-message';
import type { Tinypool } from 'tinypool';
import { FetchError } from '../failure.ts';
import type { DocumentText, TextJob } from './text.ts';
import type { Answer } from './text-process.ts';

/** What the processes may use. */
export interface ProcessPoolOptions {
  /** For one page, in time of the processor. A PDF may take twice as long. */
  readonly deadlineMs: number;
  readonly maxMemoryMb: number;
}

const MAX_PROCESSES = 2;
/** How long processes stay without work. */
const IDLE_MS = 10_000;
/** What a process takes besides its heap. */
const OVERHEAD = 2;
const MEGABYTE = 1_000_000;

/** Makes texts in processes, which are started when the first document comes. */
export class ProcessPool {
  readonly #options: ProcessPoolOptions;
  #pool: Promise<Tinypool> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #jobs = 0;

  constructor(options: ProcessPoolOptions) {
    this.#options = options;
  }

  /**
   * @throws {FetchError} `too_large` when the document takes too long or too much memory, and what making its text
   *   fails with; the reason of the signal.
   */
  async run(job: TextJob, signal: AbortSignal): Promise<DocumentText> {
    signal.throwIfAborted();
    clearTimeout(this.#idle);
    this.#jobs += 1;
    try {
      const pool = await (this.#pool ??= this.#create());
      const answer = fromMessage(await pool.run(toMessage(job), { signal })) as Answer;
      if ('text' in answer) return answer.text;
      const { code, problem, retryable } = answer.failure;
      throw new FetchError(code, problem, { retryable });
    } catch (error) {
      signal.throwIfAborted();
      if (!isEnded(error)) throw error;
      throw new FetchError(
        'too_large',
        `The ${job.kind === 'pdf' ? 'PDF' : 'page'} ${job.url} needs too much time or too much memory to be read.`,
        {
          ...(job.kind === 'pdf' ? {} : { hint: 'Call again with raw: true for its source.' }),
          cause: error,
        },
      );
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
    const { deadlineMs, maxMemoryMb } = this.#options;
    const { Tinypool } = await import('tinypool');
    const pool = new Tinypool({
      runtime: 'child_process',
      serialization: SERIALIZATION,
      name: 'makeText',
      // Beside this file, and beside the bundle.
      filename: join(import.meta.dirname, `text-process${extname(import.meta.filename)}`),
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
