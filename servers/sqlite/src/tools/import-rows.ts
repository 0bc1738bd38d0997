// import_rows: rows of CSV or JSON lines into a table, all of them or none.
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
      description: 'The table. It is created when it does not exist.',
    },
    text: {
      type: 'string',
      description:
        'The rows: CSV with a line of names first, or one JSON object a line. An empty value is NULL.',
    },
    file: {
      type: 'string',
      description: 'A file with the rows, instead of text: a path below --import-dir.',
    },
    format: {
      type: 'string',
      enum: ['csv', 'jsonl'],
      description: 'Default: jsonl when the rows begin with {.',
    },
    columns: {
      ...strings,
      minItems: 1,
      description: 'The names of the columns, for CSV without a line of names, or to choose members of JSON.',
    },
    separator: {
      type: 'string',
      minLength: 1,
      maxLength: 1,
      description: 'The separator of CSV. Default: found among comma, semicolon, tab and |.',
    },
    decimal: {
      type: 'string',
      enum: [',', '.'],
      description: 'The decimal sign of CSV. Default: found, if the values leave no doubt.',
    },
    dates: {
      type: 'string',
      enum: ['dmy', 'mdy'],
      description: 'The order of day, month and year, where the values leave a doubt.',
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
    columns: { type: 'string', description: 'With the types of the table that is created.' },
    read_as: { ...strings, description: 'How values were read, and what is in doubt.' },
    first_rows: { type: 'array', items: { type: 'array' } },
    ...reported,
  },
  required: ['table', 'rows', 'columns', 'dry_run'],
} as const;

export const importRows = (databases: Databases): Tool =>
  defineTool({
    name: 'import_rows',
    title: 'Import rows',
    description:
      'Insert the rows of CSV or JSON lines into a table, in one transaction: all of them or none. Creates the table with guessed types when it does not exist. Look at a dry_run first; read_as says how numbers and dates were read.',
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
        throw new ToolError('Rows come from one place.', {
          code: 'invalid_rows',
          hint: 'Give text or file.',
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
