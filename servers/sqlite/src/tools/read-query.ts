// read_query: rows of a query that changes nothing.
import {
  defineTool,
  JsonText,
  readPageCursor,
  readsOnly,
  stripInvisible,
  text,
  ToolResult,
  writePageCursor,
  type Context,
  type Tool,
} from '@mcp/runtime';
import type { Database, Databases } from '../databases.ts';
import { toCsv, toMarkdown } from '../formats.ts';
import { readIcon } from '../icons.ts';
import type { Rows, Sql } from '../tasks.ts';
import { pageCursor, databaseName, sqlParams } from './arguments.ts';

const inputSchema = {
  type: 'object',
  properties: {
    query: {
      type: 'string',
      description:
        'One SQL statement that reads: SELECT, WITH … SELECT, VALUES, EXPLAIN, or a PRAGMA that only reads, like table_info(t).',
    },
    params: sqlParams,
    max_rows: { type: 'integer', minimum: 1, description: 'Return at most this many rows at once.' },
    cursor: pageCursor,
    format: {
      type: 'string',
      enum: ['json', 'markdown', 'csv'],
      default: 'json',
      description: 'How the text is written. Use markdown or csv when a person will read it as it is.',
    },
    database: databaseName,
  },
  required: ['query'],
  additionalProperties: false,
} as const;

/** What a query returns. Rows are lists in the order of the columns. */
export const outputSchema = {
  type: 'object',
  properties: {
    columns: { type: 'array', items: { type: 'object' } },
    rows: { type: 'array', items: { type: 'array' } },
    rowCount: { type: 'integer' },
    truncated: { type: 'boolean' },
    nextCursor: { type: 'string' },
    note: { type: 'string' },
  },
  required: ['columns', 'rows', 'rowCount', 'truncated'],
} as const;

export const readQuery = (databases: Databases): Tool =>
  defineTool({
    name: 'read_query',
    title: 'Read query',
    description:
      'Run one SQL query that only reads and return its rows as lists, in the order of the columns. Bind values with params. Look up tables and columns first with list_tables.',
    icons: readIcon,
    annotations: readsOnly,
    inputSchema,
    outputSchema,
    async run({ query, params, max_rows: wanted = Infinity, cursor, format, database: name }, ctx) {
      const page = { query, params, cursor, maxRows: Math.min(wanted, databases.maxRows) };
      const { rows, remarks, result } = await readPage(databases.find(name), page, ctx);
      if (format === 'json') return result;
      const table = stripInvisible(format === 'csv' ? toCsv(rows) : toMarkdown(rows));
      const lines = Object.entries(remarks).map(([member, value]) => `${member}: ${value}`);
      const content = [table, ...lines].map((line) => text(line));
      return new ToolResult({ content, structuredContent: result.structuredContent });
    },
  });

/** Which rows of which query. */
interface Page extends Sql {
  readonly cursor?: string | undefined;
  readonly maxRows: number;
}

/** Rows, what the model should know of those that are not complete, and both as the result of a tool. */
interface PageOfRows {
  readonly rows: Rows;
  readonly remarks: { readonly nextCursor?: string; readonly note?: string };
  readonly result: ToolResult;
}

/** Reads one page of the rows of a query. @throws {ToolError} when it fails, or the cursor is of another query. */
export const readPage = async (
  database: Database,
  { query, params, cursor, maxRows }: Page,
  ctx: Context,
): Promise<PageOfRows> => {
  const request = { database: database.name, query, params };
  const skip = cursor === undefined ? 0 : Number(readPageCursor(request, cursor));
  const rows = await database.query({ query, params, maxRows, skip }, ctx);
  const next = { nextCursor: writePageCursor(request, String(skip + rows.count)) };
  const note = noteOf(rows);
  const remarks = { ...(rows.isTruncated ? next : {}), ...(note === '' ? {} : { note }) };
  const structuredContent = {
    rowCount: rows.count,
    truncated: rows.isTruncated,
    ...remarks,
    // The JSON comes from the process of the database and is sent as it is. It hides no characters.
    columns: new JsonText(rows.columns),
    rows: new JsonText(rows.rows),
  };
  return { rows, remarks, result: new ToolResult({ structuredContent }) };
};

const noteOf = ({ isTruncated, hasCutValues }: Rows): string => {
  const more = 'There are more rows: call again with nextCursor as cursor, and ORDER BY in the query.';
  const cut = 'Long values are cut: read parts of them with substr().';
  return [...(isTruncated ? [more] : []), ...(hasCutValues ? [cut] : [])].join(' ');
};
