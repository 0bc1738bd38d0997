// Reads rows up to a bound of count and bytes.
import { checkReadCompiled, checkReadText } from '../sql/gate.ts';
import { pythonString, pythonValue } from '../sql/python-text.ts';
import { cutText, toJson, toParameters, type JsonValue, type SqlValue } from '../sql/value.ts';
import type { Connection, Statement } from './driver.ts';
import type { Column, ReadTask, RowLimits, Rows, Sql } from './task.ts';

/** Runs the statements in one transaction, so that they see the same state. */
export const read = (connection: Connection, { statements, limits }: ReadTask): Rows[] => {
  if (statements.length === 1) return statements.map((sql) => readOne(connection, sql, limits));
  run(connection, 'BEGIN');
  try {
    return statements.map((sql) => readOne(connection, sql, limits));
  } finally {
    if (connection.isInTransaction) run(connection, 'ROLLBACK');
  }
};

/** Runs one of our own statements. */
export const run = (connection: Connection, sql: string): void => connection.prepare(sql).run([]);

/** @throws {SqlFailure} when the statement could change something. */
export const readOne = (connection: Connection, { query, params }: Sql, limits: RowLimits): Rows => {
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
export const collect = (statement: Statement, params: unknown, limits: RowLimits): Rows => {
  const started = performance.now();
  const columns = statement.columns().map(toColumn);
  const collected = new Collected(columns, limits);
  for (const row of statement.rows(toParameters(params))) {
    if (!collected.add(row) && statement.readonly) break;
  }
  return { columns, ...collected.end(), elapsedMs: elapsedSince(started) };
};

/** The rows so far, as JSON and as text. */
class Collected {
  readonly #limits: RowLimits;
  readonly #keys: readonly string[];
  readonly #maxLength: number;
  readonly #rows: JsonValue[][] = [];
  readonly #texts: string[] = [];
  // Of the brackets around all.
  #bytes = 2;
  #seen = 0;
  #isTruncated = false;
  #hasCutValues = false;

  constructor(columns: readonly Column[], limits: RowLimits) {
    this.#limits = limits;
    this.#keys = columns.map(({ name }) => `${pythonString(name)}: `);
    this.#maxLength = Math.ceil(limits.maxBytes / SHARE_OF_A_VALUE);
  }

  /** Returns whether there may be room for more. */
  add(row: readonly SqlValue[]): boolean {
    if (this.#isTruncated) return false;
    if (this.#seen++ < this.#limits.skip) return true;
    if (this.#rows.length >= this.#limits.maxRows) return this.#truncate();
    const text = this.#toText(row, this.#maxLength);
    const bytes = Buffer.byteLength(text) + 2;
    if (this.#bytes + bytes <= this.#limits.maxBytes) this.#keep(row, text, bytes, this.#maxLength);
    else if (this.#rows.length > 0) return this.#truncate();
    else this.#keepWide(row);
    return true;
  }

  /** A row that alone is too long has all its values cut, so that there is an answer. */
  #keepWide(row: readonly SqlValue[]): void {
    const maxLength = Math.floor(this.#limits.maxBytes / (MOST_TEXT_OF_A_BYTE * row.length));
    const text = this.#toText(row, maxLength);
    this.#keep(row, text, Buffer.byteLength(text) + 2, maxLength);
  }

  #keep(row: readonly SqlValue[], text: string, bytes: number, maxLength: number): void {
    this.#bytes += bytes;
    this.#rows.push(row.map((value) => toJson(value, maxLength)));
    this.#texts.push(text);
  }

  end(): Omit<Rows, 'columns' | 'elapsedMs'> {
    return {
      rows: this.#rows,
      text: `[${this.#texts.join(', ')}]`,
      isTruncated: this.#isTruncated,
      hasCutValues: this.#hasCutValues,
    };
  }

  #truncate(): false {
    this.#isTruncated = true;
    return false;
  }

  #toText(row: readonly SqlValue[], maxLength: number): string {
    let text = '{';
    for (let index = 0; index < row.length; index++) {
      const value = row[index] ?? null;
      const cut = cutValue(value, maxLength);
      this.#hasCutValues ||= cut !== value;
      text += (index === 0 ? '' : ', ') + this.#keys[index] + pythonValue(cut);
    }
    return `${text}}`;
  }
}

const elapsedSince = (started: number): number => Math.round((performance.now() - started) * 1000) / 1000;

const cutValue = (value: SqlValue, maxLength: number): SqlValue => {
  if (typeof value === 'string') return value.length > maxLength ? cutText(value, maxLength) : value;
  return value instanceof Uint8Array && value.length > maxLength ? value.subarray(0, maxLength) : value;
};

const toColumn = ({ name, type, table }: ReturnType<Statement['columns']>[number]): Column => ({
  name,
  ...(type === null ? {} : { type }),
  ...(table === null ? {} : { table }),
});
