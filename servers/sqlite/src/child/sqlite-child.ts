// The process of a database: runs one task after the other. Started by `SqliteProcess`, never by a person.
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { SqlFailure, toFailure, type Failure } from '../sql/failure.ts';
import type { AnswerOf, ProcessOptions, Reply, Task } from '../tasks.ts';
import { catalog, versions } from './catalog.ts';
import type { DatabaseFile } from './connection.ts';
import { query } from './read.ts';

const options = JSON.parse(process.argv[2] ?? '{}') as ProcessOptions;

const watchdog = join(import.meta.dirname, `watchdog${extname(import.meta.filename)}`);
new Worker(watchdog, { workerData: { maxMemory: options.maxMemory }, stdin: false }).unref();

const load = async (): Promise<DatabaseFile> => {
  try {
    const { DatabaseFile } = await import('./connection.ts');
    return new DatabaseFile(options);
  } catch (error) {
    const { message } = toFailure(error);
    throw new SqlFailure(
      'driver',
      `SQLite cannot be loaded. better-sqlite3: ${message}`,
      'Tell the operator.',
    );
  }
};

// What fails here is the answer to each task.
const loading = load();

// What writes is loaded with the first task that needs it.
const perform = async (task: Task): Promise<AnswerOf<Task>> => {
  const connection = (await loading).connect();
  switch (task.kind) {
    case 'query':
      return query(connection, task, options.limits);
    case 'catalog':
      return catalog(connection, task.statements);
    case 'versions':
      return versions(connection);
    case 'write':
      return (await import('./write.ts')).write(connection, task, options);
    case 'impact':
      return (await import('./impact.ts')).countImpact(connection, task, options);
  }
};

const explain = async (error: unknown): Promise<Failure> => {
  const { explainFailure } = await import('./explain-failure.ts');
  return explainFailure((await loading).connect(), error);
};

const send = (reply: Reply): void => void process.send?.(reply);

process.on('message', (task: Task) => {
  void perform(task).then(
    (answer) => send({ kind: 'answer', answer }),
    (error: unknown) =>
      explain(error)
        .catch(() => toFailure(error))
        .then((failure) => send({ kind: 'failure', failure })),
  );
});
// Leaves no journal behind when it is not needed.
process.on('disconnect', () => void loading.then((file) => file.close()).finally(() => process.exit()));
void loading.catch(() => undefined).then(() => send({ kind: 'ready' }));
