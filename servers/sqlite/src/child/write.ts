// Writing: runs statements in a transaction, and rolls back dry runs and what the user must agree to first.
import { MAINTENANCE, SCHEMA } from '../sql/write-check.ts';
import type { ProcessOptions, WriteAnswer, WriteResult, WriteTask } from '../tasks.ts';
import type { Connection } from './connection.ts';
import { examplesOf } from './examples.ts';
import { explainFailure } from './explain-failure.ts';
import { checkAgreed, startCounting } from './impact.ts';
import { runnerOf, toPlans, type Plan, type Runnable } from './plans.ts';
import { SchemaWatch } from './schema.ts';
import { copyForUndo, forgetUndo, storeForUndo, versionOf } from './undo.ts';

/** A task whose statements may have rows. */
interface Writing extends Omit<WriteTask, 'source'> {
  readonly statements: readonly Runnable[];
}

/**
 * Checks all statements, then runs them.
 *
 * @throws {SqlFailure} if a statement is not allowed, or the only one fails.
 */
export const write = (connection: Connection, task: Writing, options: ProcessOptions): WriteAnswer => {
  const plans = toPlans(task.statements, task.isDryRun === true, options);
  if (plans.some(({ writing }) => writing?.isTransactional === false)) {
    forgetUndo(connection);
    const { error, ...done } = runSteps(connection, plans, options);
    if (error !== undefined) throw error;
    return { ...done, undo: 'not available for this statement' };
  }
  try {
    const answer = runInTransaction(connection, task, plans, options);
    if (connection.inTransaction) connection.exec('ROLLBACK');
    return task.isDryRun === true ? { ...answer, examples: examplesOf(connection, task.statements) } : answer;
  } finally {
    if (connection.inTransaction) connection.exec('ROLLBACK');
  }
};

const runInTransaction = (
  connection: Connection,
  { isDryRun = false, isAtomic = true, mayAsk = false, agreed }: Writing,
  plans: readonly Plan[],
  options: ProcessOptions,
): WriteAnswer => {
  const isCounted = mayAsk || agreed !== undefined;
  const isOneTransaction = isDryRun || isAtomic || isCounted;
  connection.exec('BEGIN IMMEDIATE');
  const version = versionOf(connection);
  const image = isDryRun ? undefined : copyForUndo(connection, options);
  const impactOf = isCounted ? startCounting(connection, plans) : undefined;
  if (!isOneTransaction) connection.exec('COMMIT');
  const { error, ...done } = runSteps(connection, plans, options);
  if (error !== undefined && plans.length === 1) throw error;
  // OR ROLLBACK and RAISE(ROLLBACK) end the transaction themselves.
  const doStay = !isAtomic && !isDryRun && (!isOneTransaction || connection.inTransaction);
  if (error !== undefined && !doStay && connection.inTransaction) connection.exec('ROLLBACK');
  const failure =
    error === undefined ? undefined : { index: done.results.length, ...explainFailure(connection, error) };
  if (failure !== undefined && !doStay) return { results: [], schemaChanges: [], failure };
  const impact = impactOf?.(done.results, done.schemaChanges);
  if (impact !== undefined && agreed !== undefined) checkAgreed(impact, agreed);
  if (impact?.isLarge === true && mayAsk) return { results: [], schemaChanges: [], impact };
  if (isDryRun) return { ...done, failure };
  if (isOneTransaction) connection.exec('COMMIT');
  // ANALYZE and REINDEX change the file but no rows.
  const hasMaintained = plans.some(({ writing }) => MAINTENANCE.has(writing?.verb ?? ''));
  const hasChanged = hasMaintained || done.schemaChanges.length > 0 || done.results.some(changesRows);
  const undo = hasChanged ? storeForUndo(connection, image, version, options) : undefined;
  return { ...done, failure, undo };
};

/** Runs the statements up to the first failure. */
const runSteps = (
  connection: Connection,
  plans: readonly Plan[],
  { limits }: ProcessOptions,
): Pick<WriteAnswer, 'results' | 'schemaChanges'> & { readonly error?: unknown } => {
  const changesSchema = plans.some(({ writing }) => SCHEMA.has(writing?.verb ?? ''));
  const schema = changesSchema ? new SchemaWatch(connection) : undefined;
  const results: WriteResult[] = [];
  const run = runnerOf(connection, plans.length > 1, limits);
  const failed: { error?: unknown } = {};
  try {
    for (const plan of plans) results.push(schema?.around(plan, () => run(plan)) ?? run(plan));
  } catch (error) {
    failed.error = error;
  }
  schema?.compare();
  return { results, schemaChanges: schema?.changes ?? [], ...failed };
};

const changesRows = ({ affected_rows: rows, all_affected_rows: all = 0 }: WriteResult): boolean =>
  rows + all > 0;
