// create_table: one CREATE TABLE statement.
import { defineTool, text, ToolError, ToolResult } from '@mcp/runtime';
import type { Databases } from '../databases.ts';
import { createIcon } from '../icons.ts';
import { firstTokens } from '../sql/tokens.ts';
import { ADDS, database } from './shapes.ts';

const input = {
  type: 'object',
  properties: { query: { type: 'string', description: 'CREATE TABLE SQL statement' }, database },
  required: ['query'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: { table: { type: 'string' } },
} as const;

/** CREATE TABLE and CREATE VIRTUAL TABLE. A temporary table would be seen by nobody. */
const isCreateTable = (query: string): boolean =>
  /^CREATE (?:VIRTUAL )?TABLE\b/.test(
    firstTokens(query, 3)
      .map(({ kind, text: word }) => (kind === 'word' ? word : '?'))
      .join(' '),
  );

export const createTable = (databases: Databases) =>
  defineTool({
    name: 'create_table',
    title: 'Create table',
    description: 'Create a new table in the SQLite database',
    icons: createIcon,
    annotations: ADDS,
    inputSchema: input,
    outputSchema: output,
    async run({ query, database: name }, ctx) {
      if (!isCreateTable(query)) throw new ToolError('Error: Only CREATE TABLE statements are allowed');
      const statements = [{ query }];
      const answer = await databases.find(name).write({ statements, isAtomic: true, isDryRun: false }, ctx);
      const table = answer.schemaChanges.find(({ type }) => type === 'table')?.name;
      return new ToolResult({
        content: [text('Table created successfully')],
        structuredContent: table === undefined ? {} : { table },
      });
    },
  });
