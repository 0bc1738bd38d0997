// The script of a process that makes views: takes jobs, answers with views or failures.
import { Script } from 'node:vm';
import { FetchError, summarize, type FailureSummary } from '../failure.ts';
import { readPageView } from './page-view.ts';
import { readTextView } from './text-view.ts';
import type { View, ViewJob } from './view.ts';

/** What comes back. */
export type Answer = { readonly view: View } | { readonly failure: FailureSummary };

/** The server kills the process much sooner; when the server is gone, this ends it. */
const LONGEST_MS = 60_000;

const answer = (job: ViewJob): Answer => {
  try {
    return { view: job.isHtml && job.format !== 'raw' ? readPageView(job) : readTextView(job) };
  } catch (error) {
    if (error instanceof FetchError) return { failure: summarize(error) };
    throw error;
  }
};

// Only what such a script calls can be ended after a time.
const call = new Script('work()');

process.on('message', (job: ViewJob) => {
  const work = (): boolean | undefined => process.send?.(answer(job));
  call.runInNewContext({ work }, { timeout: LONGEST_MS });
});
