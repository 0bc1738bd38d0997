// Profiles: finds with one query what the columns of a table contain.
import type { Context } from '@mcp/runtime';
import type { TableDescription } from './catalog.ts';
import type { Database } from './databases.ts';
import { quoteName } from './sql/name.ts';

/** What the columns of a table contain. Values are as `read_query` returns them; `examples` is SQL. */
export interface TableProfile {
  /** Number of rows that were read. */
  readonly rows: number;
  readonly hasMoreRows: boolean;
  /** One per column, in order: only the first 100. */
  readonly columns: readonly ColumnProfile[];
}

interface ColumnProfile {
  readonly name: string;
  readonly nulls: number;
  readonly distinct: number;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  /** The most frequent values. */
  readonly examples?: unknown;
}

/** Maximum number of values to read: rows times columns. */
const MAX_VALUES = 1_000_000;
const MAX_ROWS = 100_000;
/** Each column is one part of a UNION, with its own subquery. */
const MAX_COLUMNS = 100;
const EXAMPLES = 3;
/** Maximum length of a minimum, a maximum or an example. */
const CHARACTERS = 60;

/**
 * Profiles the first 100,000 rows of a table, or fewer if it has more than ten columns.
 *
 * @throws {ToolError} if the query fails.
 */
export const profileTable = async (
  database: Database,
  { name: table, columns }: TableDescription,
  ctx: Context,
): Promise<TableProfile> => {
  const names = columns.slice(0, MAX_COLUMNS).map(({ name }) => name);
  const maxRows = Math.min(MAX_ROWS, Math.ceil(MAX_VALUES / names.length));
  const some = (count: number): string => `(SELECT * FROM ${quoteName(table)} LIMIT ${count})`;
  const parts = names.map((column) => profileOf(quoteName(column), some(maxRows)));
  const query = `WITH all_rows AS (SELECT count(*) FROM ${some(maxRows + 1)}) ${parts.join(' UNION ALL ')}`;
  const found = await database.query({ query, maxRows: MAX_COLUMNS, maxBytes: Infinity }, ctx);
  const profiles = JSON.parse(found.rows) as Profile[];
  const count = profiles[0]?.[0] ?? 0;
  const rows = Math.min(count, maxRows);
  return {
    rows,
    hasMoreRows: count > maxRows,
    columns: names.map((name, at) => {
      const [, nulls = 0, distinct = 0, minimum, maximum, examples] = profiles[at] ?? [];
      return { name, nulls, distinct, ...(nulls < rows && { minimum, maximum, examples }) };
    }),
  };
};

/** `rows` is one more than the maximum if the table has more rows. */
type Profile = readonly [rows: number, nulls: number, distinct: number, ...values: readonly unknown[]];

const profileOf = (column: string, from: string): string => {
  const short = (value: string): string =>
    `iif(typeof(${value}) IN ('text', 'blob'), substr(${value}, 1, ${CHARACTERS}), ${value})`;
  const frequent = `SELECT quote(${short(column)}) AS value FROM ${from} WHERE ${column} IS NOT NULL
    GROUP BY ${column} ORDER BY count(*) DESC, ${column} LIMIT ${EXAMPLES}`;
  return `SELECT (SELECT * FROM all_rows), count(*) - count(${column}), count(DISTINCT ${column}), ${short(`min(${column})`)},
    ${short(`max(${column})`)}, (SELECT group_concat(value, ', ') FROM (${frequent})) FROM ${from}`;
};
