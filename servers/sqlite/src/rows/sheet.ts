// Rows of a text, CSV or lines of JSON: looked at once for their columns, then read again row by row.
import { toCell } from '../sql/bindings.ts';
import { Problems } from '../sql/failure.ts';
import type { SqlValue } from '../sql/value.ts';
import type { RowSource } from '../tasks.ts';
import { ColumnFormat, type Reading } from './column-format.ts';
import { afterLine, findSeparator, lineEnds, notRows, readRecords } from './csv.ts';

/** Rows as SQLite takes them. */
export interface Sheet {
  readonly columns: readonly string[];
  /** How each column is read. */
  readonly readings: readonly Reading[];
  readonly count: number;
  /** What the answer says of the text as a whole. */
  readonly notes: readonly string[];
  /** Yields the rows, as often as wanted. `readings` may be others than those that were found. */
  rows(readings: readonly Reading[]): Iterable<readonly SqlValue[]>;
}

const MOST_ROWS = 500_000;

/** Reads the rows of a text, or of the bytes of a file. @throws {SqlFailure} with the rows that are wrong. */
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

const decode = (
  content: RowSource['content'],
): { readonly text: string; readonly notes: readonly string[] } => {
  if (typeof content === 'string') return { text: content.replace(/^\uFEFF/, ''), notes: [] };
  const [first, second] = content;
  if (first === 0xff && second === 0xfe) return decodeAs('utf-16le', content);
  if (first === 0xfe && second === 0xff) return decodeAs('utf-16be', content);
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(content), notes: [] };
  } catch {
    return decodeAs('windows-1252', content);
  }
};

const decodeAs = (encoding: string, content: Uint8Array) => ({
  text: new TextDecoder(encoding).decode(content),
  notes: [`the file is not UTF-8: read as ${encoding}`],
});

const readCsv = (whole: string, { columns, separator: given, ...formats }: RowSource): Sheet => {
  // Excel may write a first line with the separator.
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
      if (record.length === names.length) seeAll(found, record);
      else problems.add(() => ragged(record.length, names?.length ?? 0, count, columns === undefined));
    }
  }
  if (problems.count > 0) throw notRows(problems.text);
  const width = names?.length ?? 0;
  const signs = new Set(found.flatMap(({ decimal }) => decimal ?? []));
  const [sign] = signs;
  const readings = Array.from({ length: width }, (_, at) =>
    (found[at] ?? new ColumnFormat()).reading(formats, signs.size === 1 ? sign : undefined),
  );
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

const ragged = (values: number, width: number, count: number, hasHeader: boolean): string =>
  `Row ${count} (record ${count + (hasHeader ? 1 : 0)}) has ${values} values for ${width} columns.`;

const checkCount = (count: number): void => {
  if (count > MOST_ROWS) throw notRows(`There are more than ${MOST_ROWS} rows. Split them.`);
};

type Line = { readonly [name: string]: unknown };

const readJsonLines = (text: string, { columns }: RowSource): Sheet => {
  let count = 0;
  const problems = new Problems();
  const names = new Set(columns);
  for (const line of readLines(text)) {
    checkCount(++count);
    const object = parseLine(line);
    if (object === undefined) problems.add(() => `Row ${count} is not an object of JSON.`);
    else if (columns === undefined) for (const name of Object.keys(object)) names.add(name);
  }
  if (problems.count > 0) throw notRows(problems.text);
  const kinds = [...names].map(() => new Set<Kind>());
  const cells = function* (): Generator<readonly SqlValue[]> {
    let row = 0;
    for (const line of readLines(text)) {
      const object = parseLine(line);
      row++;
      yield [...names].map((name) => toCell(object?.[name] ?? null, `Row ${row}, ${name}:`));
    }
  };
  for (const row of cells())
    for (const [at, value] of row.entries()) if (value !== null) kinds[at]?.add(kindOf(value));
  const readings = kinds.map((kind): Reading => ({ kind: 'text', type: typeOf(kind) }));
  return { columns: [...names], readings, count, notes: [], rows: cells };
};

function* readLines(text: string): Generator<string, void> {
  const lineEnd = lineEnds(text);
  for (let at = 0; at < text.length;) {
    const end = lineEnd(at);
    const line = text.slice(at, end);
    if (line.trim() !== '') yield line;
    at = afterLine(text, end);
  }
}

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

/** The narrowest type that fits all values. */
const typeOf = (kinds: ReadonlySet<Kind>): Kind => {
  const [first = 'TEXT'] = kinds;
  if (kinds.size < 2) return first;
  return kinds.size === 2 && kinds.has('INTEGER') && kinds.has('REAL') ? 'REAL' : 'TEXT';
};
