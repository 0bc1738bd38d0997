// import_rows: rows of CSV or JSON lines into a table, all of them or none.
import { adds, defineTool, ToolError, type Context, type Tool } from '@mcp/runtime';
import { readNamedFile } from '@mcp/workspace';
import { describeTable } from '../catalog.ts';
import type { Database, Databases } from '../databases.ts';
import { codeOf, toToolError } from '../errors.ts';
import { batchIcon } from '../icons.ts';
import { guessTypes, readSheet, type Sheet } from '../rows/sheet.ts';
import { SqlFailure } from '../sql/failure.ts';
import { quoteName } from '../sql/name.ts';
import { toJson } from '../sql/value.ts';
import { databaseName, jsonResult, toReport, undoNote } from './shared.ts';

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
      description: 'The rows: CSV with a line of names first, or one JSON object a line.',
    },
    file: {
      type: 'string',
      description: 'A file with the rows, in place of text: a path below --import-dir.',
    },
    format: {
      type: 'string',
      enum: ['csv', 'jsonl'],
      description: 'csv or jsonl. By default jsonl when the rows begin with {.',
    },
    columns: {
      type: 'array',
      items: { type: 'string' },
      minItems: 1,
      description: 'The names of the columns, for CSV without a line of names, or to choose members of JSON.',
    },
    dry_run: {
      type: 'boolean',
      default: false,
      description: 'Show the columns, their types and the first rows, and check every row; then roll back.',
    },
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
    first_rows: { type: 'array', items: { type: 'array' } },
    schema_changes: { type: 'array', items: { type: 'string' } },
    dry_run: { type: 'boolean' },
    undo: undoNote,
  },
  required: ['table', 'rows', 'columns', 'dry_run'],
} as const;

export const importRows = (databases: Databases): Tool =>
  defineTool({
    name: 'import_rows',
    title: 'Import rows',
    description:
      'Insert the rows of CSV or JSON lines into a table, in one transaction: all of them or none. Creates the table with guessed types when it does not exist. Look at a dry_run first.',
    icons: batchIcon,
    annotations: adds,
    task: 'optional',
    asksFirst: true,
    atMostOnce: true,
    aliases: { table: 'table_name' },
    inputSchema,
    outputSchema,
    async run({ table_name: table, text, file, format, columns, dry_run: isDryRun, database: name }, ctx) {
      const database = databases.find(name);
      const content = text ?? readFile(databases, file);
      const isJson = format === undefined ? /^\s*\{/.test(content) : format === 'jsonl';
      const sheet = readRows(content, isJson ? 'jsonl' : 'csv', columns);
      const { described, statements } = await toStatements(database, table, sheet, ctx);
      const answer = await database.write({ statements, isDryRun }, ctx);
      if (answer.failure !== undefined) throw toToolError(answer.failure);
      const sample = sheet.rows
        .slice(0, SHOWN_ROWS)
        .map((row) => row.map((value) => toJson(value, SHOWN_CHARACTERS)));
      return jsonResult({
        table,
        rows: sheet.rows.length,
        columns: described,
        ...(isDryRun ? { first_rows: sample } : {}),
        ...toReport(answer, isDryRun),
      });
    },
  });

const SHOWN_ROWS = 3;
const SHOWN_CHARACTERS = 100;
const MOST_BYTES = 16 * 2 ** 20;

const readFile = ({ options }: Databases, path: string | undefined): string => {
  const { importDirectory: directory } = options;
  if (path === undefined)
    throw new ToolError('There are no rows.', { code: 'invalid_rows', hint: 'Give text or file.' });
  if (directory === undefined)
    throw new ToolError('Files cannot be imported.', {
      code: 'off',
      hint: 'The user can start this server with --import-dir. Or give the rows as text.',
    });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readNamedFile({ directory, path }, MOST_BYTES));
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw new ToolError('The file is not text in UTF-8.', { code: 'invalid_rows', hint: 'Convert it.' });
  }
};

const readRows = (...given: Parameters<typeof readSheet>): Sheet => {
  try {
    return readSheet(...given);
  } catch (error) {
    throw error instanceof SqlFailure ? toToolError(error) : error;
  }
};

/** The statement for all rows, after one that creates the table if there is none. */
const toStatements = async (database: Database, table: string, sheet: Sheet, ctx: Context) => {
  const { columns, rows } = sheet;
  const list = columns.map(quoteName).join(', ');
  const values = columns.map(() => '?').join(', ');
  const insert = { query: `INSERT INTO ${quoteName(table)} (${list}) VALUES (${values})`, rows };
  if (await exists(database, table, ctx)) return { described: columns.join(', '), statements: [insert] };
  const types = guessTypes(sheet);
  const definitions = columns.map((column, at) => `${quoteName(column)} ${types[at]}`).join(', ');
  const create = { query: `CREATE TABLE ${quoteName(table)} (${definitions})` };
  return {
    described: columns.map((column, at) => `${column} ${types[at]}`).join(', '),
    statements: [create, insert],
  };
};

const exists = async (database: Database, table: string, ctx: Context): Promise<boolean> => {
  try {
    await describeTable(database, table, ctx);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'no_such_table') throw error;
    return false;
  }
};
