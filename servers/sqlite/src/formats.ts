// Rows as text for people and programs: CSV, a Markdown table, or a list of JSON objects.
import type { JsonValue } from './sql/value.ts';
import type { Column, Rows } from './tasks.ts';

type Row = readonly JsonValue[];

/** The header and the rows. */
interface Table {
  readonly names: readonly string[];
  readonly rows: readonly Row[];
}

const toTable = ({ columns, rows }: Rows): Table => ({
  names: (JSON.parse(columns) as Column[]).map(({ name }) => name),
  rows: JSON.parse(rows) as Row[],
});

/** As RFC 4180 has it. NULL is empty. */
export const toCsv = (rows: Rows): string => {
  const table = toTable(rows);
  const cells = [table.names, ...table.rows.map((row) => row.map(plain))];
  return cells.map((line) => `${line.map(quoted).join(',')}\r\n`).join('');
};

/** A Markdown table. NULL is empty. */
export const toMarkdown = (rows: Rows): string => {
  const { names, rows: values } = toTable(rows);
  const lines = [
    names.map(escaped),
    names.map(() => '---'),
    ...values.map((row) => row.map(plain).map(escaped)),
  ];
  return lines.map((line) => `| ${line.join(' | ')} |\n`).join('');
};

/** A list of objects, one in a line. A name that comes twice would be lost, so its later ones get a number. */
export const toJsonList = (rows: Rows): string => {
  const { names, rows: values } = toTable(rows);
  const used = new Set<string>();
  const keys = names.map((name) => {
    let key = name;
    for (let count = 2; used.has(key); count++) key = `${name}_${count}`;
    used.add(key);
    return key;
  });
  const objects = values.map((row) => Object.fromEntries(keys.map((key, at) => [key, row[at]])));
  return `[\n${objects.map((object) => JSON.stringify(object)).join(',\n')}\n]\n`;
};

/** A value without its kind: digits, base64, and nothing for NULL. */
const plain = (value: JsonValue): string => {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  const [content] = Object.values(value);
  return String(content);
};

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

const escaped = (cell: string): string =>
  cell
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll(/\r\n|\r|\n/g, '<br>');
