// The process of a database: runs one task after the other. Started by `SqliteProcess`, never by a person.
import { basename, extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { receive, send } from './channel.ts';
import { connector } from './connection.ts';
import type { Connection, Driver } from './driver.ts';
import { loadDriver } from './load-driver.ts';
import { read } from './read.ts';
import { takeRows, type Outcome } from '../rows.ts';
import type { ProcessOptions, Reply, Task, Versions } from '../tasks.ts';
import { describe, write } from './write.ts';

const options = JSON.parse(process.argv[2] ?? '{}') as ProcessOptions;

const watchdog = join(import.meta.dirname, `watchdog${extname(import.meta.filename)}`);
new Worker(watchdog, { workerData: { maxMemory: options.maxMemory }, stdin: false }).unref();

let driver: Driver | undefined;
let connect: (() => Connection) | undefined;

const perform = (task: Task): Outcome => {
  driver ??= loadDriver(options.driver);
  connect ??= connector(driver, options);
  const connection = connect();
  if (task.kind === 'read') return read(connection, task);
  if (task.kind === 'versions') return readVersions(connection);
  const name = basename(options.path, extname(options.path));
  return write({ connection, name, allowed: { attach: options.allowAttach } }, task);
};

const readVersions = (connection: Connection): Versions => {
  const number = (pragma: string): number => {
    const [[value] = []] = [...connection.prepare(`PRAGMA ${pragma}`).rows([])];
    return Number(value);
  };
  return { data: number('data_version'), schema: number('schema_version'), pid: process.pid };
};

const answer = (task: Task): void => {
  try {
    const { answer: head, parts } = takeRows(task.kind, perform(task));
    send({ answer: head } satisfies Reply, parts);
  } catch (error) {
    send({ failure: describe(error) } satisfies Reply);
  }
};

send({ ready: true } satisfies Reply);
for (let frame = receive(); frame !== undefined; frame = receive()) answer(frame.head as Task);
try {
  // Leaves no journal behind when it is not needed.
  connect?.().close();
} finally {
  process.exit();
}
