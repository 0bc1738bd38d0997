// Rows: fetches and saves the rows that the grid shows.
import { toPart } from '../../src/sql/tokens.ts';

/** The rows that the user wants. */
export interface Wanted {
  readonly offset: number;
  readonly limit: number;
  /** Column number, from 1. */
  readonly sortColumn?: number;
  readonly descending?: boolean;
  /** Text to find in cells, or a comparison like `>10`, by column index from 0. */
  readonly filters: Readonly<Record<number, string>>;
  /** Whether the server counts all matching rows, for which it runs the query once more. Default: true. */
  readonly counts?: boolean;
}

/** Some rows of a query. */
export interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  /** Number of rows that match the filters. Undefined if not counted. */
  readonly total?: number;
}

/** The part of the host that is used here. */
interface Caller {
  callTool(
    name: string,
    args: { readonly [name: string]: unknown },
  ): Promise<{ readonly structuredContent?: { readonly [member: string]: unknown } }>;
}

/** Arguments of the call that opened the page, and the columns of its result. */
export interface Source {
  readonly input: { readonly [name: string]: unknown };
  readonly columns: readonly string[];
}

/** Reads the rows of a structured result. */
export const readRows = (structured: { readonly [member: string]: unknown } = {}): Rows => {
  const { columns, rows } = structured;
  return {
    columns: Array.isArray(columns) ? columns.map((column) => nameOf(column)) : [],
    rows: Array.isArray(rows) ? rows.filter((row): row is unknown[] => Array.isArray(row)) : [],
  };
};

/** With `types`, columns are objects. */
const nameOf = (column: unknown): string =>
  typeof column === 'object' && column !== null && 'name' in column ? String(column.name) : String(column);

/** Returns a FROM clause with the filtered query, as table `shown` with columns c1, c2, … */
const toShown = (query: string, columns: readonly string[], { filters }: Wanted): string => {
  // Columns of a query may share a name.
  const names = columns.map((_, at) => `c${at + 1}`).join(', ');
  const conditions = Object.entries(filters)
    .filter(([, filter]) => filter !== '')
    .map(([at, filter]) => toCondition(`c${Number(at) + 1}`, filter));
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  return `FROM (WITH shown${names === '' ? '' : `(${names})`} AS (${toPart(query)}) SELECT * FROM shown${where})`;
};

const COMPARISON = /^\s*(>=|<=|!=|[<>=])\s*(.*\S)\s*$/s;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** Numbers as the grid shows them. */
const GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const ungroup = (text: string): string => (GROUPED.test(text) ? text.replaceAll(',', '') : text);

/** Returns a filter as SQL. `>10` matches only numbers, `>tea` only texts. */
const toCondition = (column: string, filter: string): string => {
  const [, operator, given = ''] = COMPARISON.exec(filter) ?? [];
  if (operator === undefined) {
    const texts = new Set([filter, ungroup(filter)]);
    return `(${[...texts].map((text) => `instr(lower(${column}), lower(${quoteText(text)}))`).join(' OR ')})`;
  }
  const value = ungroup(given);
  const isNumber = NUMBER.test(value);
  if (operator === '=' || operator === '!=')
    return `${column} ${operator === '=' ? '' : 'NOT '}IN (${quoteText(given)}${isNumber ? `, ${value}` : ''})`;
  const types = isNumber ? "IN ('integer', 'real')" : "= 'text'";
  return `typeof(${column}) ${types} AND ${column} ${operator} ${isNumber ? value : quoteText(value)}`;
};

/** Quotes a text for SQL. It cannot be bound, because the query may have numbered parameters. */
const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Returns the query of a call, under either argument name. */
export const queryOf = ({ query, sql = query }: Source['input']): string =>
  typeof sql === 'string' ? sql : '';

/** Returns the arguments of the call with another query. */
const toArgs = ({ params, database }: Source['input'], query: string): Source['input'] => ({
  query,
  ...(params === undefined ? {} : { params }),
  ...(database === undefined ? {} : { database }),
});

const orderOf = ({ sortColumn, descending = false }: Wanted): string =>
  sortColumn === undefined ? '' : ` ORDER BY ${sortColumn}${descending ? ' DESC' : ''}`;

/** Fetches rows of the query that opened the page. */
export const fetchRows = async (host: Caller, { input, columns }: Source, wanted: Wanted): Promise<Rows> => {
  const { offset, limit, counts = true } = wanted;
  const shown = toShown(queryOf(input), columns, wanted);
  const ask = async (query: string): Promise<Rows['rows']> =>
    readRows((await host.callTool('read_query', toArgs(input, query))).structuredContent).rows;
  const rows = await ask(`SELECT * ${shown}${orderOf(wanted)} LIMIT ${limit} OFFSET ${offset}`);
  if (!counts) return { columns, rows };
  const [[total] = []] = await ask(`SELECT count(*) ${shown}`);
  return { columns, rows, total: Number(total) };
};

/**
 * Saves all matching rows as a CSV file on the server.
 * @throws {Error} if the server does not save files.
 */
export const saveRows = async (
  host: Caller,
  { input, columns }: Source,
  wanted: Wanted,
): Promise<{ readonly rows: number; readonly uri: string }> => {
  const names = columns.map((name, at) => `c${at + 1} AS "${name.replaceAll('"', '""')}"`).join(', ');
  const query = `SELECT ${names} ${toShown(queryOf(input), columns, wanted)}${orderOf(wanted)}`;
  const save_to = `rows-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.csv`;
  const { structuredContent = {} } = await host.callTool('export_query', {
    ...toArgs(input, query),
    save_to,
  });
  return { rows: Number(structuredContent['row_count']), uri: String(structuredContent['uri']) };
};

const MOST_COPIED = 100_000;
const AT_ONCE = 1000;

/** Fetches all matching rows, up to a hundred thousand, in several calls. */
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
