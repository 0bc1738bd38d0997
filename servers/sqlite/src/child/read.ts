// Reading: runs a query and collects rows up to a limit of count and bytes.
import { realpathSync } from 'node:fs';
import type { Statement } from 'better-sqlite3';
import type { DatabaseFile } from '../options.ts';
import { SqlFailure } from '../sql/failure.ts';
import { quoteName } from '../sql/name.ts';
import { checkReadCompiled, checkReadText } from '../sql/read-check.ts';
import { toBindings } from '../sql/bindings.ts';
import { showInvisible, toJson, type SqlValue } from '../sql/value.ts';
import type { QueryTask, RowLimits, Rows } from '../tasks.ts';
import type { Connection } from './connection.ts';

// One value may fill a quarter of an answer.
const SHARE_OF_A_VALUE = 4;
// A character may become an escape like `\u200b`.
const MOST_TEXT_OF_A_CHARACTER = 6;
/** For the counts, the cursor and the note of an answer. */
const FRAME_BYTES = 300;
/** Minimum for rows, however many columns there are. */
const LEAST_BYTES = 500;

/**
 * Runs a query of a client. Attaches other databases that it names, read-only, while it runs.
 *
 * @throws {SqlFailure} if it could change something, or a database cannot be opened.
 */
export const query = (connection: Connection, task: Omit<QueryTask, 'kind'>, limits: RowLimits): Rows => {
  const attached: string[] = [];
  try {
    for (const file of task.attach ?? []) {
      attach(connection, file);
      attached.push(file.name);
    }
    const kind = checkReadText(task.query);
    // EXPLAIN begins no transaction, so SQLite would use an outdated schema.
    if (kind === 'plan') connection.prepare('SELECT 1 FROM sqlite_schema').get();
    const statement = connection.prepare(task.query);
    checkReadCompiled(statement, kind);
    return collect(statement, toBindings(task.query, task.params), { ...limits, ...task });
  } finally {
    for (const name of attached) connection.exec(`DETACH ${quoteName(name)}`);
  }
};

// Replaces SQLite's error, which contains the path.
const attach = (connection: Connection, { name, path }: DatabaseFile): void => {
  try {
    if (realpathSync(path) === path)
      return void connection.prepare(`ATTACH ? AS ${quoteName(name)}`).run(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'failed';
    throw new SqlFailure(code, `The database ${name} cannot be opened`);
  }
  throw new SqlFailure('moved', `The path of the database ${name} leads through a symbolic link now.`);
};

/** Steps a statement until the answer is full. A writing statement is always stepped to its end. */
export const collect = (
  statement: Statement,
  bindings: readonly unknown[],
  { maxRows, maxBytes, skip = 0, withTypes = false }: RowLimits & Pick<QueryTask, 'skip' | 'withTypes'>,
): Rows => {
  const found = statement.columns();
  const columns = found.map(({ name, type, table }) =>
    withTypes ? { name, type: type ?? undefined, table: table ?? undefined } : name,
  );
  const header = showInvisible(JSON.stringify(columns));
  const space = Math.max(LEAST_BYTES, maxBytes - FRAME_BYTES - Buffer.byteLength(header));
  const maxLength = Math.ceil(space / SHARE_OF_A_VALUE);
  const steps = statement
    .raw(true)
    .safeIntegers(true)
    .iterate(...bindings);
  let rows = '';
  let bytes = 0;
  let count = 0;
  let toSkip = skip;
  let isTruncated = false;
  let hasCutValues = false;
  for (const row of steps as Iterable<SqlValue[]>) {
    if (isTruncated || toSkip-- > 0) continue;
    let written = count < maxRows ? writeRow(row, maxLength) : '';
    // If the first row alone is too long, all its values are cut, so that there is an answer.
    const least = Math.floor(space / (MOST_TEXT_OF_A_CHARACTER * columns.length));
    const isAlone = count === 0 && Buffer.byteLength(written) > space;
    if (isAlone) written = writeRow(row, least);
    isTruncated = count === maxRows || (!isAlone && bytes + Buffer.byteLength(written) > space);
    if (isTruncated && statement.readonly) break;
    if (isTruncated) continue;
    const most = isAlone ? least : maxLength;
    hasCutValues ||= written.length > most && row.some((value) => isLong(value, most));
    bytes += Buffer.byteLength(written) + 1;
    rows += count++ === 0 ? written : `,${written}`;
  }
  return { columns: header, rows: `[${rows}]`, count, isTruncated, hasCutValues };
};

const writeRow = (row: readonly SqlValue[], maxLength: number): string =>
  showInvisible(JSON.stringify(row.map((value) => toJson(value, maxLength))));

const isLong = (value: SqlValue, length: number): boolean =>
  (typeof value === 'string' || value instanceof Uint8Array) && value.length > length;
