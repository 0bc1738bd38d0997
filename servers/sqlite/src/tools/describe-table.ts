// describe_table: columns, indexes, foreign keys and triggers of a table.
import { defineTool, readsOnly, type Tool } from '@mcp/runtime';
import { describeTable as describe } from '../catalog.ts';
import type { Databases } from '../databases.ts';
import { describeIcon } from '../icons.ts';
import { shownAsSchema } from '../views.ts';
import { databaseName, jsonResult } from './shared.ts';

const inputSchema = {
  type: 'object',
  properties: {
    table_name: {
      type: 'string',
      description: 'The name of a table or view, without quotes.',
    },
    database: databaseName,
  },
  required: ['table_name'],
  additionalProperties: false,
} as const;

/** Of objects. */
const rows = { type: 'array' } as const;

const outputSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    type: { type: 'string' },
    columns: rows,
    indexes: rows,
    foreign_keys: rows,
    triggers: rows,
    sql: { type: 'string' },
  },
  required: ['name', 'type', 'columns', 'indexes', 'foreign_keys', 'triggers', 'sql'],
} as const;

export const describeTable = (databases: Databases): Tool =>
  defineTool({
    name: 'describe_table',
    title: 'Describe table',
    description: 'Get the columns, indexes, foreign keys, triggers and SQL of one table or view.',
    icons: describeIcon,
    annotations: readsOnly,
    _meta: shownAsSchema,
    aliases: { table: 'table_name' },
    inputSchema,
    outputSchema,
    run: async ({ table_name: table, database: name }, ctx) =>
      jsonResult(await describe(databases.find(name), table, ctx)),
  });
