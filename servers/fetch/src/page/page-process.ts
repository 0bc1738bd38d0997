// The script of a process that makes texts of pages.
import { readPlainText } from './plain-text.ts';
import { guarded } from './process-guard.ts';
import { readPageText } from './read-page.ts';

/** Called by the pool for each job. */
export const makeText = guarded((job) =>
  job.kind === 'html' && job.format !== 'raw' ? readPageText(job) : readPlainText(job),
);
