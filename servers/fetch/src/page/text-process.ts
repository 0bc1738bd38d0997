// The script of a process that makes texts, under the limits of its pool.
import { limitProcess } from '@mcp/workspace/limited-process';
import { fromMessage, toMessage } from '@mcp/workspace/process-message';
import { FetchError } from '../failure.ts';
import { find, type FindJob, type Found } from './find.ts';
import { readFeed } from './feed.ts';
import { readPdf } from './pdf.ts';
import { readPlainText } from './plain-text.ts';
import { readPage } from './read-page.ts';
import type { DocumentText, TextJob } from './text.ts';

/** How many times as long as a page a PDF may take. */
const PDF_PATIENCE = 2;
/** And an expression, which is quick or never ends. */
const FIND_PATIENCE = 0.25;

const limited = limitProcess();

/** What comes back: a failure is data too, as its class does not survive the way. */
export type Answer =
  | { readonly text: DocumentText }
  | { readonly found: Found }
  | { readonly failure: Pick<FetchError, 'code' | 'problem' | 'retryable'> };

/** Called by the pool for each job. */
export const makeText = async (message: unknown): Promise<unknown> =>
  toMessage(await answerTo(fromMessage(message) as TextJob | FindJob));

const answerTo = async (job: TextJob | FindJob): Promise<Answer> => {
  try {
    if (job.kind === 'find') return { found: await limited(async () => find(job), FIND_PATIENCE) };
    return { text: await limited(async () => read(job), job.kind === 'pdf' ? PDF_PATIENCE : 1) };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    const { code, problem, retryable } = error;
    return { failure: { code, problem, retryable } };
  }
};

const read = (job: TextJob): DocumentText | Promise<DocumentText> => {
  if (job.kind === 'pdf') return readPdf(job);
  if (job.kind === 'feed') return readFeed(job);
  return job.kind === 'html' && job.format !== 'raw' ? readPage(job) : readPlainText(job);
};
