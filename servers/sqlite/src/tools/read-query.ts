// read_query: returns rows of a read-only query.
import {
  defineTool,
  readsOnly,
  stripInvisible,
  text,
  ToolResult,
  writePageCursor,
  type Context,
  type Tool,
} from '@mcp/runtime';
import type { Database, Databases } from '../databases.ts';
import { writeRows, type Format } from '../formats.ts';
import { readIcon } from '../icons.ts';
import { showInvisible } from '../sql/value.ts';
import type { QueryTask } from '../tasks.ts';
import { shownAsGrid } from '../views.ts';
import { databaseName, pageCursor, skipOf, sqlAlias, sqlParams } from './shared.ts';

const inputSchema = {
  type: 'object',
  properties: {
    query: {
      type: 'string',
      description: 'One SELECT, WITH … SELECT, VALUES, EXPLAIN or read-only PRAGMA.',
    },
    params: sqlParams,
    limit: { type: 'integer', minimum: 1, description: 'Maximum number of rows to return.' },
    cursor: pageCursor,
    format: {
      anyOf: [
        { type: 'string', enum: ['json', 'markdown', 'csv'] },
        { const: 'table', deprecated: true },
      ],
      default: 'json',
      description: 'Format of the text. markdown and csv are for people.',
    },
    types: {
      type: 'boolean',
      default: false,
      description: 'Return the name, declared type and table of each column.',
    },
    database: databaseName,
  },
  required: ['query'],
  additionalProperties: false,
} as const;

/** The result of a query. Rows are lists in column order. */
export const outputSchema = {
  type: 'object',
  properties: {
    columns: { type: 'array', description: 'Names; with types, objects with name, type and table.' },
    rows: { type: 'array', items: { type: 'array' } },
    row_count: { type: 'integer' },
    truncated: { type: 'boolean' },
    next_cursor: { type: 'string' },
    note: { type: 'string' },
  },
  required: ['columns', 'rows', 'row_count'],
} as const;

export const readQuery = (databases: Databases): Tool =>
  defineTool({
    name: 'read_query',
    title: 'Read query',
    description:
      'Run one read-only SQL query. Rows are lists in column order. Bind values: params ["tea", 5] for two ?. Call list_tables first to see the tables.',
    icons: readIcon,
    annotations: readsOnly,
    task: 'optional',
    _meta: shownAsGrid,
    aliases: { ...sqlAlias, max_rows: 'limit' },
    inputSchema,
    outputSchema,
    async run(args, ctx) {
      const { query, params, limit = Infinity, cursor, format, types, database: name } = args;
      const maxRows = Math.min(limit, databases.limits.maxRows);
      const written = format === 'table' ? 'markdown' : format;
      const page = { query, params, cursor, maxRows, format: written, withTypes: types };
      return readPage(databases.find(name, query), page, ctx);
    },
  });

interface Page extends Omit<QueryTask, 'kind' | 'skip' | 'attach'> {
  readonly cursor?: string | undefined;
  readonly format: Format;
}

/** Reads one page of the rows of a query. @throws {ToolError} if it fails, or the cursor is from another query. */
export const readPage = async (
  database: Database,
  { cursor, format, ...page }: Page,
  ctx: Context,
): Promise<ToolResult> => {
  const request = { database: database.name, query: page.query, params: page.params };
  const skip = skipOf(request, cursor);
  const found = await database.query({ ...page, skip }, ctx);
  const { columns, rows, count, isTruncated: truncated, hasCutValues } = found;
  const note = [...(truncated ? [MORE] : []), ...(hasCutValues ? [CUT] : [])].join(' ');
  const remarks = {
    ...(truncated && { next_cursor: writePageCursor(request, String(skip + count)) }),
    ...(note !== '' && { note }),
  };
  const head = { row_count: count, ...(truncated && { truncated }), ...remarks };
  const data = { columns: JSON.parse(columns) as unknown, rows: JSON.parse(rows) as unknown };
  const structuredContent = { ...head, ...data };
  if (format !== 'json') {
    const lines = Object.entries(remarks).map(([member, value]) => `${member}: ${value}`);
    const content = [...lines, stripInvisible(writeRows(format, found))].map((line) => text(line));
    return new ToolResult({ content, structuredContent });
  }
  // Columns and rows are JSON already, with invisible characters escaped.
  const start = showInvisible(JSON.stringify(head)).slice(0, -1);
  return new ToolResult({ content: `${start},"columns":${columns},"rows":${rows}}`, structuredContent });
};

const MORE = 'There are more rows: call again with next_cursor as cursor, and ORDER BY in the query.';
const CUT = 'Long values were cut: read parts of them with substr().';
