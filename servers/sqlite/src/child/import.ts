// Imports rows of a text: reads it in this process, under the deadline of the task, and says how its values were read.
import type { Reading } from '../rows/column-format.ts';
import { readSheet, type Sheet } from '../rows/sheet.ts';
import { quoteName } from '../sql/name.ts';
import { toJson, type JsonValue } from '../sql/value.ts';
import type { Imported, ProcessOptions, RowSource, WriteAnswer, WriteTask } from '../tasks.ts';
import type { Connection } from './connection.ts';
import type { Runnable } from './plans.ts';
import { write } from './write.ts';

const SHOWN_ROWS = 3;
const SHOWN_CHARACTERS = 100;

/** Inserts all rows or none. @throws {SqlFailure} with the rows that are wrong. */
export const importRows = (
  connection: Connection,
  task: WriteTask & { readonly source: RowSource },
  options: ProcessOptions,
): WriteAnswer => {
  const { source } = task;
  const sheet = readSheet(source);
  const types = typesOf(connection, source.table);
  const readings = sheet.readings.map((reading, at) =>
    types === undefined ? reading : fitTo(types.get(sheet.columns[at]?.toLowerCase() ?? '') ?? '', reading),
  );
  const statements = toStatements(source.table, sheet, readings, types === undefined);
  const answer = write(connection, { ...task, statements }, options);
  if (answer.impact !== undefined || answer.failure !== undefined) return answer;
  return {
    ...answer,
    imported: toImported(sheet, readings, { isNew: types === undefined, isDryRun: task.isDryRun }),
  };
};

/** The declared types of the columns of a table, by their names in lower case. Undefined when there is no table. */
const typesOf = (connection: Connection, table: string): Map<string, string> | undefined => {
  const found = connection
    .prepare<[string], { name: string; type: string }>('SELECT name, type FROM pragma_table_xinfo(?)')
    .all(table);
  return found.length === 0 ? undefined : new Map(found.map(({ name, type }) => [name.toLowerCase(), type]));
};

/** By SQLite's rules for affinity. */
const isNumeric = (type: string): boolean =>
  /INT/i.test(type) || !/CHAR|CLOB|TEXT|BLOB|DATE|TIME|^$/i.test(type);

/** How values are read for a column that exists: what its other values look like stays so. */
const fitTo = (declared: string, reading: Reading): Reading => {
  const { kind, type, convert, note } = reading;
  const fits = { number: isNumeric(declared), date: /DATE|TIME/i.test(declared), text: true }[kind];
  if (fits && kind === 'number') return { ...reading, note: convert === undefined ? undefined : note };
  if (!fits && convert !== undefined)
    return {
      kind,
      type,
      note: `${note}; kept as written, because the column is ${declared || 'without a type'}`,
    };
  if (kind === 'text' && isNumeric(declared) && reading.example !== undefined)
    return {
      ...reading,
      note: note ?? `not every value is a number, like ${reading.example}; those stay text`,
    };
  return reading;
};

/** The statement for all rows, after one that creates the table if there is none. */
const toStatements = (
  table: string,
  sheet: Sheet,
  readings: readonly Reading[],
  isNew: boolean,
): Runnable[] => {
  const { columns, count } = sheet;
  const names = columns.map(quoteName);
  const query = `INSERT INTO ${quoteName(table)} (${names.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
  const insert = { query, rows: { count, values: sheet.rows(readings) } };
  const definitions = names.map((name, at) => `${name} ${readings[at]?.type}`);
  return isNew
    ? [{ query: `CREATE TABLE ${quoteName(table)} (${definitions.join(', ')})` }, insert]
    : [insert];
};

const toImported = (
  sheet: Sheet,
  readings: readonly Reading[],
  { isNew, isDryRun = false }: { readonly isNew: boolean; readonly isDryRun: boolean | undefined },
): Imported => {
  const { columns, count, notes } = sheet;
  const read = readings.flatMap(({ note }, at) => (note === undefined ? [] : `${columns[at]}: ${note}`));
  const readAs = [...notes, ...read];
  const first: JsonValue[][] = [];
  if (isDryRun)
    for (const row of sheet.rows(readings))
      if (first.push(row.map((value) => toJson(value, SHOWN_CHARACTERS))) === SHOWN_ROWS) break;
  return {
    rows: count,
    columns: columns.map((column, at) => (isNew ? `${column} ${readings[at]?.type}` : column)).join(', '),
    read_as: readAs.length === 0 ? undefined : readAs,
    first_rows: isDryRun ? first : undefined,
  };
};
