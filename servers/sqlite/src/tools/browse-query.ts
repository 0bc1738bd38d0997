// browse_query: any part of the rows of a query, sorted and filtered, for the grid that hosts show beside read_query.
import { defineTool, readsOnly, ToolError, ToolResult, type Context, type Tool } from '@mcp/runtime';
import type { Database, Databases } from '../databases.ts';
import { readIcon } from '../icons.ts';
import { toPart } from '../sql/tokens.ts';
import type { Rows, Sql } from '../tasks.ts';
import { forGridOnly } from '../views.ts';
import { databaseName, sqlParams } from './shared.ts';

const MOST_ROWS = 1000;

/** A page is not for a model, so it may be longer than an answer. The net of the command line is wider still. */
const TIMES_AN_ANSWER = 4;

const inputSchema = {
  type: 'object',
  properties: {
    query: { type: 'string', description: 'One SQL statement that reads, as for read_query.' },
    params: sqlParams,
    offset: { type: 'integer', minimum: 0, default: 0, description: 'Number of rows to skip.' },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: MOST_ROWS,
      default: 100,
      description: 'Maximum number of rows to return.',
    },
    sort_column: { type: 'integer', minimum: 1, description: 'Sort by this column, counted from 1.' },
    descending: { type: 'boolean', default: false, description: 'Sort from the largest to the smallest.' },
    filters: {
      type: 'array',
      description: 'Return only rows that fit all of these.',
      items: {
        type: 'object',
        properties: {
          column: { type: 'integer', minimum: 1, description: 'The column, counted from 1.' },
          contains: { type: 'string', description: 'What its text contains, in upper or lower case.' },
        },
        required: ['column', 'contains'],
        additionalProperties: false,
      },
      default: [],
    },
    count: {
      type: 'boolean',
      default: true,
      description: 'Also return how many rows fit. That runs the query once more: false where it is known.',
    },
    database: databaseName,
  },
  required: ['query'],
  additionalProperties: false,
} as const;

const outputSchema = {
  type: 'object',
  properties: {
    columns: { type: 'array', items: { type: 'string' } },
    rows: { type: 'array', items: { type: 'array' } },
    total: { type: 'integer', description: 'How many rows fit the filters, where count is not false.' },
  },
  required: ['columns', 'rows'],
} as const;

interface Filter {
  readonly column: number;
  readonly contains: string;
}

interface View extends Sql {
  readonly filters: readonly Filter[];
  readonly sortColumn: number | undefined;
  readonly isDescending: boolean;
}

export const browseQuery = (databases: Databases): Tool =>
  defineTool({
    name: 'browse_query',
    title: 'Browse query',
    description: 'Return any part of the rows of a query that only reads, sorted and filtered.',
    icons: readIcon,
    annotations: readsOnly,
    _meta: forGridOnly,
    inputSchema,
    outputSchema,
    async run(args, ctx) {
      const { query, params, offset: skip, limit, filters, database: name } = args;
      const { limits } = databases;
      const database = databases.find(name, query);
      const { columns } = await read(database, { query, params, maxRows: 1 }, ctx);
      const view = { query, params, filters, sortColumn: args.sort_column, isDescending: args.descending };
      const sql = toSql(view, columns.length);
      const maxChars = limits.maxChars * TIMES_AN_ANSWER;
      const maxRows = Math.min(limit, limits.maxRows);
      const { rows } = await read(database, { query: sql, params, skip, maxRows, maxChars }, ctx);
      const counted = args.count ? { total: await count(database, { query: sql, params }, ctx) } : {};
      const of = counted.total === undefined ? '' : ` of ${counted.total}`;
      const content = `${rows.length}${of} rows, from row ${skip + 1}: ${columns.join(', ')}`;
      return new ToolResult({ content, structuredContent: { columns, rows, ...counted } });
    },
  });

interface Read {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

const read = async (
  database: Database,
  query: Parameters<Database['query']>[0],
  ctx: Context,
): Promise<Read> => {
  const { columns, rows }: Pick<Rows, 'columns' | 'rows'> = await database.query(query, ctx);
  return { columns: JSON.parse(columns) as string[], rows: JSON.parse(rows) as unknown[][] };
};

const count = async (database: Database, { query, params }: Sql, ctx: Context): Promise<number> => {
  const { rows } = await read(database, { query: `SELECT count(*) FROM (${toPart(query)})`, params }, ctx);
  return Number(rows[0]?.[0]);
};

/** The query itself where nothing is sorted or filtered: it may be one that cannot be a part of another. */
const toSql = ({ query, filters, sortColumn, isDescending }: View, width: number): string => {
  const used = [...filters.map(({ column }) => column), ...(sortColumn === undefined ? [] : [sortColumn])];
  const unknown = used.find((column) => column > width);
  if (unknown !== undefined)
    throw new ToolError(`There is no column ${unknown}.`, { hint: `The query has ${width} columns.` });
  if (used.length === 0) return query;
  // Several columns of a query may have one name.
  const names = Array.from({ length: width }, (_, at) => `c${at + 1}`);
  const where = filters.map(
    ({ column, contains }) => `instr(lower(c${column}), lower(${quoteText(contains)}))`,
  );
  return [
    `WITH shown(${names.join(', ')}) AS (${toPart(query)}) SELECT * FROM shown`,
    ...(where.length === 0 ? [] : [`WHERE ${where.join(' AND ')}`]),
    ...(sortColumn === undefined ? [] : [`ORDER BY c${sortColumn}${isDescending ? ' DESC' : ''}`]),
  ].join(' ');
};

/** A text as SQL. It cannot be bound, because the parameters of the query may be numbered. */
const quoteText = (text: string): string => {
  if (text.includes('\0')) throw new ToolError('A filter cannot contain the character NUL.');
  return `'${text.replaceAll("'", "''")}'`;
};
