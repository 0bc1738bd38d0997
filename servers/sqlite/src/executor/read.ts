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

/** Steps a statement until a bound is met. All rows are stepped, so that RETURNING is complete. */
export const collect = (statement: Statement, params: unknown, limits: RowLimits): Rows => {
  const started = performance.now();
  const columns = statement.columns().map(toColumn);
  const keys = columns.map(({ name }) => `${pythonString(name)}: `);
  const maxLength = Math.ceil(limits.maxBytes / SHARE_OF_A_VALUE);
  const rows: (readonly JsonValue[])[] = [];
  const texts: string[] = [];
  let bytes = 2;
  let seen = 0;
  let isTruncated = false;
  let hasCutValues = false;
  for (const row of statement.rows(toParameters(params))) {
    if (seen++ < limits.skip) continue;
    if (rows.length >= limits.maxRows) isTruncated = true;
    else {
      const cut = row.map((value) => cutValue(value, maxLength));
      const text = `{${cut.map((value, index) => keys[index] + pythonValue(value)).join(', ')}}`;
      bytes += Buffer.byteLength(text) + 2;
      if (bytes > limits.maxBytes && rows.length > 0) isTruncated = true;
      else {
        hasCutValues ||= cut.some((value, index) => value !== row[index]);
        rows.push(row.map((value) => toJson(value, maxLength)));
        texts.push(text);
      }
    }
    if (isTruncated && statement.readonly) break;
    if (isTruncated) limits = { ...limits, maxRows: 0 };
  }
  const text = `[${texts.join(', ')}]`;
  return { columns, rows, text, isTruncated, hasCutValues, elapsedMs: elapsedSince(started) };
};

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
