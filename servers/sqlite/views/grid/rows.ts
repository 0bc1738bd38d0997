// The rows that the grid shows, and the calls that bring others.
import { toPart } from '../../src/sql/tokens.ts';

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

/** The part of the host that is needed here. */
interface Caller {
  callTool(
    name: string,
    args: { readonly [name: string]: unknown },
  ): Promise<{ readonly structuredContent?: { readonly [member: string]: unknown } }>;
}

/** The arguments of the call that the page is shown for, and the columns of its result. */
export interface Source {
  readonly input: { readonly [name: string]: unknown };
  readonly columns: readonly string[];
}

/** The rows in a structured result. */
export const readRows = (structured: { readonly [member: string]: unknown } = {}): Rows => {
  const { columns, rows } = structured;
  return {
    columns: Array.isArray(columns) ? columns.map((column) => nameOf(column)) : [],
    rows: Array.isArray(rows) ? rows.filter((row): row is unknown[] => Array.isArray(row)) : [],
  };
};

/** With `types` a column is an object. */
const nameOf = (column: unknown): string =>
  typeof column === 'object' && column !== null && 'name' in column ? String(column.name) : String(column);

/** Returns the query with the filters of the grid, as the table `shown` with columns c1, c2, … */
const toShown = (query: string, columns: readonly string[], { filters }: Wanted): string => {
  // Several columns of a query may have one name.
  const names = columns.map((_, at) => `c${at + 1}`).join(', ');
  const conditions = Object.entries(filters)
    .filter(([, contains]) => contains !== '')
    .map(([at, contains]) => `instr(lower(c${Number(at) + 1}), lower(${quoteText(contains)}))`);
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  return `FROM (WITH shown${names === '' ? '' : `(${names})`} AS (${toPart(query)}) SELECT * FROM shown${where})`;
};

/** Returns a text as SQL. It cannot be bound, because the parameters of the query may be numbered. */
const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Asks the server for rows of the query that the page is shown for. */
export const fetchRows = async (
  host: Caller,
  { input: { query: given, params, database }, columns }: Source,
  wanted: Wanted,
): Promise<Rows> => {
  const { offset, limit, sortColumn, descending = false, counts = true } = wanted;
  const shown = toShown(String(given), columns, wanted);
  const order = sortColumn === undefined ? '' : ` ORDER BY ${sortColumn}${descending ? ' DESC' : ''}`;
  const ask = async (query: string): Promise<Rows['rows']> => {
    const args = {
      query,
      ...(params === undefined ? {} : { params }),
      ...(database === undefined ? {} : { database }),
    };
    return readRows((await host.callTool('read_query', args)).structuredContent).rows;
  };
  const rows = await ask(`SELECT * ${shown}${order} LIMIT ${limit} OFFSET ${offset}`);
  if (!counts) return { columns, rows };
  const [[total] = []] = await ask(`SELECT count(*) ${shown}`);
  return { columns, rows, total: Number(total) };
};

const MOST_COPIED = 100_000;
const AT_ONCE = 1000;

/** All rows that fit, as many calls as it takes; at most a hundred thousand. */
export const fetchAll = async (
  host: Caller,
  source: Source,
  { wanted, onProgress }: { readonly wanted: Wanted; readonly onProgress: (done: number) => void },
): Promise<Rows> => {
  const first = await fetchRows(host, source, { ...wanted, offset: 0, limit: AT_ONCE });
  const all = [...first.rows];
  const end = Math.min(first.total ?? 0, MOST_COPIED);
  while (all.length < end) {
    onProgress(all.length);
    const { rows } = await fetchRows(host, source, {
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
