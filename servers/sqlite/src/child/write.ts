// Writes in transactions, or tries what writing would do.
import { mkdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { toFailure } from '../sql/failure.ts';
import { SCHEMA } from '../sql/write-gate.ts';
import type { ProcessOptions, WriteAnswer, WriteTask, WriteResult } from '../tasks.ts';
import type { Connection } from './connection.ts';
import { toPlans, type Plan } from './plan.ts';
import { compareSchemas, readSchema, type Schema } from './schema.ts';
import { WriteRun } from './write-run.ts';

/**
 * Runs the statements. All are checked before the first one runs.
 *
 * @throws {SqlFailure} when a statement may not run, or the only one fails.
 */
export const write = (connection: Connection, task: WriteTask, options: ProcessOptions): WriteAnswer => {
  const plans = toPlans(task, options);
  const destroysSchema = plans.some(({ writing }) => ['ALTER', 'DROP'].includes(writing?.verb ?? ''));
  const { backupDirectory } = task;
  if (!destroysSchema || task.isDryRun || backupDirectory === undefined)
    return execute(connection, task, plans);
  const backup = copyDatabase(connection, options.path, backupDirectory);
  return { ...execute(connection, task, plans), backup };
};

const execute = (connection: Connection, task: WriteTask, plans: readonly Plan[]): WriteAnswer => {
  const { isDryRun, isAtomic, limits } = task;
  const isOneTransaction =
    isDryRun || (isAtomic && plans.every(({ writing }) => writing?.isTransactional !== false));
  const changesSchema = plans.some(({ writing }) => SCHEMA.has(writing?.verb ?? ''));
  const schema = (): Schema => (changesSchema ? readSchema(connection) : new Map());
  const before = schema();
  const results: WriteResult[] = [];
  try {
    if (isOneTransaction) connection.exec('BEGIN IMMEDIATE');
    const runner = new WriteRun(connection, limits);
    for (const { sql, writing } of plans) results.push(runner.run(sql, writing));
    const schemaChanges = compareSchemas(before, schema());
    if (isOneTransaction) connection.exec(isDryRun ? 'ROLLBACK' : 'COMMIT');
    return { results, schemaChanges };
  } catch (error) {
    // OR ROLLBACK and RAISE(ROLLBACK) have ended it already.
    if (connection.inTransaction) connection.exec('ROLLBACK');
    if (plans.length === 1) throw error;
    const kept = isOneTransaction ? [] : results;
    const schemaChanges = isOneTransaction ? [] : compareSchemas(before, schema());
    return { results: kept, schemaChanges, failure: { index: results.length, ...toFailure(error) } };
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
