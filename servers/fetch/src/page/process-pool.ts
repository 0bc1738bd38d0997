// The processes that make texts, so that no page can hold up or end the server.
import { extname, join } from 'node:path';
import { LimitedPool, OverLimitError, type LimitedPoolOptions } from '@mcp/workspace/limited-pool';
import { FetchError } from '../failure.ts';
import type { DocumentText, TextJob } from './text.ts';
import type { Answer } from './text-process.ts';

/** What the processes may use. The deadline is for one page; a PDF may take twice as long. */
export type ProcessPoolOptions = Pick<LimitedPoolOptions, 'deadlineMs' | 'maxMemoryMb'>;

// Beside this file, and beside the bundle.
const SCRIPT = join(import.meta.dirname, `text-process${extname(import.meta.filename)}`);

/** Makes texts in processes, which are started when the first document comes. */
export class ProcessPool {
  readonly #pool: LimitedPool<TextJob, Answer>;

  constructor(options: ProcessPoolOptions) {
    this.#pool = new LimitedPool({ ...options, script: SCRIPT, name: 'makeText' });
  }

  /**
   * @throws {FetchError} `too_large` when the document takes too long or too much memory, and what making its text
   *   fails with; the reason of the signal.
   */
  async run(job: TextJob, signal: AbortSignal): Promise<DocumentText> {
    const answer = await this.#answer(job, signal);
    if ('text' in answer) return answer.text;
    signal.throwIfAborted();
    const { code, problem, retryable } = answer.failure;
    throw new FetchError(code, problem, { retryable });
  }

  /** Ends the processes. */
  async close(): Promise<void> {
    await this.#pool.close();
  }

  async #answer(job: TextJob, signal: AbortSignal): Promise<Answer> {
    try {
      return await this.#pool.run(job, signal);
    } catch (error) {
      if (!(error instanceof OverLimitError)) throw error;
      throw new FetchError(
        'too_large',
        `The ${job.kind === 'pdf' ? 'PDF' : 'page'} ${job.url} needs too much time or too much memory to be read.`,
        {
          ...(job.kind === 'pdf' ? {} : { hint: 'Call again with raw: true for its source.' }),
          cause: error,
        },
      );
    }
  }
}
