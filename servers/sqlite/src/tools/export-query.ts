// export_query: saves all rows of a query as a file for the user.
import { pathToFileURL } from 'node:url';
import { basename } from 'node:path';
import { changes, defineTool, resourceLink, text, ToolError, ToolResult, type Tool } from '@mcp/runtime';
import type { Databases } from '../databases.ts';
import { FORMATS, writeRows } from '../formats.ts';
import { rowsIcon } from '../icons.ts';
import { databaseName, sqlAlias, sqlParams } from './shared.ts';

const inputSchema = {
  type: 'object',
  properties: {
    query: { type: 'string', description: 'One read-only SQL statement, as for read_query.' },
    params: sqlParams,
    save_to: { type: 'string', description: 'Path of the file below --export-dir, like sales.csv.' },
    format: {
      type: 'string',
      enum: ['csv', 'json', 'markdown'],
      default: 'csv',
      description: 'Format of the file: CSV, a list of JSON objects, or a Markdown table.',
    },
    overwrite: { type: 'boolean', default: false, description: 'Replace the file if it exists.' },
    database: databaseName,
  },
  required: ['query', 'save_to'],
  additionalProperties: false,
} as const;

const outputSchema = {
  type: 'object',
  properties: { uri: { type: 'string' }, row_count: { type: 'integer' }, bytes: { type: 'integer' } },
  required: ['uri', 'row_count', 'bytes'],
} as const;

/** The server holds the whole text of a file in memory. */
const LIMITS = { maxRows: 1_000_000, maxBytes: 8 * 2 ** 20 };

export const exportQuery = (databases: Databases): Tool =>
  defineTool({
    name: 'export_query',
    title: 'Export query',
    description:
      'Save all rows of a read-only query as a file for the user. Use it for results too long for read_query.',
    icons: rowsIcon,
    annotations: changes,
    task: 'optional',
    aliases: sqlAlias,
    inputSchema,
    outputSchema,
    async run({ query, params, format, save_to: path, overwrite, database: name }, ctx) {
      const database = databases.find(name, query);
      return databases.transfer('--export-dir', ctx, async ({ writeNamedFile }, directory) => {
        const rows = await database.query({ query, params, ...LIMITS }, ctx);
        if (rows.isTruncated || rows.hasCutValues)
          throw new ToolError(
            `The result is too long to export: more than ${LIMITS.maxBytes} bytes, or a value that is longer than a quarter of that.`,
            { code: 'too_long', hint: 'Export parts of it, with WHERE or LIMIT and OFFSET.' },
          );
        const content = writeRows(format, rows);
        const saved = await writeNamedFile({ directory, path }, content, overwrite);
        const uri = pathToFileURL(saved).href;
        const bytes = Buffer.byteLength(content);
        const { mimeType } = FORMATS[format];
        const link = resourceLink({ uri, name: basename(path), mimeType, size: bytes });
        return new ToolResult({
          content: [text(`${rows.count} rows, ${bytes} bytes. Saved: ${uri}`), link],
          structuredContent: { uri, row_count: rows.count, bytes },
        });
      });
    },
  });
