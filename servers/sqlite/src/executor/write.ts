// Writes in transactions, or tries what writing would do.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  checkReadText,
  checkWriteCompiled,
  checkWriteText,
  type Allowed,
  type Writing,
} from '../sql/gate.ts';
import { SqlFailure } from '../sql/refusal.ts';
import { toJson, toParameters, type SqlValue } from '../sql/value.ts';
import type { Connection, Statement } from './driver.ts';
import { collect, readOne, run } from './read.ts';
import type { RowBytes } from './rows.ts';
import type { RowLimits, SchemaChange, Sql, WriteAnswer, WriteTask, Written } from './task.ts';

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
  const plans = task.statements.map((sql, index) => withIndex(task, index, () => plan(writer, task, sql)));
  const backup = plans.some(({ writing }) => writing?.isDestructiveSchema === true) && !task.isDryRun;
  const file = backup ? copyDatabase(writer, task.backupDirectory) : undefined;
  const answer = execute(writer.connection, task, plans);
  return file === undefined ? answer : { ...answer, backup: file };
};

interface Plan extends Sql {
  /** Undefined for a statement that reads. */
  readonly writing: Writing | undefined;
}

const plan = ({ allowed }: Writer, { verbs, isDryRun, statements }: WriteTask, sql: Sql): Plan => {
  if (statements.length > 1 && isReading(sql.query)) return { ...sql, writing: undefined };
  const writing = checkWriteText(sql.query, allowed);
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
  return { ...sql, writing };
};

const isReading = (query: string): boolean => {
  // WITH may write; the gate for writing says what it is once it is compiled.
  try {
    checkReadText(query);
    return !/\bWITH\b/i.test(query);
  } catch {
    return false;
  }
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
    const runner = new Run(connection, task.limits);
    for (const each of plans) results.push(runner.run(each));
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

/** Runs statements one after the other. Equal ones are compiled once; all rows together are bounded. */
class Run {
  readonly #connection: Connection;
  readonly #limits: RowLimits;
  readonly #compiled = new Map<string, Statement>();
  readonly #counters: Statement;
  #bytesLeft: number;
  #total: number;

  constructor(connection: Connection, limits: RowLimits) {
    this.#connection = connection;
    this.#limits = limits;
    this.#bytesLeft = limits.maxBytes;
    this.#counters = connection.prepare('SELECT changes(), total_changes(), last_insert_rowid()');
    this.#total = Number(this.#count()[1]);
  }

  run({ query, params, writing }: Plan): Written<RowBytes> {
    if (writing === undefined) {
      const returned = this.#bounded((limits) => readOne(this.#connection, { query, params }, limits));
      return { affectedRows: 0, allAffectedRows: 0, isRead: true, returned };
    }
    const statement = this.#compile(query, writing);
    const returned = statement.reader
      ? this.#bounded((limits) => collect(statement, params, limits))
      : undefined;
    if (!statement.reader) statement.run(toParameters(params));
    return { ...this.#changes(writing), ...(returned === undefined ? {} : { returned }) };
  }

  #compile(query: string, writing: Writing): Statement {
    let statement = this.#compiled.get(query);
    if (statement === undefined) {
      statement = this.#connection.prepare(query);
      checkWriteCompiled(statement, writing);
      this.#compiled.set(query, statement);
    }
    return statement;
  }

  #bounded(read: (limits: RowLimits) => RowBytes): RowBytes {
    const rows = read({ ...this.#limits, maxBytes: Math.max(this.#bytesLeft, LEAST_BYTES) });
    this.#bytesLeft -= rows.text.length;
    return rows;
  }

  #changes({ verb }: Writing): Written<RowBytes> {
    const [changed = 0n, total = 0n, rowid = 0n] = this.#count();
    const allAffectedRows = Number(total) - this.#total;
    this.#total = Number(total);
    // changes() still tells of the statement before when this one changes no rows at all.
    const affectedRows = allAffectedRows === 0 ? 0 : Number(changed);
    const hasRowid = affectedRows > 0 && INSERTING.has(verb);
    return {
      affectedRows,
      allAffectedRows,
      ...(hasRowid ? { lastInsertRowid: toJson(rowid, MAX_DIGITS) } : {}),
    };
  }

  #count(): readonly SqlValue[] {
    const [row = []] = this.#counters.rows([]);
    return row;
  }
}

const LEAST_BYTES = 1000;
const MAX_DIGITS = 20;
const INSERTING: ReadonlySet<string> = new Set(['INSERT', 'REPLACE', 'WITH']);

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
  mkdirSync(directory, { recursive: true });
  const file = join(directory, `${name}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.db`);
  connection.prepare('VACUUM INTO ?').run([file]);
  return file;
};
