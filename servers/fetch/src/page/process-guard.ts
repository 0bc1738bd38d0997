// What every process of a pool does first: it gets a deadline for each job, a limit of memory, and a safe stdout.
import { Console } from 'node:console';
import { Worker } from 'node:worker_threads';
import { FetchError, summarize, type FailureSummary } from '../failure.ts';
import type { DocumentText, TextJob } from './text.ts';

const CHECK_MS = 50;
/** The time of the processor at which the current job began, in milliseconds; 0 between jobs. */
const begun = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));

// A thread of its own: the main one may be busy with a hostile page. A busy machine takes nothing from the time of a job,
// and the limit of the heap does not count buffers.
const watch = `
  const { workerData: { begun, deadlineMs, maxBytes, parent } } = require('node:worker_threads');
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    const isLate = begun[0] > 0 && (user + system) / 1000 - begun[0] > deadlineMs;
    if (isLate || process.memoryUsage.rss() > maxBytes || process.ppid !== parent)
      process.kill(process.pid, 'SIGKILL');
  }, ${CHECK_MS});`;

/** What comes back: a failure is data too, as its class does not survive the way. */
export type Answer = { readonly text: DocumentText } | { readonly failure: FailureSummary };

/**
 * Guards this process, and makes its function for the pool. The process is killed when a job takes too long, when it
 * becomes too large, or when the server has gone. Its arguments are the deadline in milliseconds and the memory in bytes.
 */
export const guarded = (
  read: (job: TextJob) => DocumentText | Promise<DocumentText>,
): ((job: TextJob) => Promise<Answer>) => {
  // The pool passes on what a process prints, and the stdout of the server belongs to the protocol.
  globalThis.console = new Console(process.stderr);
  const [deadlineMs, maxBytes] = process.argv.slice(2).map(Number);
  const workerData = { begun, deadlineMs, maxBytes, parent: process.ppid };
  new Worker(watch, { eval: true, workerData }).unref();
  return async (job) => {
    const { user, system } = process.cpuUsage();
    begun[0] = (user + system) / 1000;
    try {
      return { text: await read(job) };
    } catch (error) {
      if (error instanceof FetchError) return { failure: summarize(error) };
      throw error;
    } finally {
      begun[0] = 0;
    }
  };
};
