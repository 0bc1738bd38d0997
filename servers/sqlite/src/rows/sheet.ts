// Sheets: reads CSV or lines of JSON twice, first to detect columns, then row by row.
import { isUtf8 } from 'node:buffer';
import { toCell } from '../sql/bindings.ts';
import { Problems } from '../sql/failure.ts';
import type { SqlValue } from '../sql/value.ts';
import type { RowSource } from '../tasks.ts';
import { ColumnFormat, type Reading } from './column-format.ts';
import { findSeparator, notRows, readRecords } from './csv.ts';

/** Rows for SQLite. */
export interface Sheet {
  readonly columns: readonly string[];
  /** The detected format of each column. */
  readonly readings: readonly Reading[];
  readonly count: number;
  /** Notes for the answer about the whole text. */
  readonly notes: readonly string[];
  /** Yields the rows with these readings. Can be called repeatedly. */
  rows(readings: readonly Reading[]): Iterable<readonly SqlValue[]>;
}

const MOST_ROWS = 500_000;

/** Reads a text or the bytes of a file. @throws {SqlFailure} that lists invalid rows. */
export const readSheet = (source: RowSource): Sheet => {
  const { text, notes } = decode(source.content);
  const isJson = source.format === undefined ? /^\s*\{/.test(text) : source.format === 'jsonl';
  const sheet = isJson ? readJsonLines(text, source) : readCsv(text, source);
  if (sheet.count === 0) throw notRows('There are no rows.');
  const names = sheet.columns.map((name) => name.toLowerCase());
  const twice = names.find((name, at) => name === '' || names.indexOf(name) !== at);
  if (twice !== undefined)
    throw notRows(
      twice === '' ? 'A column has no name.' : `Two columns are called ${JSON.stringify(twice)}.`,
    );
  return { ...sheet, notes: [...notes, ...sheet.notes] };
};

const decode = (content: RowSource['content']): { readonly text: string; readonly notes: string[] } => {
  if (typeof content === 'string') return { text: content.replace(/^\uFEFF/, ''), notes: [] };
  const encoding = encodingOf(content);
  const notes = encoding === 'utf-8' ? [] : [`the file is not UTF-8: read as ${encoding}`];
  return { text: new TextDecoder(encoding).decode(content), notes };
};

const encodingOf = (content: Uint8Array): string => {
  const [first, second] = content;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return isUtf8(content) ? 'utf-8' : 'windows-1252';
};

const readCsv = (whole: string, { columns, separator: given, ...formats }: RowSource): Sheet => {
  // Excel may write a first line like `sep=;`.
  const [line = '', said] = /^sep=(.)\r?\n/.exec(whole) ?? [];
  const text = whole.slice(line.length);
  const separator = given ?? said ?? findSeparator(text, columns?.length);
  let names = columns;
  let count = 0;
  let empty = 0;
  const problems = new Problems();
  const found: ColumnFormat[] = [];
  for (const record of readRecords(text, separator)) {
    if (record.length === 0) empty++;
    else if (names === undefined) names = record;
    else {
      checkCount(++count);
      const { length } = names;
      const at = columns === undefined ? count + 1 : count;
      if (record.length === length) seeAll(found, record);
      else
        problems.add(() => `Row ${count} (record ${at}) has ${record.length} values for ${length} columns.`);
    }
  }
  if (problems.count > 0) throw notRows(problems.text);
  const signs = new Set(found.flatMap(({ decimal }) => decimal ?? []));
  const sign = signs.size === 1 ? [...signs][0] : undefined;
  const readings = (names ?? []).map((_, at) => (found[at] ?? new ColumnFormat()).reading(formats, sign));
  const notes = [
    ...(separator === ',' ? [] : [`separator ${JSON.stringify(separator)}`]),
    ...(empty === 0 ? [] : [`${empty} empty lines were left out`]),
  ];
  const rows = function* (used: readonly Reading[]): Generator<readonly SqlValue[]> {
    let isHeader = columns === undefined;
    for (const record of readRecords(text, separator)) {
      if (record.length === 0) continue;
      if (!isHeader) yield record.map((value, at) => toValue(value, used[at]));
      isHeader = false;
    }
  };
  return { columns: names ?? [], readings, count, notes, rows };
};

const toValue = (value: string, reading: Reading | undefined): string | null =>
  value === '' ? null : (reading?.convert?.(value) ?? value);

const seeAll = (found: ColumnFormat[], record: readonly string[]): void => {
  for (const [at, value] of record.entries()) if (value !== '') (found[at] ??= new ColumnFormat()).see(value);
};

const checkCount = (count: number): void => {
  if (count > MOST_ROWS) throw notRows(`There are more than ${MOST_ROWS} rows. Split them.`);
};

type Line = { readonly [name: string]: unknown };

const readJsonLines = (text: string, { columns }: RowSource): Sheet => {
  const problems = new Problems();
  const objects: Line[] = [];
  for (const line of text.split(/[\r\n]+/)) {
    if (line.trim() === '') continue;
    const object = parseLine(line);
    checkCount(objects.push(object ?? {}));
    if (object === undefined) problems.add(() => `Row ${objects.length} is not a JSON object.`);
  }
  if (problems.count > 0) throw notRows(problems.text);
  const names = columns ?? [...new Set(objects.flatMap(Object.keys))];
  const rows = function* (): Generator<readonly SqlValue[]> {
    for (const [at, object] of objects.entries())
      yield names.map((name) => toCell(object[name] ?? null, `Row ${at + 1}, ${name}:`));
  };
  const kinds = names.map(() => new Set<Kind>());
  for (const row of rows())
    for (const [at, value] of row.entries()) if (value !== null) kinds[at]?.add(kindOf(value));
  const readings = kinds.map((kind): Reading => ({ kind: 'text', type: typeOf(kind) }));
  return { columns: names, readings, count: objects.length, notes: [], rows };
};

const parseLine = (line: string): Line | undefined => {
  try {
    const value = JSON.parse(line) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Line) : undefined;
  } catch {
    return undefined;
  }
};

type Kind = Reading['type'];

const kindOf = (value: Exclude<SqlValue, null>): Kind => {
  if (typeof value === 'string') return 'TEXT';
  if (typeof value === 'object') return 'BLOB';
  return typeof value === 'bigint' ? 'INTEGER' : 'REAL';
};

/** Returns the narrowest type for all values. */
const typeOf = (kinds: ReadonlySet<Kind>): Kind => {
  const [first = 'TEXT'] = kinds;
  if (kinds.size < 2) return first;
  return kinds.size === 2 && kinds.has('INTEGER') && kinds.has('REAL') ? 'REAL' : 'TEXT';
};
