// The rows that the grid shows, and the calls that bring others.
import type { Host } from '@mcp/view';

/** Which rows are wanted. */
export interface Wanted {
  readonly offset: number;
  readonly limit: number;
  /** From 1. */
  readonly sortColumn?: number;
  readonly descending?: boolean;
  /** What the text of columns contains, by their place from 0. */
  readonly filters: Readonly<Record<number, string>>;
  /** Whether the server should count all rows that fit, for which it runs the query once more. Default: yes. */
  readonly counts?: boolean;
}

/** Some rows of a query. */
export interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  /** How many rows fit the filters. Undefined where the server was not asked. */
  readonly total?: number;
}

type Input = { readonly [name: string]: unknown };

/** The rows in a structured result. */
export const readRows = (structured: { readonly [member: string]: unknown } = {}): Rows => {
  const { columns, rows, total } = structured;
  return {
    columns: Array.isArray(columns) ? columns.map((column) => nameOf(column)) : [],
    rows: Array.isArray(rows) ? rows.filter((row): row is unknown[] => Array.isArray(row)) : [],
    ...(typeof total === 'number' ? { total } : {}),
  };
};

/** With `types` a column is an object. */
const nameOf = (column: unknown): string =>
  typeof column === 'object' && column !== null && 'name' in column ? String(column.name) : String(column);

/** Asks the server for rows of the query that the page is shown for. */
export const fetchRows = async (
  host: Host,
  { query, params, database }: Input,
  wanted: Wanted,
): Promise<Rows> => {
  const { offset, limit, sortColumn, descending = false, filters, counts = true } = wanted;
  const conditions = Object.entries(filters)
    .filter(([, contains]) => contains !== '')
    .map(([at, contains]) => ({ column: Number(at) + 1, contains }));
  const result = await host.callTool('browse_query', {
    query,
    ...(params === undefined ? {} : { params }),
    ...(database === undefined ? {} : { database }),
    offset,
    limit,
    ...(sortColumn === undefined ? {} : { sort_column: sortColumn, descending }),
    filters: conditions,
    count: counts,
  });
  return readRows(result.structuredContent);
};

const MOST_COPIED = 100_000;
const AT_ONCE = 1000;

/** All rows that fit, as many calls as it takes; at most a hundred thousand. */
export const fetchAll = async (
  host: Host,
  input: Input,
  { wanted, onProgress }: { readonly wanted: Wanted; readonly onProgress: (done: number) => void },
): Promise<Rows> => {
  const first = await fetchRows(host, input, { ...wanted, offset: 0, limit: AT_ONCE });
  const all = [...first.rows];
  const end = Math.min(first.total ?? 0, MOST_COPIED);
  while (all.length < end) {
    onProgress(all.length);
    const { rows } = await fetchRows(host, input, {
      ...wanted,
      offset: all.length,
      limit: AT_ONCE,
      counts: false,
    });
    if (rows.length === 0) break;
    all.push(...rows);
  }
  return { ...first, rows: all.slice(0, MOST_COPIED) };
};
