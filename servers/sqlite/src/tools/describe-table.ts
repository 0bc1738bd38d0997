// describe_table: columns, indexes, foreign keys and triggers of a table.
import { defineTool, text, ToolError, ToolResult } from '@mcp/runtime';
import { describeOne, type JsonRow } from '../catalog.ts';
import type { Databases } from '../databases.ts';
import { describeIcon } from '../icons.ts';
import { pythonString } from '../sql/python-text.ts';
import { database, READS } from './shapes.ts';

/** Of objects. */
const rows = { type: 'array' } as const;

const output = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    type: { type: 'string' },
    columns: rows,
    indexes: rows,
    foreignKeys: rows,
    triggers: rows,
    sql: { type: 'string' },
  },
  required: ['name', 'type', 'columns', 'indexes', 'foreignKeys', 'triggers', 'sql'],
} as const;

export const describeTable = (databases: Databases) =>
  defineTool({
    name: 'describe_table',
    title: 'Describe table',
    description: 'Get the schema information for a specific table',
    icons: describeIcon,
    annotations: READS,
    inputSchema: {
      type: 'object',
      properties: { table_name: { type: 'string' }, database },
      required: ['table_name'],
      additionalProperties: false,
    },
    outputSchema: output,
    async run({ table_name: table, database: name }, ctx) {
      const description = await describeOne(databases.find(name), table, ctx);
      if (description === undefined)
        throw new ToolError(`There is no table or view ${JSON.stringify(table)}. Look with list_tables.`);
      const plain = description.columns.filter(({ hidden }) => hidden === 0);
      return new ToolResult({
        content: [text(`[${plain.map(toText).join(', ')}]`)],
        structuredContent: { ...description },
      });
    },
  });

/** A column as PRAGMA table_info tells it to Python. */
const toText = (column: JsonRow): string =>
  `{${Object.entries(column)
    .filter(([key]) => key !== 'hidden')
    .map(([key, value]) => `${pythonString(key)}: ${plainText(value)}`)
    .join(', ')}}`;

const plainText = (value: JsonRow[string]): string => {
  if (value === null || value === undefined) return 'None';
  return typeof value === 'string' ? pythonString(value) : JSON.stringify(value);
};
