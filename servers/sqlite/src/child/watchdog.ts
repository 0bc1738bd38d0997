// Watchdog: a thread that kills its process when the server is gone or memory runs out. The main thread cannot,
// because a running query blocks it.
import { Socket } from 'node:net';
import { workerData } from 'node:worker_threads';

const INTERVAL_MS = 50;
/** Time for an idle process to close the database after the end of the server. */
const GRACE_MS = 1000;

const { maxMemory } = workerData as { readonly maxMemory: number };

// JavaScript cannot stop a running query. Killing the process does not damage the database.
const kill = (): boolean => process.kill(process.pid, 'SIGKILL');
const killSoon = (): unknown => setTimeout(kill, GRACE_MS);

// The server holds the other end of stdin, which closes however the server ends.
new Socket({ fd: 0, readable: true, writable: false }).on('close', killSoon).on('error', killSoon).resume();

setInterval(() => {
  if (process.memoryUsage.rss() > maxMemory) kill();
}, INTERVAL_MS);
