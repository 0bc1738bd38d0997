// The script of a thread that makes views: takes jobs, answers with views or failures.
import { parentPort } from 'node:worker_threads';
import { FetchError, summarize, type FailureSummary } from '../failure.ts';
import { readPageView } from './page-view.ts';
import { readTextView } from './text-view.ts';
import type { View, ViewJob } from './view.ts';

/** What comes back. */
export type Answer = { readonly view: View } | { readonly failure: FailureSummary };

const answer = (job: ViewJob): Answer => {
  try {
    return { view: job.isHtml && job.format !== 'raw' ? readPageView(job) : readTextView(job) };
  } catch (error) {
    if (error instanceof FetchError) return { failure: summarize(error) };
    throw error;
  }
};

parentPort?.on('message', (job: ViewJob) => parentPort?.postMessage(answer(job), []));
