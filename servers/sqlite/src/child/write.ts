// Writes in transactions, or tries what writing would do.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beginsToRead, checkWriteText, type Allowed, type Writing } from '../sql/gate.ts';
import { SqlFailure } from '../sql/failure.ts';
import type { Connection } from './driver.ts';
import { run } from './read.ts';
import type { RowBytes } from '../rows.ts';
import { WriteRun } from './write-run.ts';
import type { SchemaChange, Sql, WriteAnswer, WriteTask, Written } from '../tasks.ts';

/** A connection with what may be done with it. */
export interface Writer {
  readonly connection: Connection;
  readonly allowed: Allowed;
  /** The name of the database, for backups. */
  readonly name: string;
}

/**
 * Runs the statements. All are checked before the first one runs.
 *
 * @throws {SqlFailure} when a statement may not run, or the only one fails.
 */
export const write = (writer: Writer, task: WriteTask): WriteAnswer<RowBytes> => {
  const plans = planAll(writer, task);
  const backup = plans.some(({ writing }) => writing?.isDestructiveSchema === true) && !task.isDryRun;
  const file = backup ? copyDatabase(writer, task.backupDirectory) : undefined;
  const answer = execute(writer.connection, task, plans);
  return file === undefined ? answer : { ...answer, backup: file };
};

interface Plan extends Sql {
  /** Undefined for a statement that reads. */
  readonly writing: Writing | undefined;
}

/** Equal statements of a batch are looked at once. */
const planAll = (writer: Writer, task: WriteTask): Plan[] => {
  const known = new Map<string, Writing | undefined>();
  return task.statements.map((sql, index) => {
    if (!known.has(sql.query))
      known.set(
        sql.query,
        withIndex(task, index, () => plan(writer, task, sql)),
      );
    return { query: sql.query, params: sql.params, writing: known.get(sql.query) };
  });
};

const plan = (
  { allowed }: Writer,
  { verbs, isDryRun, statements }: WriteTask,
  { query }: Sql,
): Writing | undefined => {
  if (statements.length > 1 && beginsToRead(query)) return undefined;
  const writing = checkWriteText(query, allowed);
  if (verbs !== undefined && !verbs.includes(writing.verb))
    throw new SqlFailure(
      'forbidden',
      `Only statements that begin with ${verbs.join(', ')} are allowed here.`,
    );
  if (!writing.isTransactional && (isDryRun || statements.length > 1))
    throw new SqlFailure(
      'forbidden',
      `${writing.verb} cannot be undone, so it must be alone and not a dry run.`,
    );
  return writing;
};

/** A refusal in a batch says which statement it is about. */
const withIndex = <T>({ statements }: WriteTask, index: number, action: () => T): T => {
  try {
    return action();
  } catch (error) {
    if (statements.length === 1 || !(error instanceof SqlFailure)) throw error;
    throw new SqlFailure(error.code, `Statement ${index}: ${error.message}`);
  }
};

const execute = (connection: Connection, task: WriteTask, plans: readonly Plan[]): WriteAnswer<RowBytes> => {
  const isOneTransaction =
    task.isDryRun || (task.isAtomic && plans.every(({ writing }) => writing?.isTransactional !== false));
  const changesSchema = plans.some(({ writing }) => SCHEMA_VERBS.has(writing?.verb ?? ''));
  const schema = (): Schema => (changesSchema ? readSchema(connection) : NO_SCHEMA);
  const before = schema();
  const results: Written<RowBytes>[] = [];
  try {
    if (isOneTransaction) run(connection, 'BEGIN IMMEDIATE');
    const runner = new WriteRun(connection, task.limits);
    for (const each of plans) results.push(runner.run(each, each.writing));
    const schemaChanges = compareSchemas(before, schema());
    if (isOneTransaction) run(connection, task.isDryRun ? 'ROLLBACK' : 'COMMIT');
    return { results, schemaChanges };
  } catch (error) {
    // OR ROLLBACK and RAISE(ROLLBACK) have ended it already.
    if (connection.isInTransaction) run(connection, 'ROLLBACK');
    if (task.statements.length === 1) throw error;
    const kept = isOneTransaction ? [] : results;
    const { code, message } = describe(error);
    const schemaChanges = isOneTransaction ? [] : compareSchemas(before, schema());
    return { results: kept, schemaChanges, failure: { index: results.length, code, message } };
  }
};

/** What went wrong, as plain data. */
export const describe = (error: unknown): { readonly code: string; readonly message: string } => {
  if (!(error instanceof Error)) return { code: 'failed', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : 'failed';
  return { code, message: error.message };
};

type Schema = ReadonlyMap<string, { readonly type: string; readonly name: string; readonly sql: string }>;

const SCHEMA_VERBS: ReadonlySet<string> = new Set(['CREATE', 'ALTER', 'DROP']);
const NO_SCHEMA: Schema = new Map();

const readSchema = (connection: Connection): Schema => {
  const rows = connection.prepare('SELECT type, name, sql FROM sqlite_schema').rows([]);
  return new Map(
    [...rows].map(([type, name, sql]) => [
      `${String(type)} ${String(name)}`,
      { type: String(type), name: String(name), sql: String(sql) },
    ]),
  );
};

const compareSchemas = (before: Schema, after: Schema): SchemaChange[] => {
  const changes: SchemaChange[] = [];
  for (const [key, { type, name, sql }] of after) {
    const old = before.get(key);
    if (old === undefined) changes.push({ change: 'create', type, name });
    else if (old.sql !== sql) changes.push({ change: 'alter', type, name });
  }
  for (const [key, { type, name }] of before)
    if (!after.has(key)) changes.push({ change: 'drop', type, name });
  return changes;
};

const copyDatabase = ({ connection, name }: Writer, directory: string | undefined): string | undefined => {
  if (directory === undefined) return undefined;
  // A copy may be read by everybody, which the database perhaps may not.
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, `${name}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.db`);
  connection.prepare('VACUUM INTO ?').run([file]);
  return file;
};
