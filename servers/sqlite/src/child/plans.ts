// Statements that write: all are checked before the first one runs, then they run one after the other and are counted.
import type { Statement } from 'better-sqlite3';
import { Problems, SqlFailure, toFailure } from '../sql/failure.ts';
import { CHANGES, isReadingPragma, startOf } from '../sql/read-gate.ts';
import { wordOf } from '../sql/tokens.ts';
import { toBindings } from '../sql/bindings.ts';
import { toJson, type SqlValue } from '../sql/value.ts';
import { checkWriteCompiled, checkWriteText, type WriteStatement } from '../sql/write-gate.ts';
import type { ProcessOptions, RowLimits, RowProgress, Rows, Sql, WriteResult } from '../tasks.ts';
import type { Connection } from './connection.ts';
import { collect, query as readQuery } from './read.ts';

/** A statement, or one that is run once for each of many rows of values. */
export interface Runnable extends Sql {
  readonly rows?: { readonly count: number; readonly values: Iterable<readonly SqlValue[]> };
}

/** One statement. */
export interface Plan {
  readonly sql: Runnable;
  /** Undefined for a statement that reads. */
  readonly writing: WriteStatement | undefined;
}

/**
 * What to run. Statements that read are allowed in a batch only.
 *
 * @throws {SqlFailure} when a statement may not run. In a batch it says which one.
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

/** Whether a text begins like one that reads and cannot write: WITH can. @throws {SqlFailure} like the checks. */
const beginsToRead = (sql: string): boolean => {
  const verb = wordOf(startOf(sql, 1)[0]);
  if (verb === 'PRAGMA') return isReadingPragma(startOf(sql).slice(1));
  return verb === 'SELECT' || verb === 'VALUES' || verb === 'EXPLAIN';
};

/** A batch of the same statements has few; one of literal values would only fill the memory. */
const MOST_COMPILED = 64;
const MAX_DIGITS = 20;
const INSERTING: ReadonlySet<string> = new Set(['INSERT', 'REPLACE', 'WITH']);

/** Runs one plan after the other. Equal ones are compiled once; the rows of all together are bounded. */
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

/** Inserts rows one by one. @throws {SqlFailure} with the rows that cannot be inserted, by their numbers from 1. */
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

/** Asks SQLite what the last statement changed. */
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
    // changes() still tells of the statement before when this one changes no rows itself, like DROP of a table with
    // some.
    const rows = all === 0n || !CHANGES.has(writing?.verb ?? '') ? 0n : changed;
    const isInsert = rows > 0n && INSERTING.has(writing?.verb ?? '');
    return {
      affected_rows: Number(rows),
      ...(all === rows ? {} : { all_affected_rows: Number(all) }),
      ...(isInsert ? { last_insert_rowid: toJson(rowid, MAX_DIGITS) } : {}),
    };
  };
};
