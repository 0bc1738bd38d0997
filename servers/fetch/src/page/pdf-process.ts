// The script of a process that makes texts of PDF files.
import { toAnswer } from './answer.ts';
import { readPdf } from './pdf.ts';
import { guardProcess } from './process-guard.ts';
import type { Answer, TextJob } from './text.ts';

const run = guardProcess();

/** Called by the pool for each job. */
export const makeText = (job: TextJob): Promise<Answer> => run(() => toAnswer(() => readPdf(job)));
