// import_rows: inserts rows of CSV or JSON lines into a table, all or none.
import { adds, defineTool, ToolError, type Tool } from '@mcp/runtime';
import type { Databases } from '../databases.ts';
import { toToolError } from '../errors.ts';
import { batchIcon } from '../icons.ts';
import { quoteName } from '../sql/name.ts';
import { databaseName, jsonResult, reported, strings, toReport, tryOnly } from './shared.ts';

const inputSchema = {
  type: 'object',
  properties: {
    table_name: {
      type: 'string',
      minLength: 1,
      description: 'The table, created if it does not exist.',
    },
    text: {
      type: 'string',
      description:
        'The rows: CSV with column names in the first line, or one JSON object per line. An empty value is NULL.',
    },
    file: {
      type: 'string',
      description: 'Path of a file below --import-dir, instead of text.',
    },
    format: {
      type: 'string',
      enum: ['csv', 'jsonl'],
      description: 'Default: jsonl if the text begins with {, otherwise csv.',
    },
    columns: {
      ...strings,
      minItems: 1,
      description: 'Column names, for CSV without a line of names, or to select members of JSON.',
    },
    separator: {
      type: 'string',
      minLength: 1,
      maxLength: 1,
      description: 'Separator of CSV. Default: detected among comma, semicolon, tab and |.',
    },
    decimal: {
      type: 'string',
      enum: [',', '.'],
      description: 'Decimal sign of CSV. Default: detected if the values are unambiguous.',
    },
    dates: {
      type: 'string',
      enum: ['dmy', 'mdy'],
      description: 'Order of day, month and year. Default: detected if the values are unambiguous.',
    },
    dry_run: tryOnly,
    database: databaseName,
  },
  required: ['table_name'],
  additionalProperties: false,
} as const;

const outputSchema = {
  type: 'object',
  properties: {
    table: { type: 'string' },
    rows: { type: 'integer' },
    columns: { type: 'string', description: 'With types if the table was created.' },
    read_as: { ...strings, description: 'How values were read, and what is ambiguous.' },
    first_rows: { type: 'array', items: { type: 'array' } },
    ...reported,
  },
  required: ['table', 'rows', 'columns'],
} as const;

export const importRows = (databases: Databases): Tool =>
  defineTool({
    name: 'import_rows',
    title: 'Import rows',
    description:
      'Insert rows of CSV or JSON lines into a table, in one transaction: all or none. Creates the table with detected types if it does not exist. Try dry_run first: read_as says how numbers and dates are read.',
    icons: batchIcon,
    annotations: adds,
    task: 'optional',
    asksFirst: true,
    atMostOnce: true,
    aliases: { table: 'table_name', path: 'file', delimiter: 'separator' },
    inputSchema,
    unlisted: databases.options.importDirectory === undefined ? ['file'] : [],
    outputSchema,
    async run({ table_name: table, text, file: path, dry_run: isDryRun, database: name, ...how }, ctx) {
      const database = databases.find(name);
      const write = (content: string | Uint8Array) => {
        const statements = [{ query: `INSERT INTO ${quoteName(table)} (rows of import_rows)` }];
        return database.writes.write({ statements, source: { table, content, ...how }, isDryRun }, ctx);
      };
      if ((text === undefined) === (path === undefined))
        throw new ToolError('Rows come from either text or file.', {
          code: 'invalid_rows',
          hint: 'Set one of them.',
        });
      const answer = await (path === undefined
        ? write(text ?? '')
        : databases.transfer('--import-dir', ctx, async ({ readNamedFile }, directory) =>
            write(await readNamedFile({ directory, path }, MOST_BYTES)),
          ));
      if (answer.failure !== undefined) throw toToolError(answer.failure);
      return jsonResult({ table, ...answer.imported, ...toReport(answer, isDryRun) });
    },
  });

const MOST_BYTES = 16 * 2 ** 20;
