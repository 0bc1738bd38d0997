// A query as a file: its URI holds the query, so nothing is kept between the call that makes it and the reading.
import { ToolError, UriTemplate, type Context } from '@mcp/runtime';
import { toObjects, type JsonRow } from './catalog.ts';
import type { Database } from './databases.ts';
import type { Sql } from './tasks.ts';
import type { Rows } from './rows.ts';
import type { JsonValue } from './sql/value.ts';

/** What an export can be written as. */
export const EXPORT_FORMATS = ['csv', 'json', 'markdown'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const MIME_TYPES: { readonly [format in ExportFormat]: string } = {
  csv: 'text/csv',
  json: 'application/json',
  markdown: 'text/markdown',
};

export const EXPORT_TEMPLATE = 'sqlite://{database}/export/{format}{?query,params}';

// The text of an export stays below the limit of a resource, 16 MiB.
const LIMITS = { maxRows: 1_000_000, maxBytes: 8 * 2 ** 20, skip: 0 };

const template = new UriTemplate(EXPORT_TEMPLATE);

/** The URI of an export. */
export const toExportUri = (database: string, format: ExportFormat, { query, params }: Sql): string =>
  template.expand({
    database,
    format,
    query,
    ...(params === undefined ? {} : { params: typeof params === 'string' ? params : JSON.stringify(params) }),
  });

/**
 * Runs a query and writes all its rows.
 *
 * @throws {ToolError} when it fails, or is too long.
 */
export const exportRows = async (
  database: Database,
  format: ExportFormat,
  sql: Sql,
  ctx: Context,
): Promise<{ readonly text: string; readonly rowCount: number }> => {
  const [rows] = await database.read([sql], ctx, LIMITS);
  if (rows === undefined || rows.isTruncated || rows.hasCutValues)
    throw new ToolError(
      `The result is too long to export: more than ${LIMITS.maxBytes} bytes, or a value that is longer than a quarter ` +
        'of that. Export parts of it, with WHERE or LIMIT and OFFSET.',
    );
  return { text: WRITERS[format](rows), rowCount: rows.count };
};

const toCsv = ({ columns, values }: Rows): string =>
  [columns.map(({ name }) => name), ...values.map((row) => row.map(plain))]
    .map((cells) => `${cells.map(quoted).join(',')}\r\n`)
    .join('');

const toMarkdown = ({ columns, values }: Rows): string =>
  [columns.map(({ name }) => name), columns.map(() => '---'), ...values.map((row) => row.map(plain))]
    .map((cells, index) => `| ${cells.map(index === 1 ? String : escaped).join(' | ')} |\n`)
    .join('');

// A name that comes twice would be lost in an object, so its later ones get a number.
const toJsonList = (rows: Rows): string => {
  const used = new Set<string>();
  const columns = rows.columns.map((column) => {
    let { name } = column;
    for (let count = 2; used.has(name); count++) name = `${column.name}_${count}`;
    used.add(name);
    return { ...column, name };
  });
  const objects: readonly JsonRow[] = toObjects({ columns, values: rows.values });
  return `[\n${objects.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`;
};

const WRITERS = { csv: toCsv, json: toJsonList, markdown: toMarkdown } as const;

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
