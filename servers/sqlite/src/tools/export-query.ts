// export_query: all rows of a query as a file: a resource that the client reads, or a file that is saved for the user.
import { pathToFileURL } from 'node:url';
import { basename } from 'node:path';
import {
  changes,
  defineTool,
  readsOnly,
  resourceLink,
  text,
  ToolError,
  ToolResult,
  type Tool,
} from '@mcp/runtime';
import { writeNamedFile } from '@mcp/workspace';
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
    save_to: {
      type: 'string',
      description: 'Save the file here, a path below --export-dir, like sales.csv.',
    },
    overwrite: { type: 'boolean', default: false, description: 'Replace the file of save_to if it exists.' },
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
      'Link all rows of a query that only reads as a file, or save them with save_to. Use it for results that are too long for read_query; the user or client reads the link.',
    icons: rowsIcon,
    annotations: databases.options.exportDirectory === undefined ? readsOnly : changes,
    task: 'optional',
    aliases: sqlAlias,
    inputSchema,
    outputSchema,
    async run({ query, params, format, save_to: path, overwrite, database: name }, ctx) {
      const database = databases.find(name, query);
      const directory = path === undefined ? '' : exportDirectory(databases);
      const file = await exportRows(database, { format, query, params }, ctx);
      const bytes = Buffer.byteLength(file.text);
      const uri =
        path === undefined
          ? toExportUri(database.name, { format, query, params })
          : pathToFileURL(writeNamedFile({ directory, path }, file.text, overwrite)).href;
      const { ending, mimeType } = FORMATS[format];
      const called = path === undefined ? `${database.name}.${ending}` : basename(path);
      const link = resourceLink({ uri, name: called, mimeType, size: bytes });
      const where =
        path === undefined ? `The query runs again when the link is read: ${uri}` : `Saved: ${uri}`;
      return new ToolResult({
        content: [text(`${file.rowCount} rows, ${bytes} bytes. ${where}`), link],
        structuredContent: { uri, row_count: file.rowCount, bytes },
      });
    },
  });

const exportDirectory = ({ options }: Databases): string => {
  const { exportDirectory: directory, isReadOnly } = options;
  if (directory !== undefined) return directory;
  throw new ToolError('Files cannot be saved.', {
    code: 'off',
    hint: isReadOnly
      ? 'This server was started with --read-only.'
      : 'The user can start this server with --export-dir. Or leave save_to out, for a link.',
  });
};
