// Rows in a text, as CSV or as lines of JSON, with the names of their columns and the types that fit all values.
import { parse } from 'csv-parse/sync';
import { SqlFailure } from '../sql/failure.ts';
import { toCell } from '../sql/bindings.ts';
import type { SqlValue } from '../sql/value.ts';

/** How rows are written. */
export type SheetFormat = 'csv' | 'jsonl';

/** Rows as SQLite takes them. */
export interface Sheet {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
}

const MOST_ROWS = 500_000;
const MOST_PROBLEMS = 10;

/**
 * Reads the rows of a text. Values of CSV stay texts, which SQLite converts for the column; an empty one is NULL.
 *
 * @throws {SqlFailure} when it is not of the format, with the rows that are wrong.
 */
export const readSheet = (text: string, format: SheetFormat, columns?: readonly string[]): Sheet => {
  const sheet = format === 'csv' ? readCsv(text, columns) : readJsonLines(text, columns);
  if (sheet.rows.length === 0) throw refuse('There are no rows.');
  if (sheet.rows.length > MOST_ROWS) throw refuse(`There are more than ${MOST_ROWS} rows. Split them.`);
  const names = sheet.columns.map((name) => name.toLowerCase());
  const twice = names.find((name, at) => name === '' || names.indexOf(name) !== at);
  if (twice !== undefined)
    throw refuse(twice === '' ? 'A column has no name.' : `Two columns are called ${JSON.stringify(twice)}.`);
  return sheet;
};

const refuse = (problem: string): SqlFailure =>
  new SqlFailure(
    'invalid_rows',
    problem,
    'CSV begins with a line of names, unless columns has them; jsonl has one object a line.',
  );

const DELIMITERS = [',', ';', '\t', '|'];

const readCsv = (text: string, columns?: readonly string[]): Sheet => {
  const [first = ''] = text.split('\n', 1);
  const delimiter = DELIMITERS.toSorted((a, b) => first.split(b).length - first.split(a).length)[0] ?? ',';
  const records = parseCsv(text, delimiter);
  const names = columns ?? records.shift() ?? [];
  const offset = columns === undefined ? 1 : 0;
  checkRows(records, (record, at) =>
    record.length === names.length
      ? undefined
      : `Row ${at + 1} (record ${at + 1 + offset}) has ${record.length} values for ${names.length} columns.`,
  );
  return {
    columns: names,
    rows: records.map((record) => record.map((value) => (value === '' ? null : value))),
  };
};

const parseCsv = (text: string, delimiter: string): string[][] => {
  try {
    return parse(text, { bom: true, delimiter, relaxColumnCount: true, skipEmptyLines: true });
  } catch (error) {
    throw refuse(`It is not CSV: ${error instanceof Error ? error.message : String(error)}.`);
  }
};

/** @throws {SqlFailure} with the problems of the first rows that have one. */
const checkRows = <T>(rows: readonly T[], problemOf: (row: T, at: number) => string | undefined): void => {
  const problems = rows.flatMap((row, at) => problemOf(row, at) ?? []);
  if (problems.length === 0) return;
  const more = problems.length > MOST_PROBLEMS ? ` And ${problems.length - MOST_PROBLEMS} more.` : '';
  throw refuse(problems.slice(0, MOST_PROBLEMS).join(' ') + more);
};

type Line = { readonly [name: string]: unknown };

const readJsonLines = (text: string, columns?: readonly string[]): Sheet => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const objects = lines.map(parseLine);
  checkRows(objects, (object, at) =>
    object === undefined ? `Row ${at + 1} is not an object of JSON.` : undefined,
  );
  const names = columns ?? [...new Set(objects.flatMap((object) => Object.keys(object ?? {})))];
  const problems: string[] = [];
  const rows = objects.map((object, at) =>
    names.map((name) => {
      try {
        return toCell(object?.[name] ?? null, `Row ${at + 1}, ${name}:`);
      } catch (error) {
        if (error instanceof SqlFailure) problems.push(error.message);
        return null;
      }
    }),
  );
  checkRows(problems, (problem) => problem);
  return { columns: names, rows };
};

const parseLine = (line: string): Line | undefined => {
  try {
    const value = JSON.parse(line) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Line) : undefined;
  } catch {
    return undefined;
  }
};

/** The narrowest type of SQLite that fits all values of each column. What begins with a zero is not a number. */
export const guessTypes = ({ columns, rows }: Sheet): string[] =>
  columns.map((_, at) => {
    const values = rows.map((row) => row[at] ?? null).filter((value) => value !== null);
    if (values.length === 0) return 'TEXT';
    if (values.every((value) => value instanceof Uint8Array)) return 'BLOB';
    if (values.every(isInteger)) return 'INTEGER';
    return values.every(isNumber) ? 'REAL' : 'TEXT';
  });

const isInteger = (value: SqlValue): boolean =>
  typeof value === 'bigint' || (typeof value === 'string' && /^-?(?:0|[1-9]\d{0,17})$/.test(value));

// No more digits than REAL keeps.
const isNumber = (value: SqlValue): boolean =>
  typeof value === 'number' ||
  isInteger(value) ||
  (typeof value === 'string' && /^-?(?:0|[1-9]\d{0,14})\.\d{1,15}$/.test(value));
