// A thread that ends its process when the server is gone, or when the process needs too much memory. SQLite keeps the
// main thread busy for as long as a query runs, so the main thread cannot do this itself.
import { Socket } from 'node:net';
import { workerData } from 'node:worker_threads';

const INTERVAL_MS = 50;
/** How long a process without work may take to close the database when the server has ended. */
const GRACE_MS = 1000;

const { maxMemory } = workerData as { readonly maxMemory: number };

// Nothing in JavaScript stops a running query. A killed process leaves the database sound.
const kill = (): boolean => process.kill(process.pid, 'SIGKILL');
const killSoon = (): unknown => setTimeout(kill, GRACE_MS);

// The server holds the other end of stdin. It closes with the server, however that ends.
new Socket({ fd: 0, readable: true, writable: false }).on('close', killSoon).on('error', killSoon).resume();

setInterval(() => {
  if (process.memoryUsage.rss() > maxMemory) kill();
}, INTERVAL_MS);
