// Formats: writes rows as CSV, a list of JSON objects or a Markdown table.
import { freeName } from './sql/name.ts';
import type { JsonValue } from './sql/value.ts';
import type { Rows } from './tasks.ts';

type Row = readonly JsonValue[];
type Writer = (names: readonly string[], rows: readonly Row[]) => string;

/** Follows RFC 4180. NULL is empty. */
const toCsv: Writer = (names, rows) => {
  const lines = [names, ...rows.map((row) => row.map(plain))];
  return lines.map((line) => `${line.map(quoted).join(',')}\r\n`).join('');
};

/** A list of objects, one per line. Repeated names get a number, so that no column is lost. */
const toJsonList: Writer = (names, rows) => {
  const keys = new Set<string>();
  for (const name of names) keys.add(freeName(name, keys, '_'));
  const lines = rows.map((row) =>
    JSON.stringify(Object.fromEntries([...keys].map((key, at) => [key, row[at]]))),
  );
  return `[\n${lines.join(',\n')}\n]\n`;
};

/** A Markdown table. NULL is empty. */
const toMarkdown: Writer = (names, rows) => {
  const lines = [names, names.map(() => '---'), ...rows.map((row) => row.map(plain))];
  return lines.map((line) => `| ${line.map(escaped).join(' | ')} |\n`).join('');
};

/** A format of rows. */
export type Format = 'csv' | 'json' | 'markdown';

/** The writer and media type of each format. */
export const FORMATS: { readonly [format in Format]: { readonly mimeType: string; readonly write: Writer } } =
  {
    csv: { mimeType: 'text/csv', write: toCsv },
    json: { mimeType: 'application/json', write: toJsonList },
    markdown: { mimeType: 'text/markdown', write: toMarkdown },
  };

/** Writes the rows of a query in a format. */
export const writeRows = (format: Format, { columns, rows }: Rows): string => {
  const described = JSON.parse(columns) as (string | { readonly name: string })[];
  const names = described.map((column) => (typeof column === 'string' ? column : column.name));
  return FORMATS[format].write(names, JSON.parse(rows) as Row[]);
};

/** Returns a value without its tag: digits, base64, and nothing for NULL. */
const plain = (value: JsonValue): string => {
  const content = value !== null && typeof value === 'object' ? Object.values(value)[0] : value;
  return content === null ? '' : String(content);
};

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

const escaped = (cell: string): string =>
  cell
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll(/\r\n|\r|\n/g, '<br>');
