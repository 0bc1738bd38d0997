// Script of a process that extracts texts under the limits of its pool.
import { limitProcess } from '@mcp/limited-work/limited-process';
import { fromMessage, toMessage } from '@mcp/limited-work/process-message';
import { FetchError } from '../failure.ts';
import { find, type FindJob, type Found } from './find.ts';
import { readFeed } from './feed.ts';
import { readPlainText } from './plain-text.ts';
import { readPage } from './read-page.ts';
import type { DocumentText, TextJob } from './text.ts';

/** Share of an expression in the time limit of a page, because an expression is fast or never ends. */
const FIND_PATIENCE = 0.25;

const limited = limitProcess();

/** The result, or the data of a failure, because a message between processes cannot contain its class. */
export type Answer =
  | { readonly result: DocumentText | Found }
  | { readonly failure: Pick<FetchError, 'code' | 'problem' | 'retryable'> };

/** Called by the pool for each job. */
export const makeText = async (message: unknown): Promise<unknown> =>
  toMessage(await answerTo(fromMessage(message) as TextJob | FindJob));

const answerTo = async (job: TextJob | FindJob): Promise<Answer> => {
  try {
    return { result: await limited(async () => run(job), job.kind === 'find' ? FIND_PATIENCE : 1) };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    const { code, problem, retryable } = error;
    return { failure: { code, problem, retryable } };
  }
};

const run = (job: TextJob | FindJob): DocumentText | Found => {
  if (job.kind === 'find') return find(job);
  if (job.kind === 'feed') return readFeed(job);
  return job.kind === 'html' && job.format !== 'raw' ? readPage(job) : readPlainText(job);
};
