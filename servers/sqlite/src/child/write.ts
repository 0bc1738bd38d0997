// Writes in transactions, or tries what writing would do.
import { mkdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { SCHEMA } from '../sql/write-gate.ts';
import type { ProcessOptions, WriteAnswer, WriteResult, WriteTask } from '../tasks.ts';
import type { Connection } from './connection.ts';
import { explainFailure } from './explain-failure.ts';
import { ExceededError, ImpactCounter } from './impact.ts';
import { runPlans, toPlans, type Plan } from './plans.ts';
import { trackSchema } from './schema.ts';

/**
 * Runs the statements. All are checked before the first one runs.
 *
 * @throws {SqlFailure} when a statement may not run, or the only one fails.
 */
export const write = (connection: Connection, task: WriteTask, options: ProcessOptions): WriteAnswer => {
  const plans = toPlans(task.statements, { ...options, isDryRun: task.isDryRun });
  const destroysSchema = plans.some(({ writing }) => ['ALTER', 'DROP'].includes(writing?.verb ?? ''));
  const { backupDirectory, path } = options;
  if (!destroysSchema || task.isDryRun || backupDirectory === undefined)
    return runAll(connection, task, plans, options);
  const backup = copyDatabase(connection, path, backupDirectory);
  return { ...runAll(connection, task, plans, options), backup };
};

const runAll = (
  connection: Connection,
  { isDryRun = false, isAtomic = true, agreed }: WriteTask,
  plans: readonly Plan[],
  { limits }: ProcessOptions,
): WriteAnswer => {
  const isUndoable = plans.every(({ writing }) => writing?.isTransactional !== false);
  const isCounted = agreed !== undefined && isUndoable;
  const isOneTransaction = isDryRun || isCounted || (isAtomic && isUndoable);
  const changesSchema = plans.some(({ writing }) => SCHEMA.has(writing?.verb ?? ''));
  const changes = changesSchema ? trackSchema(connection) : () => [];
  const results: WriteResult[] = [];
  try {
    if (isOneTransaction) connection.exec('BEGIN IMMEDIATE');
    const counter = isCounted ? new ImpactCounter(connection, agreed) : undefined;
    let failure: WriteAnswer['failure'];
    try {
      const steps = counter?.run(plans, limits) ?? runPlans(connection, plans, limits);
      for (const result of steps) results.push(result);
    } catch (error) {
      if (isAtomic || !isCounted || !connection.inTransaction) throw error;
      failure = { index: results.length, ...explainFailure(connection, error) };
    }
    counter?.end();
    const schemaChanges = changes();
    if (isOneTransaction) connection.exec(isDryRun ? 'ROLLBACK' : 'COMMIT');
    return { results, schemaChanges, ...(failure === undefined ? {} : { failure }) };
  } catch (error) {
    // OR ROLLBACK and RAISE(ROLLBACK) have ended it already.
    if (connection.inTransaction) connection.exec('ROLLBACK');
    if (plans.length === 1 || error instanceof ExceededError) throw error;
    const failure = { index: results.length, ...explainFailure(connection, error) };
    return { results: isOneTransaction ? [] : results, schemaChanges: changes(), failure };
  }
};

const copyDatabase = (connection: Connection, path: string, directory: string): string => {
  // A copy may be read by everybody, which the database perhaps may not.
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const name = basename(path, extname(path));
  const file = join(directory, `${name}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.db`);
  connection.prepare('VACUUM INTO ?').run(file);
  return file;
};
