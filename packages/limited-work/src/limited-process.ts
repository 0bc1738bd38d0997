// Limits that a process of `LimitedPool` sets for itself: a deadline for each job, memory, and a safe stdout.
import { Console } from 'node:console';
import { Worker } from 'node:worker_threads';

const CHECK_MS = 50;

// Kills the process if a job takes too much CPU time or memory, or if the server has exited. It runs in a separate
// thread because hostile input may block the main one. It counts CPU time because the machine may be busy, and resident
// memory because the heap limit ignores buffers. Between jobs only the exit of the server counts.
const WATCH = `
  const { workerData: { end, maxBytes, parent } } = require('node:worker_threads');
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    const isOver = (user + system) / 1000 > end[0] || process.memoryUsage.rss() > maxBytes;
    if ((end[0] > 0 && isOver) || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, ${CHECK_MS});`;

/** Runs one job under its deadline. `patience` multiplies the deadline. Default: 1. */
export type Limited = <T>(work: () => Promise<T>, patience?: number) => Promise<T>;

/** Applies the limits of the pool to this process. Call it once, at the start of the script. */
export const limitProcess = (): Limited => {
  const [deadlineMs = 0, maxBytes] = process.argv.slice(2).map(Number);
  /** CPU time at which the job must be done, in milliseconds; 0 between jobs. */
  const end = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
  new Worker(WATCH, { eval: true, workerData: { end, maxBytes, parent: process.ppid } }).unref();
  // The pool forwards the output of its processes, and the stdout of the server belongs to the protocol.
  globalThis.console = new Console(process.stderr);
  return async (work, patience = 1) => {
    // Tells the pool that the job has started. If the process ends earlier, another one gets the job.
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
