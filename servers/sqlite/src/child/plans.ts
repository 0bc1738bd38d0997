// Plans: checks all writing statements before the first one runs, then runs them in order and counts changes.
import type { Statement } from 'better-sqlite3';
import { Problems, SqlFailure, toFailure } from '../sql/failure.ts';
import { CHANGES, isReadingPragma, startOf } from '../sql/read-check.ts';
import { wordOf } from '../sql/tokens.ts';
import { toBindings } from '../sql/bindings.ts';
import { toJson, type SqlValue } from '../sql/value.ts';
import { checkWriteCompiled, checkWriteText, type WriteStatement } from '../sql/write-check.ts';
import type { ProcessOptions, RowLimits, RowProgress, Rows, Sql, WriteResult } from '../tasks.ts';
import type { Connection } from './connection.ts';
import { collect, query as readQuery } from './read.ts';

/** A statement, which with `rows` runs once per row. */
export interface Runnable extends Sql {
  readonly rows?: { readonly count: number; readonly values: Iterable<readonly SqlValue[]> };
}

/** A checked statement. */
export interface Plan {
  readonly sql: Runnable;
  /** Undefined for a reading statement. */
  readonly writing: WriteStatement | undefined;
}

/**
 * Checks statements. Only a batch may contain statements that read.
 *
 * @throws {SqlFailure} if a statement is not allowed. In a batch it has the index.
 */
export const toPlans = (
  statements: readonly Runnable[],
  isDryRun: boolean,
  options: ProcessOptions,
): Plan[] => {
  const isBatch = statements.length > 1;
  return statements.map((sql, index) => {
    try {
      if (isBatch && beginsToRead(sql.query)) return { sql, writing: undefined };
      const writing = checkWriteText(sql.query, options);
      if (!writing.isTransactional && (isDryRun || isBatch))
        throw new SqlFailure(
          'forbidden',
          `${writing.verb} cannot be undone, so it must be alone and not a dry run.`,
        );
      return { sql, writing };
    } catch (error) {
      if (!isBatch || !(error instanceof SqlFailure)) throw error;
      throw new SqlFailure(error.code, `Statement ${index}: ${error.message}`, error.hint);
    }
  });
};

/** Whether a statement reads, judging by its first word. WITH may write. @throws {SqlFailure} like the checks. */
const beginsToRead = (sql: string): boolean => {
  const verb = wordOf(startOf(sql, 1)[0]);
  if (verb === 'PRAGMA') return isReadingPragma(startOf(sql).slice(1));
  return verb === 'SELECT' || verb === 'VALUES' || verb === 'EXPLAIN';
};

/** Maximum number of compiled statements: a batch with literal values would fill the memory. */
const MOST_COMPILED = 64;
const MAX_DIGITS = 20;
const INSERTING: ReadonlySet<string> = new Set(['INSERT', 'REPLACE', 'WITH']);

/** Returns a function that runs plans. It compiles equal statements once, and limits the rows of all together. */
export const runnerOf = (
  connection: Connection,
  isBatch: boolean,
  { maxRows, maxBytes }: RowLimits,
): ((plan: Plan) => WriteResult) => {
  const compiled = new Map<string, Statement>();
  const count = counter(connection);
  let bytesLeft = maxBytes;
  const compile = (query: string, writing: WriteStatement): Statement => {
    const statement = compiled.get(query) ?? connection.prepare(query);
    if (!isBatch) checkWriteCompiled(statement, writing);
    if (compiled.size < MOST_COMPILED) compiled.set(query, statement);
    return statement;
  };
  return ({ sql, writing }) => {
    const limits = { maxRows, maxBytes: bytesLeft };
    let rows: Rows | undefined;
    if (writing === undefined) rows = readQuery(connection, sql, limits);
    else {
      const statement = compile(sql.query, writing);
      if (sql.rows !== undefined) insertAll(statement, sql.rows);
      else if (statement.reader) rows = collect(statement, toBindings(sql.query, sql.params), limits);
      else statement.run(...toBindings(sql.query, sql.params));
    }
    if (rows === undefined) return count(writing);
    bytesLeft -= Buffer.byteLength(rows.rows);
    const data = { columns: JSON.parse(rows.columns) as unknown, rows: JSON.parse(rows.rows) as unknown };
    return { ...count(writing), returning: { ...data, truncated: rows.isTruncated || undefined } };
  };
};

const ROWS_A_MESSAGE = 10_000;

/** Inserts rows one by one. @throws {SqlFailure} that lists rows that cannot be inserted, counted from 1. */
const insertAll = (statement: Statement, { count, values }: NonNullable<Runnable['rows']>): void => {
  const problems = new Problems();
  let at = 0;
  for (const row of values) {
    if (at > 0 && at % ROWS_A_MESSAGE === 0)
      process.send?.({ kind: 'progress', done: at, total: count } satisfies RowProgress);
    at++;
    try {
      statement.run(...row);
    } catch (error) {
      problems.add(() => `Row ${at}: ${toFailure(error).message}.`);
    }
  }
  if (problems.count === 0) return;
  const start = `${problems.count} of ${count} rows cannot be inserted, so none was.`;
  throw new SqlFailure('rows_failed', `${start} ${problems.text}`, 'Correct these rows, or leave them out.');
};

/** Returns a function that asks SQLite what the last statement changed. */
const counter = (connection: Connection) => {
  const counters = connection
    .prepare<[], [bigint, bigint, bigint]>('SELECT total_changes(), changes(), last_insert_rowid()')
    .raw()
    .safeIntegers();
  let before = counters.get()?.[0] ?? 0n;
  return (writing: WriteStatement | undefined): WriteResult => {
    const [total, changed, rowid] = counters.get() ?? [0n, 0n, 0n];
    const all = total - before;
    before = total;
    // After a statement that changes no rows itself, like DROP, changes() still has the count of the one before.
    const rows = all === 0n || !CHANGES.has(writing?.verb ?? '') ? 0n : changed;
    const isInsert = rows > 0n && INSERTING.has(writing?.verb ?? '');
    return {
      affected_rows: Number(rows),
      ...(all === rows ? {} : { all_affected_rows: Number(all) }),
      ...(isInsert ? { last_insert_rowid: toJson(rowid, MAX_DIGITS) } : {}),
    };
  };
};
