// Reads rows up to a bound of count and characters.
import type { Statement } from 'better-sqlite3';
import { checkReadCompiled, checkReadText } from '../sql/read-gate.ts';
import { isLong, showInvisible, toJson, toParameters, type Parameters, type SqlValue } from '../sql/value.ts';
import type { Column, QueryTask, RowLimits, Rows } from '../tasks.ts';
import type { Connection } from './connection.ts';

/** Runs a query of a client. @throws {SqlFailure} when it could change something. */
export const query = (connection: Connection, { sql, limits }: Omit<QueryTask, 'kind'>): Rows => {
  const kind = checkReadText(sql.query);
  // To explain begins no transaction, so SQLite would use the schema as it was when it last read something.
  if (kind === 'plan') connection.prepare('SELECT 1 FROM sqlite_schema').get();
  const statement = connection.prepare(sql.query);
  checkReadCompiled(statement, kind);
  return collect(statement, toParameters(sql.query, sql.params), limits);
};

// One value may fill a good part of a result, but not all of it.
const SHARE_OF_A_VALUE = 4;

// A character may be written as `\u200b`.
const MOST_TEXT_OF_A_CHARACTER = 6;

/** Of the counts, the cursor and the note of an answer. */
const FRAME_CHARS = 300;
/** However many columns there are. */
const LEAST_CHARS = 500;

/** Steps a statement until a bound is met. A statement that writes is stepped to its end all the same. */
export const collect = (statement: Statement, parameters: Parameters, limits: RowLimits): Rows => {
  const columns = statement.columns().map(toColumn);
  const collector = new RowCollector(columns, limits);
  statement.raw(true).safeIntegers(true);
  const rows = bind(parameters, (...bound) => statement.iterate(...bound)) as Iterable<SqlValue[]>;
  for (const row of rows) if (!collector.add(row) && statement.readonly) break;
  return collector.end();
};

/**
 * Binds and starts. To better-sqlite3 a parameter with a number, like `?1`, has a name, so a list that does not fit is
 * tried as names. Nothing has run when it does not fit.
 */
export const bind = <T>(parameters: Parameters, start: (...bound: unknown[]) => T): T => {
  if (!Array.isArray(parameters)) return Object.keys(parameters).length === 0 ? start() : start(parameters);
  try {
    return start(...parameters);
  } catch (error) {
    if (!(error instanceof RangeError) || parameters.length === 0) throw error;
    try {
      return start(Object.fromEntries(parameters.map((value, index) => [index + 1, value])));
    } catch (second) {
      throw second instanceof RangeError ? error : second;
    }
  }
};

/** The rows so far. */
class RowCollector {
  readonly #columns: readonly Column[];
  readonly #limits: RowLimits;
  readonly #maxChars: number;
  readonly #rows: string[] = [];
  #length = 0;
  #seen = 0;
  #isTruncated = false;
  #hasCutValues = false;

  constructor(columns: readonly Column[], limits: RowLimits) {
    this.#columns = columns;
    this.#limits = limits;
    this.#maxChars = Math.max(LEAST_CHARS, limits.maxChars - FRAME_CHARS - JSON.stringify(columns).length);
  }

  /** Returns whether there may be room for more. */
  add(row: readonly SqlValue[]): boolean {
    if (this.#isTruncated) return false;
    if (this.#seen++ < this.#limits.skip) return true;
    if (this.#rows.length >= this.#limits.maxRows) return this.#truncate();
    if (this.#push(row, Math.ceil(this.#maxChars / SHARE_OF_A_VALUE))) return true;
    if (this.#rows.length > 0) return this.#truncate();
    // A row that alone is too long has all its values cut, so that there is an answer.
    this.#push(row, Math.floor(this.#maxChars / (MOST_TEXT_OF_A_CHARACTER * row.length)), Infinity);
    return true;
  }

  end(): Rows {
    return {
      columns: this.#columns,
      count: this.#rows.length,
      isTruncated: this.#isTruncated,
      hasCutValues: this.#hasCutValues,
      json: `[${this.#rows.join(',')}]`,
    };
  }

  /** Returns false, and adds nothing, when the row does not fit. */
  #push(row: readonly SqlValue[], maxLength: number, room = this.#maxChars): boolean {
    const json = showInvisible(JSON.stringify(row.map((value) => toJson(value, maxLength))));
    if (this.#length + json.length > room) return false;
    this.#rows.push(json);
    this.#length += json.length + 1;
    this.#hasCutValues ||= row.some((value) => isLong(value, maxLength));
    return true;
  }

  #truncate(): false {
    this.#isTruncated = true;
    return false;
  }
}

const toColumn = ({ name, type, table }: ReturnType<Statement['columns']>[number]): Column => ({
  name,
  ...(type === null ? {} : { type }),
  ...(table === null ? {} : { table }),
});
