// Reads rows up to a bound of count and characters.
import type { Statement } from 'better-sqlite3';
import { checkReadCompiled, checkReadText } from '../sql/read-gate.ts';
import { toBindings } from '../sql/bindings.ts';
import { showInvisible, toJson, type JsonValue, type SqlValue } from '../sql/value.ts';
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
  { maxRows, maxChars, skip = 0, withTypes = false }: RowLimits & Pick<QueryTask, 'skip' | 'withTypes'>,
): Rows => {
  const found = statement.columns();
  const columns = withTypes ? found.map(toColumn) : found.map(({ name }) => name);
  const header = showInvisible(JSON.stringify(columns));
  const room = Math.max(LEAST_CHARS, maxChars - FRAME_CHARS - header.length);
  const maxLength = Math.ceil(room / SHARE_OF_A_VALUE);
  const steps = statement
    .raw(true)
    .safeIntegers(true)
    .iterate(...bindings) as Iterable<SqlValue[]>;
  const texts: string[] = [];
  let count = 0;
  let length = 0;
  let isTruncated = false;
  let hasCutValues = false;
  for (const batch of toBatches(steps, skip, maxRows)) {
    if (isTruncated) continue;
    let written = writeFitting(batch.slice(0, maxRows - count), room - length, maxLength);
    // A row that alone is too long has all its values cut, so that there is an answer.
    if (count + written.count === 0)
      written = writeJson(batch.slice(0, 1), Math.floor(room / (MOST_TEXT_OF_A_CHARACTER * columns.length)));
    isTruncated = written.count < batch.length;
    hasCutValues ||= written.hasCutValues;
    count += written.count;
    length += written.json.length;
    texts.push(written.json);
    if (isTruncated && statement.readonly) break;
  }
  const rows = `[${texts.filter((text) => text !== '').join(',')}]`;
  return { columns: header, rows, count, isTruncated, hasCutValues };
};

/** So many rows are written at once, because one by one takes longer. More would only be read in vain. */
const BATCH = 20;
/** Characters or bytes of a value. Several like that could fill the memory. */
const LONG = 1000;

/** The rows after those to skip. A batch ends with the row that is one too many, and with one that is long. */
function* toBatches(
  steps: Iterable<SqlValue[]>,
  skip: number,
  maxRows: number,
): Generator<SqlValue[][], void> {
  let batch: SqlValue[][] = [];
  let seen = 0;
  for (const row of steps) {
    if (seen++ < skip) continue;
    batch.push(row);
    if (batch.length < BATCH && seen <= skip + maxRows && !row.some((value) => isLong(value, LONG))) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

interface Written {
  /** Rows as JSON, without the brackets of their list. */
  readonly json: string;
  readonly count: number;
  readonly hasCutValues: boolean;
}

/** Writes as many of the rows as there is room for. */
const writeFitting = (rows: readonly SqlValue[][], room: number, maxLength: number): Written => {
  const all = writeJson(rows, maxLength);
  if (all.json.length <= room) return all;
  let length = 0;
  const count = rows.findIndex((row) => (length += writeJson([row], maxLength).json.length + 1) > room);
  return writeJson(rows.slice(0, count), maxLength);
};

const writeJson = (rows: readonly SqlValue[][], maxLength: number): Written => {
  let hasCutValues = false;
  const toValue = (value: SqlValue): JsonValue => {
    hasCutValues ||= isLong(value, maxLength);
    return toJson(value, maxLength);
  };
  const json = JSON.stringify(rows.map((row) => row.map(toValue)));
  return { json: showInvisible(json.slice(1, -1)), count: rows.length, hasCutValues };
};

const isLong = (value: SqlValue, length: number): boolean =>
  (typeof value === 'string' || value instanceof Uint8Array) && value.length > length;

const toColumn = ({ name, type, table }: ReturnType<Statement['columns']>[number]): Column => ({
  name,
  ...(type === null ? {} : { type }),
  ...(table === null ? {} : { table }),
});
