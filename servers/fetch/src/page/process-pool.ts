// Process pool: extracts texts in other processes, so that no page can block or crash the server.
import { extname, join } from 'node:path';
import { LimitedPool, OverLimitError, type LimitedPoolOptions } from '@mcp/limited-work/limited-pool';
import { FetchError } from '../failure.ts';
import type { FindJob, Found } from './find.ts';
import type { DocumentText, TextJob } from './text.ts';
import type { Answer } from './text-process.ts';

/** Limits of the processes. The deadline is for one page. */
export type ProcessPoolOptions = Pick<LimitedPoolOptions, 'deadlineMs' | 'maxMemoryMb'>;

/** The caller of a job. */
export interface Caller {
  readonly signal: AbortSignal;
  /** Gets a share of the requests to a site and of the processes. */
  readonly client?: unknown;
}

// In the folder of this file, and of the bundle.
const SCRIPT = join(import.meta.dirname, `text-process${extname(import.meta.filename)}`);

/** Extracts texts in processes, which start with the first document. */
export class ProcessPool {
  readonly #pool: LimitedPool<TextJob | FindJob, Answer>;

  constructor(options: ProcessPoolOptions) {
    this.#pool = new LimitedPool({ ...options, script: SCRIPT, name: 'makeText' });
  }

  /**
   * Extracts a text, or finds a pattern in one.
   *
   * @throws {FetchError} the failure of the job. A page that exceeds the limits is `too_large`, an expression is
   *   `invalid_arguments`.
   * @throws the reason of the signal if it aborts.
   */
  run(job: TextJob, caller: Caller): Promise<DocumentText>;
  run(job: FindJob, caller: Caller): Promise<Found>;
  async run(job: TextJob | FindJob, { signal, client }: Caller): Promise<DocumentText | Found> {
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
