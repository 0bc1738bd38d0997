// write_query: one statement that changes data or the schema, or would.
import { defineTool, destroys, type Tool } from '@mcp/runtime';
import type { Databases } from '../databases.ts';
import { writeIcon } from '../icons.ts';
import { databaseName, jsonResult, sqlParams, toReport, tryOnly } from './shared.ts';

const inputSchema = {
  type: 'object',
  properties: {
    query: {
      type: 'string',
      description:
        'One SQL statement that writes: INSERT, UPDATE, DELETE, REPLACE, WITH … of these, CREATE, ALTER, DROP, ANALYZE or VACUUM.',
    },
    params: sqlParams,
    dryRun: tryOnly,
    database: databaseName,
  },
  required: ['query'],
  additionalProperties: false,
} as const;

const outputSchema = {
  type: 'object',
  properties: {
    affectedRows: { type: 'integer', description: 'Without what triggers and foreign keys did.' },
    allAffectedRows: { type: 'integer', description: 'With it, when that is another number.' },
    lastInsertRowid: {},
    returning: { type: 'object', description: 'columns and rows; truncated when there are more.' },
    schemaChanges: { type: 'array', items: { type: 'string' } },
    dryRun: { type: 'boolean' },
    backup: { type: 'string' },
  },
  required: ['affectedRows', 'dryRun'],
} as const;

export const writeQuery = (databases: Databases): Tool =>
  defineTool({
    name: 'write_query',
    title: 'Write query',
    description:
      'Run one SQL statement that changes data or the schema, in a transaction of its own. Bind values with params. For several statements use execute_batch; to read use read_query.',
    icons: writeIcon,
    annotations: destroys,
    atMostOnce: true,
    inputSchema,
    outputSchema,
    async run({ query, params, dryRun: isDryRun, database: name }, ctx) {
      const answer = await databases.find(name).write({ statements: [{ query, params }], isDryRun }, ctx);
      return jsonResult({ ...answer.results[0], ...toReport(answer, isDryRun) });
    },
  });
