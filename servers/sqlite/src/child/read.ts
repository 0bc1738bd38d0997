// Reads rows up to a bound of count and characters.
import type { Statement } from 'better-sqlite3';
import { checkReadCompiled, checkReadText } from '../sql/read-gate.ts';
import { showInvisible, toBindings, toJson, type JsonValue, type SqlValue } from '../sql/value.ts';
import type { Column, QueryTask, RowLimits, Rows } from '../tasks.ts';
import type { Connection } from './connection.ts';

// One value may fill a good part of a result, but not all of it.
const SHARE_OF_A_VALUE = 4;
// A character may be written as `\u200b`.
const MOST_TEXT_OF_A_CHARACTER = 6;
/** Of the counts, the cursor and the note of an answer. */
const FRAME_CHARS = 300;
/** However many columns there are. */
const LEAST_CHARS = 500;

/** Runs a query of a client. @throws {SqlFailure} when it could change something. */
export const query = (connection: Connection, task: Omit<QueryTask, 'kind'>, limits: RowLimits): Rows => {
  const kind = checkReadText(task.query);
  // To explain begins no transaction, so SQLite would use the schema as it was when it last read something.
  if (kind === 'plan') connection.prepare('SELECT 1 FROM sqlite_schema').get();
  const statement = connection.prepare(task.query);
  checkReadCompiled(statement, kind);
  return collect(statement, toBindings(task.query, task.params), { ...limits, ...task });
};

/** Steps a statement until the answer is full. A statement that writes is stepped to its end all the same. */
export const collect = (
  statement: Statement,
  bindings: readonly unknown[],
  { maxRows, maxChars, skip = 0 }: RowLimits & Pick<QueryTask, 'skip'>,
): Rows => {
  const columns = showInvisible(JSON.stringify(statement.columns().map(toColumn)));
  const room = Math.max(LEAST_CHARS, maxChars - FRAME_CHARS - columns.length);
  const steps = statement
    .raw(true)
    .safeIntegers(true)
    .iterate(...bindings) as Iterable<SqlValue[]>;
  const rows: SqlValue[][] = [];
  let seen = 0;
  let leastChars = 0;
  let isTruncated = false;
  for (const row of steps) {
    if (isTruncated || seen++ < skip) continue;
    isTruncated = rows.length === maxRows || leastChars > room;
    if (isTruncated && statement.readonly) break;
    if (isTruncated) continue;
    rows.push(row);
    for (const value of row) leastChars += lengthOf(value);
  }
  const fitting = fit(rows, room);
  return { columns, ...fitting, isTruncated: isTruncated || fitting.count < rows.length };
};

type Written = Pick<Rows, 'rows' | 'count' | 'hasCutValues'>;

/** Writes as many of the rows as there is room for. */
const fit = (rows: readonly SqlValue[][], room: number): Written => {
  const maxLength = Math.ceil(room / SHARE_OF_A_VALUE);
  // To write all at once is faster than one by one.
  const all = write(rows, maxLength);
  if (all.rows.length <= room) return all;
  let length = 0;
  const count = rows.findIndex((row) => (length += write([row], maxLength).rows.length - 1) >= room);
  if (count > 0) return write(rows.slice(0, count), maxLength);
  // A row that alone is too long has all its values cut, so that there is an answer.
  const [first = []] = rows;
  return write([first], Math.floor(room / (MOST_TEXT_OF_A_CHARACTER * first.length)));
};

const write = (rows: readonly SqlValue[][], maxLength: number): Written => {
  let hasCutValues = false;
  const toValue = (value: SqlValue): JsonValue => {
    hasCutValues ||= lengthOf(value) > maxLength;
    return toJson(value, maxLength);
  };
  const json = JSON.stringify(rows.map((row) => row.map(toValue)));
  return { rows: showInvisible(json), count: rows.length, hasCutValues };
};

/** The least length of a value as JSON. */
const lengthOf = (value: SqlValue): number =>
  typeof value === 'string' || value instanceof Uint8Array ? value.length : 1;

const toColumn = ({ name, type, table }: ReturnType<Statement['columns']>[number]): Column => ({
  name,
  ...(type === null ? {} : { type }),
  ...(table === null ? {} : { table }),
});
