// create_table: runs one CREATE TABLE statement.
import { adds, defineTool, ToolError, type Tool } from '@mcp/runtime';
import type { Databases } from '../databases.ts';
import { createIcon } from '../icons.ts';
import { wordOf, tokens } from '../sql/tokens.ts';
import { databaseName, jsonResult, sqlAlias } from './shared.ts';

const inputSchema = {
  type: 'object',
  properties: {
    query: {
      type: 'string',
      description:
        'One CREATE TABLE statement, like CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL).',
    },
    database: databaseName,
  },
  required: ['query'],
  additionalProperties: false,
} as const;

const outputSchema = {
  type: 'object',
  properties: {
    created: { type: 'boolean' },
    table: { type: 'string' },
    note: { type: 'string', description: 'Why no table was created.' },
  },
} as const;

const EXISTS = 'A table of this name exists already; it was not changed.';

export const createTable = (databases: Databases): Tool =>
  defineTool({
    name: 'create_table',
    title: 'Create table',
    description:
      'Create one table. Existing tables are not changed. For indexes, views and virtual tables use write_query.',
    icons: createIcon,
    annotations: adds,
    aliases: sqlAlias,
    inputSchema,
    outputSchema,
    async run({ query, database: name }, ctx) {
      const [create, table] = tokens(query);
      if (wordOf(create) !== 'CREATE' || wordOf(table) !== 'TABLE')
        throw new ToolError('Only CREATE TABLE statements are allowed here.', {
          code: 'forbidden',
          hint: 'For CREATE INDEX, CREATE VIEW or CREATE VIRTUAL TABLE use write_query.',
        });
      const { schemaChanges } = await databases.find(name).writes.write({ statements: [{ query }] }, ctx);
      const made = schemaChanges.find(({ type }) => type === 'table')?.name;
      return jsonResult(made === undefined ? { note: EXISTS } : { created: true, table: made });
    },
  });
