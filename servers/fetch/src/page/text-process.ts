// The script of a process that makes texts. It has a deadline for each job, a limit of memory, and a safe stdout.
import { Console } from 'node:console';
import { Worker } from 'node:worker_threads';
import { fromMessage, toMessage } from '@mcp/workspace/process-message';
import { FetchError } from '../failure.ts';
import { readPdf } from './pdf.ts';
import { readPlainText } from './plain-text.ts';
import { readPage } from './read-page.ts';
import type { DocumentText, TextJob } from './text.ts';

const CHECK_MS = 50;
/** How many times as long as a page a PDF may take. */
const PDF_PATIENCE = 2;
/** The time of the processor at which the current job has to be done, in milliseconds; 0 between jobs. */
const end = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));

// A thread of its own: the main one may be busy with a hostile page. A busy machine takes nothing from the time of a job,
// and the limit of the heap does not count buffers. It kills the process when a job takes too long, when the process
// becomes too large, or when the server has gone.
const watch = `
  const { workerData: { end, maxBytes, parent } } = require('node:worker_threads');
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    const isLate = end[0] > 0 && (user + system) / 1000 > end[0];
    if (isLate || process.memoryUsage.rss() > maxBytes || process.ppid !== parent)
      process.kill(process.pid, 'SIGKILL');
  }, ${CHECK_MS});`;

const [deadlineMs = 0, maxBytes] = process.argv.slice(2).map(Number);
new Worker(watch, { eval: true, workerData: { end, maxBytes, parent: process.ppid } }).unref();
// The pool passes on what a process prints, and the stdout of the server belongs to the protocol.
globalThis.console = new Console(process.stderr);

/** What comes back: a failure is data too, as its class does not survive the way. */
export type Answer =
  | { readonly text: DocumentText }
  | { readonly failure: Pick<FetchError, 'code' | 'problem' | 'retryable'> };

/** Called by the pool for each job. */
export const makeText = async (message: unknown): Promise<unknown> =>
  toMessage(await answerTo(fromMessage(message) as TextJob));

const answerTo = async (job: TextJob): Promise<Answer> => {
  const { user, system } = process.cpuUsage();
  end[0] = (user + system) / 1000 + deadlineMs * (job.kind === 'pdf' ? PDF_PATIENCE : 1);
  try {
    return { text: await read(job) };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    const { code, problem, retryable } = error;
    return { failure: { code, problem, retryable } };
  } finally {
    end[0] = 0;
  }
};

const read = (job: TextJob): DocumentText | Promise<DocumentText> => {
  if (job.kind === 'pdf') return readPdf(job);
  return job.kind === 'html' && job.format !== 'raw' ? readPage(job) : readPlainText(job);
};
