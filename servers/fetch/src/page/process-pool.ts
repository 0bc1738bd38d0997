// The processes that make texts, so that no page can hold up or end the server.
import { extname, join } from 'node:path';
import { LimitedPool, OverLimitError, type LimitedPoolOptions } from '@mcp/workspace/limited-pool';
import { FetchError } from '../failure.ts';
import type { FindJob, Found } from './find.ts';
import type { DocumentText, TextJob } from './text.ts';
import type { Answer } from './text-process.ts';

/** What the processes may use. The deadline is for one page; a PDF may take twice as long. */
export type ProcessPoolOptions = Pick<LimitedPoolOptions, 'deadlineMs' | 'maxMemoryMb'>;

/** Whose job it is. */
export interface Turn {
  readonly signal: AbortSignal;
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
   * Makes a text.
   *
   * @throws {FetchError} `too_large` when the document takes too long or too much memory, and what making its text
   *   fails with; the reason of the signal.
   */
  async run(job: TextJob, turn: Turn): Promise<DocumentText> {
    const answer = await this.#answer(job, turn, (cause) => {
      const what = job.kind === 'pdf' ? 'PDF' : 'page';
      const hint = job.kind === 'pdf' ? undefined : 'Call again with raw: true for its source.';
      const problem = `The ${what} ${job.url} needs too much time or too much memory to be read.`;
      return new FetchError('too_large', problem, { hint, cause });
    });
    return 'text' in answer ? answer.text : impossible();
  }

  /**
   * Finds places in a text.
   *
   * @throws {FetchError} `invalid_arguments` when the pattern is not an expression, or takes too long; the reason of the
   *   signal.
   */
  async find(job: FindJob, turn: Turn): Promise<Found> {
    const answer = await this.#answer(job, turn, (cause) => {
      const hint = 'Use a simpler one, without a repetition inside a repetition.';
      return new FetchError('invalid_arguments', 'The expression of find takes too long.', { hint, cause });
    });
    return 'found' in answer ? answer.found : impossible();
  }

  /** Ends the processes. */
  async close(): Promise<void> {
    await this.#pool.close();
  }

  async #answer(
    job: TextJob | FindJob,
    { signal, client }: Turn,
    overLimit: (cause: unknown) => FetchError,
  ): Promise<Answer> {
    const answer = await this.#pool.run(job, { signal, share: client }).catch((error: unknown) => {
      throw error instanceof OverLimitError ? overLimit(error) : error;
    });
    if (!('failure' in answer)) return answer;
    signal.throwIfAborted();
    const { code, problem, retryable } = answer.failure;
    throw new FetchError(code, problem, { retryable });
  }
}

const impossible = (): never => {
  throw new Error('the process answered another question');
};
