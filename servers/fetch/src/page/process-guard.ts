// What every process of a pool does first: it gets a deadline for each job, a limit of memory, and a safe stdout.
import { Console } from 'node:console';
import { Worker } from 'node:worker_threads';

/** Runs one job of this process with its deadline. */
export type RunJob = <T>(work: () => T | Promise<T>) => Promise<T>;

const CHECK_MS = 50;
/** When the current job began, in milliseconds since 1970; 0 between jobs. */
const begun = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));

// A thread of its own: the main one may be busy with a hostile page. The limit of the heap does not count buffers.
const watch = `
  const { workerData: { begun, deadlineMs, maxBytes, parent } } = require('node:worker_threads');
  setInterval(() => {
    const isLate = begun[0] > 0 && Date.now() - begun[0] > deadlineMs;
    if (isLate || process.memoryUsage.rss() > maxBytes || process.ppid !== parent)
      process.kill(process.pid, 'SIGKILL');
  }, ${CHECK_MS});`;

/**
 * Guards this process: it is killed when a job takes too long, when it becomes too large, or when the server has gone.
 * Its arguments are the deadline in milliseconds and the memory in bytes.
 */
export const guardProcess = (): RunJob => {
  // The pool passes on what a process prints, and the stdout of the server belongs to the protocol.
  globalThis.console = new Console(process.stderr);
  const [deadlineMs, maxBytes] = process.argv.slice(2).map(Number);
  const workerData = { begun, deadlineMs, maxBytes, parent: process.ppid };
  new Worker(watch, { eval: true, workerData }).unref();
  return async (work) => {
    begun[0] = Date.now();
    try {
      return await work();
    } finally {
      begun[0] = 0;
    }
  };
};
