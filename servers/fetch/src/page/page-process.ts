// The script of a process that makes texts of pages.
import { toAnswer } from './answer.ts';
import { readPlainText } from './plain-text.ts';
import { guardProcess } from './process-guard.ts';
import { readPageText } from './read-page.ts';
import type { Answer, TextJob } from './text.ts';

const run = guardProcess();

/** Called by the pool for each job. */
export const makeText = (job: TextJob): Promise<Answer> =>
  run(() =>
    toAnswer(() => (job.kind === 'html' && job.format !== 'raw' ? readPageText(job) : readPlainText(job))),
  );
