// export_query: all rows of a query as a file that the client reads as a resource.
import { defineTool, readsOnly, resourceLink, text, ToolResult, type Tool } from '@mcp/runtime';
import type { Databases } from '../databases.ts';
import { FORMATS } from '../formats.ts';
import { rowsIcon } from '../icons.ts';
import { exportRows, toExportUri } from '../resources/export.ts';
import { databaseName, sqlAlias, sqlParams } from './shared.ts';

const inputSchema = {
  type: 'object',
  properties: {
    query: { type: 'string', description: 'One SQL statement that reads, as for read_query.' },
    params: sqlParams,
    format: {
      type: 'string',
      enum: ['csv', 'json', 'markdown'],
      default: 'csv',
      description: 'The format of the file: csv, a list of JSON objects, or a Markdown table.',
    },
    database: databaseName,
  },
  required: ['query'],
  additionalProperties: false,
} as const;

const outputSchema = {
  type: 'object',
  properties: { uri: { type: 'string' }, row_count: { type: 'integer' }, bytes: { type: 'integer' } },
  required: ['uri', 'row_count', 'bytes'],
} as const;

export const exportQuery = (databases: Databases): Tool =>
  defineTool({
    name: 'export_query',
    title: 'Export query',
    description:
      'Link all rows of a query that only reads as a file. Use it for results that are too long for read_query; the user or client reads the link.',
    icons: rowsIcon,
    annotations: readsOnly,
    aliases: sqlAlias,
    inputSchema,
    outputSchema,
    async run({ query, params, format, database: name }, ctx) {
      const database = databases.find(name);
      const file = await exportRows(database, { format, query, params }, ctx);
      const uri = toExportUri(database.name, { format, query, params });
      const bytes = Buffer.byteLength(file.text);
      const { ending, mimeType } = FORMATS[format];
      const link = resourceLink({ uri, name: `${database.name}.${ending}`, mimeType, size: bytes });
      const note = `${file.rowCount} rows, ${bytes} bytes. The query runs again when the link is read: ${uri}`;
      return new ToolResult({
        content: [text(note), link],
        structuredContent: { uri, row_count: file.rowCount, bytes },
      });
    },
  });
