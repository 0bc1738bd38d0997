// Import: inserts the rows of a text and reports how its values were read.
import type { Reading } from '../rows/column-format.ts';
import { readSheet } from '../rows/sheet.ts';
import { quoteName } from '../sql/name.ts';
import { toJson, type JsonValue, type SqlValue } from '../sql/value.ts';
import type { ProcessOptions, RowSource, WriteAnswer, WriteTask } from '../tasks.ts';
import type { Connection } from './connection.ts';
import { write } from './write.ts';

const SHOWN_ROWS = 3;
const SHOWN_CHARACTERS = 100;

/** Inserts all rows or none. @throws {SqlFailure} that lists invalid rows. */
export const importRows = (
  connection: Connection,
  task: WriteTask,
  source: RowSource,
  options: ProcessOptions,
): WriteAnswer => {
  const { table } = source;
  const sheet = readSheet(source);
  const { columns, count } = sheet;
  const types = typesOf(connection, table);
  const isNew = types.size === 0;
  const readings = sheet.readings.map((reading, at) =>
    isNew ? reading : fitTo(types.get(columns[at]?.toLowerCase() ?? '') ?? '', reading),
  );
  const names = columns.map(quoteName);
  const definitions = names.map((name, at) => `${name} ${readings[at]?.type}`).join(', ');
  const slots = columns.map(() => '?').join(', ');
  const create = { query: `CREATE TABLE ${quoteName(table)} (${definitions})` };
  const insert = {
    query: `INSERT INTO ${quoteName(table)} (${names.join(', ')}) VALUES (${slots})`,
    rows: { count, values: sheet.rows(readings) },
  };
  const answer = write(connection, { ...task, statements: isNew ? [create, insert] : [insert] }, options);
  if (answer.impact !== undefined || answer.failure !== undefined) return answer;
  const read = readings.flatMap(({ note }, at) => (note === undefined ? [] : `${columns[at]}: ${note}`));
  const readAs = [...sheet.notes, ...read];
  const imported = {
    rows: count,
    columns: columns.map((column, at) => (isNew ? `${column} ${readings[at]?.type}` : column)).join(', '),
    read_as: readAs.length === 0 ? undefined : readAs,
    first_rows: task.isDryRun === true ? firstOf(sheet.rows(readings)) : undefined,
  };
  return { ...answer, imported };
};

const firstOf = (rows: Iterable<readonly SqlValue[]>): JsonValue[][] => {
  const first: JsonValue[][] = [];
  for (const row of rows)
    if (first.push(row.map((value) => toJson(value, SHOWN_CHARACTERS))) === SHOWN_ROWS) break;
  return first;
};

/** Returns declared types by column name in lower case. Empty if there is no such table. */
const typesOf = (connection: Connection, table: string): ReadonlyMap<string, string> => {
  const found = connection
    .prepare<[string], { name: string; type: string }>('SELECT name, type FROM pragma_table_xinfo(?)')
    .all(table);
  return new Map(found.map(({ name, type }) => [name.toLowerCase(), type]));
};

/** Follows SQLite's rules for affinity. */
const isNumeric = (type: string): boolean =>
  /INT/i.test(type) || !/CHAR|CLOB|TEXT|BLOB|DATE|TIME|^$/i.test(type);

/** Adapts a reading to an existing column, whose values keep their form. */
const fitTo = (declared: string, reading: Reading): Reading => {
  const { kind, type, convert, note, example } = reading;
  const fits = { number: isNumeric(declared), date: /DATE|TIME/i.test(declared), text: true }[kind];
  if (fits && kind === 'number') return { ...reading, note: convert === undefined ? undefined : note };
  const kept = `kept as written, because the column is ${declared || 'without a type'}`;
  if (!fits && convert !== undefined) return { kind, type, note: `${note}; ${kept}` };
  if (kind !== 'text' || !isNumeric(declared) || example === undefined) return reading;
  return { ...reading, note: note ?? `not every value is a number, like ${example}; those stay text` };
};
