// The process of a database: runs one task at a time for `SqliteProcess`.
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { SqlFailure, toFailure } from '../sql/failure.ts';
import type { AnswerOf, ProcessOptions, Reply, Task } from '../tasks.ts';
import { catalog, versions } from './catalog.ts';
import type { Connection } from './connection.ts';
import { query } from './read.ts';

const options = JSON.parse(process.argv[2] ?? '{}') as ProcessOptions;

const watchdog = join(import.meta.dirname, `watchdog${extname(import.meta.filename)}`);
new Worker(watchdog, { workerData: { maxMemory: options.maxMemory }, stdin: false }).unref();

// A failure is the answer to every task.
const loading = import('./connection.ts')
  .then(({ DatabaseFile }) => new DatabaseFile(options))
  .catch((error: unknown) => {
    const problem = `SQLite cannot be loaded. better-sqlite3: ${toFailure(error).message}`;
    throw new SqlFailure('driver', problem, 'Tell the operator.');
  });

// Modules for writing are loaded on first use.
const perform = async (connection: Connection, task: Task): Promise<AnswerOf<Task>> => {
  switch (task.kind) {
    case 'query':
      return query(connection, task, options.limits);
    case 'catalog':
      return catalog(connection, task.statements);
    case 'versions':
      return versions(connection);
    case 'write':
      if (task.source === undefined) return (await import('./write.ts')).write(connection, task, options);
      return (await import('./import.ts')).importRows(connection, task, task.source, options);
    case 'advice':
      return (await import('./advice.ts')).adviseIndexes(connection, task);
    case 'undo':
      await (await import('./undo.ts')).undo(connection, options);
      return true;
  }
};

const reply = async (task: Task): Promise<Reply> => {
  const connection = (await loading).connect();
  try {
    return { kind: 'answer', answer: await perform(connection, task) };
  } catch (error) {
    const { explainFailure } = await import('./explain-failure.ts');
    return { kind: 'failure', failure: explainFailure(connection, error) };
  }
};

const send = (message: Reply): void => void process.send?.(message);

process.on('message', (task: Task) => {
  void reply(task).then(send, (error: unknown) => send({ kind: 'failure', failure: toFailure(error) }));
});
// Closing removes a journal that is no longer needed.
process.on('disconnect', () => void loading.then((file) => file.close()).finally(() => process.exit()));
void loading.catch(() => undefined).then(() => send({ kind: 'ready' }));
