// The limits of a process of `LimitedPool`, set by itself: a deadline for each job, memory, and a safe stdout.
import { Console } from 'node:console';
import { Worker } from 'node:worker_threads';

const CHECK_MS = 50;

// A thread of its own: the main one may be busy with something hostile. A busy machine takes nothing from the time of
// a job, and the limit of the heap does not count buffers. It kills the process when a job takes too long or too
// much memory, or when the server has gone. Between jobs nothing is wrong that the next one should pay for.
const WATCH = `
  const { workerData: { end, maxBytes, parent } } = require('node:worker_threads');
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    const isOver = (user + system) / 1000 > end[0] || process.memoryUsage.rss() > maxBytes;
    if ((end[0] > 0 && isOver) || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, ${CHECK_MS});`;

/** Runs the work of one job under its deadline. `patience`: how many times as long as usual it may take. Default: 1. */
export type Limited = <T>(work: () => Promise<T>, patience?: number) => Promise<T>;

/** Sets the limits that the pool gave to this process. Call it once, at the start of the script. */
export const limitProcess = (): Limited => {
  const [deadlineMs = 0, maxBytes] = process.argv.slice(2).map(Number);
  /** The time of the processor at which the job has to be done, in milliseconds; 0 between jobs. */
  const end = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
  new Worker(WATCH, { eval: true, workerData: { end, maxBytes, parent: process.ppid } }).unref();
  // The pool passes on what a process prints, and the stdout of the server belongs to the protocol.
  globalThis.console = new Console(process.stderr);
  return async (work, patience = 1) => {
    // The pool learns that the job has started: if the process ends before, another one gets the job.
    process.send?.('started');
    const { user, system } = process.cpuUsage();
    end[0] = (user + system) / 1000 + deadlineMs * patience;
    try {
      return await work();
    } finally {
      end[0] = 0;
    }
  };
};
