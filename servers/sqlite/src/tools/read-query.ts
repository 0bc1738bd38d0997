// read_query: rows of a query that changes nothing.
import { defineTool, JsonText, text, ToolResult } from '@mcp/runtime';
import { readCursor, toCursor } from '../cursor.ts';
import type { Databases } from '../databases.ts';
import type { Rows } from '../rows.ts';
import { readIcon } from '../icons.ts';
import { columnsAndRows, database, params, query, READS } from './shapes.ts';

const input = {
  type: 'object',
  properties: {
    query,
    params,
    max_rows: { type: 'integer', minimum: 1 },
    cursor: { type: 'string' },
    database,
  },
  required: ['query'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    ...columnsAndRows,
    rowCount: { type: 'integer' },
    truncated: { type: 'boolean' },
    nextCursor: { type: 'string' },
    elapsedMs: { type: 'number' },
  },
  required: ['columns', 'rows', 'rowCount', 'truncated', 'elapsedMs'],
} as const;

export const readQuery = (databases: Databases) =>
  defineTool({
    name: 'read_query',
    title: 'Read query',
    description: 'Execute a SELECT query on the SQLite database',
    icons: readIcon,
    annotations: READS,
    inputSchema: input,
    outputSchema: output,
    async run({ query: sql, params: values, max_rows: wanted, cursor, database: name }, ctx) {
      const target = databases.find(name);
      const request = [target.name, sql, values];
      const skip = readCursor(cursor, request);
      const maxRows = Math.min(wanted ?? Infinity, databases.limits.maxRows);
      const [result] = await target.read([{ query: sql, params: values }], ctx, { maxRows, skip });
      if (result === undefined) throw new Error('no result');
      const { columns, count: rowCount, isTruncated: truncated, elapsedMs } = result;
      const next = truncated ? { nextCursor: toCursor(skip + rowCount, request) } : {};
      return new ToolResult({
        content: toContent(result),
        structuredContent: {
          columns,
          rows: new JsonText(result.json),
          rowCount,
          truncated,
          ...next,
          elapsedMs,
        },
      });
    },
  });

/** The rows as text, then the notes. The text is long and JSON already. */
const toContent = (rows: Rows): JsonText => {
  const others = notes(rows).map((note) => `,${JSON.stringify(text(note))}`);
  return new JsonText('[{"type":"text","text":', rows.textJson, `}${others.join('')}]`);
};

/** What a reader of the text should know. */
export const notes = ({ count, isTruncated, hasCutValues }: Rows): string[] => [
  ...(isTruncated
    ? [`[Only ${count} rows. For more give nextCursor as cursor; order the rows with ORDER BY.]`]
    : []),
  ...(hasCutValues ? ['[Long values are cut. Read parts of them with substr().]'] : []),
];
