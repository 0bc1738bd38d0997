// Reads rows up to a bound of count and bytes.
import { checkReadCompiled, checkReadText } from '../sql/gate.ts';
import { RowWriter } from '../sql/row-writer.ts';
import { toParameters, type SqlValue } from '../sql/value.ts';
import type { Connection, Statement } from './driver.ts';
import type { RowBytes } from '../rows.ts';
import type { Column, ReadTask, RowLimits, Sql } from '../tasks.ts';

/** Runs the statements in one transaction, so that they see the same state. */
export const read = (connection: Connection, { statements, limits }: ReadTask): RowBytes[] => {
  if (statements.length === 1) return statements.map((sql) => readOne(connection, sql, limits));
  run(connection, 'BEGIN');
  try {
    return statements.map((sql) => readOne(connection, sql, limits));
  } finally {
    if (connection.isInTransaction) run(connection, 'ROLLBACK');
  }
};

const compiled = new WeakMap<Connection, Map<string, Statement>>();

/** A statement of the server itself. SQLite compiles it anew when the schema changed. */
const prepareOwn = (connection: Connection, sql: string): Statement => {
  let own = compiled.get(connection);
  if (own === undefined) compiled.set(connection, (own = new Map()));
  let statement = own.get(sql);
  if (statement === undefined) own.set(sql, (statement = connection.prepare(sql)));
  return statement;
};

/** Runs one of our own statements. */
export const run = (connection: Connection, sql: string): void => void prepareOwn(connection, sql).run([]);

const readOwn = (connection: Connection, { query, params }: Sql, limits: RowLimits): RowBytes => {
  try {
    return collect(prepareOwn(connection, query), params, limits);
  } catch (error) {
    // With node:sqlite a statement that has failed tells the same error again at its next run.
    compiled.get(connection)?.delete(query);
    throw error;
  }
};

/** @throws {SqlFailure} when the statement could change something. */
export const readOne = (connection: Connection, sql: Sql, limits: RowLimits): RowBytes => {
  const { query, params } = sql;
  if (sql.isOwn === true) return readOwn(connection, sql, limits);
  const isExplained = checkReadText(query);
  const statement = connection.prepare(query);
  checkReadCompiled(statement, isExplained);
  return collect(statement, params, limits);
};

// One value may fill a good part of a result, but not all of it.
const SHARE_OF_A_VALUE = 4;

// As `\x00`.
const MOST_TEXT_OF_A_BYTE = 4;

/** Steps a statement until a bound is met. A statement that writes is stepped to its end all the same. */
export const collect = (statement: Statement, params: unknown, limits: RowLimits): RowBytes => {
  const started = performance.now();
  const columns = statement.columns().map(toColumn);
  const collected = new Collected(columns, limits);
  for (const row of statement.rows(toParameters(params))) {
    if (!collected.add(row) && statement.readonly) break;
  }
  return collected.end(columns, started);
};

/** The rows so far. */
class Collected {
  readonly #limits: RowLimits;
  readonly #writer: RowWriter;
  readonly #maxLength: number;
  #seen = 0;
  #isTruncated = false;

  constructor(columns: readonly Column[], limits: RowLimits) {
    this.#limits = limits;
    this.#writer = new RowWriter(columns.map(({ name }) => name));
    this.#maxLength = Math.ceil(limits.maxBytes / SHARE_OF_A_VALUE);
  }

  /** Returns whether there may be room for more. */
  add(row: readonly SqlValue[]): boolean {
    const { skip, maxRows, maxBytes } = this.#limits;
    if (this.#isTruncated) return false;
    if (this.#seen++ < skip) return true;
    if (this.#writer.rows >= maxRows) return this.#truncate();
    this.#writer.add(row, this.#maxLength);
    if (this.#writer.length <= maxBytes) return true;
    this.#writer.undo();
    if (this.#writer.rows > 0) return this.#truncate();
    // A row that alone is too long has all its values cut, so that there is an answer.
    this.#writer.add(row, Math.floor(maxBytes / (MOST_TEXT_OF_A_BYTE * row.length)));
    return true;
  }

  end(columns: readonly Column[], started: number): RowBytes {
    const { json, python: text } = this.#writer.end();
    const { rows: count, hasCutValues } = this.#writer;
    const about = { columns, count, isTruncated: this.#isTruncated, hasCutValues };
    return { head: { ...about, elapsedMs: elapsedSince(started) }, json, text };
  }

  #truncate(): false {
    this.#isTruncated = true;
    return false;
  }
}

const elapsedSince = (started: number): number => Math.round((performance.now() - started) * 1000) / 1000;

const toColumn = ({ name, type, table }: ReturnType<Statement['columns']>[number]): Column => ({
  name,
  ...(type === null ? {} : { type }),
  ...(table === null ? {} : { table }),
});
