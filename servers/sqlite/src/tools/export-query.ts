// export_query: all rows of a query as a file that the client reads as a resource.
import { defineTool, resourceLink, text, ToolResult } from '@mcp/runtime';
import type { Databases } from '../databases.ts';
import { EXPORT_FORMATS, exportRows, MIME_TYPES, toExportUri } from '../export.ts';
import { rowsIcon } from '../icons.ts';
import { database, params, query, READS } from './shapes.ts';

const input = {
  type: 'object',
  properties: { query, params, format: { type: 'string', enum: EXPORT_FORMATS, default: 'csv' }, database },
  required: ['query'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: { uri: { type: 'string' }, rowCount: { type: 'integer' }, bytes: { type: 'integer' } },
  required: ['uri', 'rowCount', 'bytes'],
} as const;

const ENDINGS = { csv: 'csv', json: 'json', markdown: 'md' } as const;

export const exportQuery = (databases: Databases) =>
  defineTool({
    name: 'export_query',
    title: 'Export query',
    toolset: 'export',
    description: 'Link all rows of a SELECT query as a file: csv, json or markdown',
    icons: rowsIcon,
    annotations: READS,
    inputSchema: input,
    outputSchema: output,
    async run({ query: sql, params: values, format, database: name }, ctx) {
      const target = databases.find(name);
      const statement = { query: sql, params: values };
      const { text: file, rowCount } = await exportRows(target, format, statement, ctx);
      const uri = toExportUri(target.name, format, statement);
      const bytes = Buffer.byteLength(file);
      const link = { name: `${target.name}.${ENDINGS[format]}`, mimeType: MIME_TYPES[format], size: bytes };
      return new ToolResult({
        content: [
          text(`${rowCount} rows, ${bytes} bytes. The query runs again when the link is read.`),
          resourceLink({ uri, ...link }),
        ],
        structuredContent: { uri, rowCount, bytes },
      });
    },
  });
