// Reads rows up to a bound of count and characters.
import type { Statement } from 'better-sqlite3';
import { checkReadCompiled, checkReadText } from '../sql/read-gate.ts';
import { isLong, showInvisible, toBindings, toJson, type SqlValue } from '../sql/value.ts';
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
  const maxLength = Math.ceil(room / SHARE_OF_A_VALUE);
  const steps = statement
    .raw(true)
    .safeIntegers(true)
    .iterate(...bindings) as Iterable<SqlValue[]>;
  const rows: string[] = [];
  let seen = 0;
  let length = 0;
  let isTruncated = false;
  let hasCutValues = false;
  for (const row of steps) {
    if (isTruncated || seen++ < skip) continue;
    let cutAfter = maxLength;
    let json = toText(row, cutAfter);
    isTruncated = rows.length === maxRows || (rows.length > 0 && length + json.length > room);
    if (isTruncated && statement.readonly) break;
    if (isTruncated) continue;
    if (json.length > room) {
      // A row that alone is too long has all its values cut, so that there is an answer.
      cutAfter = Math.floor(room / (MOST_TEXT_OF_A_CHARACTER * row.length));
      json = toText(row, cutAfter);
    }
    rows.push(json);
    length += json.length + 1;
    hasCutValues ||= row.some((value) => isLong(value, cutAfter));
  }
  return { columns, rows: `[${rows.join(',')}]`, count: rows.length, isTruncated, hasCutValues };
};

const toText = (row: readonly SqlValue[], maxLength: number): string =>
  showInvisible(JSON.stringify(row.map((value) => toJson(value, maxLength))));

const toColumn = ({ name, type, table }: ReturnType<Statement['columns']>[number]): Column => ({
  name,
  ...(type === null ? {} : { type }),
  ...(table === null ? {} : { table }),
});
