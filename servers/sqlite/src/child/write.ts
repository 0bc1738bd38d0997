// Writes in transactions, or tries what writing would do.
import { mkdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { toFailure } from '../sql/failure.ts';
import { SCHEMA } from '../sql/write-gate.ts';
import type { ProcessOptions, RowLimits, WriteAnswer, WriteResult, WriteTask } from '../tasks.ts';
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
  const plans = toPlans(task.statements, { ...options, isDryRun: task.isDryRun });
  const destroysSchema = plans.some(({ writing }) => ['ALTER', 'DROP'].includes(writing?.verb ?? ''));
  const { backupDirectory, path, limits } = options;
  const execute = (): WriteAnswer => runAll(connection, { ...task, limits }, plans);
  if (!destroysSchema || task.isDryRun || backupDirectory === undefined) return execute();
  const backup = copyDatabase(connection, path, backupDirectory);
  return { ...execute(), backup };
};

interface Transaction extends Pick<WriteTask, 'isAtomic' | 'isDryRun'> {
  readonly limits: RowLimits;
}

const runAll = (
  connection: Connection,
  { isDryRun = false, isAtomic = true, limits }: Transaction,
  plans: readonly Plan[],
): WriteAnswer => {
  const isOneTransaction =
    isDryRun || (isAtomic && plans.every(({ writing }) => writing?.isTransactional !== false));
  const changesSchema = plans.some(({ writing }) => SCHEMA.has(writing?.verb ?? ''));
  const schema = (): Schema => (changesSchema ? readSchema(connection) : new Map());
  const before = schema();
  const results: WriteResult[] = [];
  try {
    if (isOneTransaction) connection.exec('BEGIN IMMEDIATE');
    const runner = new WriteRun(connection, limits);
    for (const plan of plans) results.push(runner.run(plan));
    const schemaChanges = compareSchemas(before, schema());
    if (isOneTransaction) connection.exec(isDryRun ? 'ROLLBACK' : 'COMMIT');
    return { results, schemaChanges };
  } catch (error) {
    // OR ROLLBACK and RAISE(ROLLBACK) have ended it already.
    if (connection.inTransaction) connection.exec('ROLLBACK');
    if (plans.length === 1) throw error;
    const failure = { index: results.length, ...toFailure(error) };
    if (isOneTransaction) return { results: [], schemaChanges: [], failure };
    return { results, schemaChanges: compareSchemas(before, schema()), failure };
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
