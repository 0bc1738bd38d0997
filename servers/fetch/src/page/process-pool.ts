// The processes that make texts, so that no page can hold up or end the server.
import { extname, join } from 'node:path';
import { LimitedPool, OverLimitError, type LimitedPoolOptions } from '@mcp/limited-work/limited-pool';
import { FetchError } from '../failure.ts';
import type { FindJob, Found } from './find.ts';
import type { DocumentText, TextJob } from './text.ts';
import type { Answer } from './text-process.ts';

/** What the processes may use. The deadline is for one page. */
export type ProcessPoolOptions = Pick<LimitedPoolOptions, 'deadlineMs' | 'maxMemoryMb'>;

/** Whose job it is. */
export interface Turn {
  readonly signal: AbortSignal;
  /** No client can keep all places of a site, or of those who read pages. */
  readonly client?: unknown;
}

// Beside this file, and beside the bundle.
const SCRIPT = join(import.meta.dirname, `text-process${extname(import.meta.filename)}`);

/** Makes texts in processes, which are started when the first document comes. */
export class ProcessPool {
  readonly #pool: LimitedPool<TextJob | FindJob, Answer>;

  constructor(options: ProcessPoolOptions) {
    this.#pool = new LimitedPool({ ...options, script: SCRIPT, name: 'makeText' });
  }

  /**
   * Makes a text, or finds places in one.
   *
   * @throws {FetchError} `too_large` for a page, or `invalid_arguments` for an expression, that takes too long or too
   *   much memory, and what the work fails with; the reason of the signal.
   */
  run(job: TextJob, turn: Turn): Promise<DocumentText>;
  run(job: FindJob, turn: Turn): Promise<Found>;
  async run(job: TextJob | FindJob, { signal, client }: Turn): Promise<DocumentText | Found> {
    const answer = await this.#pool.run(job, { signal, share: client }).catch((error: unknown) => {
      throw error instanceof OverLimitError ? overLimit(job, error) : error;
    });
    if ('result' in answer) return answer.result;
    signal.throwIfAborted();
    const { code, problem, retryable } = answer.failure;
    throw new FetchError(code, problem, { retryable });
  }

  /** Ends the processes. */
  async close(): Promise<void> {
    await this.#pool.close();
  }
}

const overLimit = (job: TextJob | FindJob, cause: unknown): FetchError =>
  job.kind === 'find'
    ? new FetchError('invalid_arguments', 'The expression of find takes too long.', {
        hint: 'Use a simpler one, without a repetition inside a repetition.',
        cause,
      })
    : new FetchError('too_large', `The page ${job.url} needs too much time or too much memory to be read.`, {
        hint: 'Call again with raw: true for its source.',
        cause,
      });
