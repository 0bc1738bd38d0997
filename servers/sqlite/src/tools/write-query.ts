// write_query: runs one statement that changes data or the schema.
import { defineTool, destroys, type Tool } from '@mcp/runtime';
import type { Databases } from '../databases.ts';
import { writeIcon } from '../icons.ts';
import { databaseName, jsonResult, reported, sqlAlias, sqlParams, toReport, tryOnly } from './shared.ts';

const inputSchema = {
  type: 'object',
  properties: {
    query: {
      type: 'string',
      description:
        'One SQL statement: INSERT, UPDATE, DELETE or REPLACE, also after WITH, or CREATE, ALTER, DROP, ANALYZE or VACUUM.',
    },
    params: sqlParams,
    dry_run: tryOnly,
    database: databaseName,
  },
  required: ['query'],
  additionalProperties: false,
} as const;

const outputSchema = {
  type: 'object',
  properties: {
    affected_rows: { type: 'integer', description: 'Without triggers and foreign keys.' },
    all_affected_rows: { type: 'integer', description: 'Including these, if different.' },
    last_insert_rowid: {},
    returning: { type: 'object', description: 'columns and rows; truncated if there are more.' },
    examples: { type: 'object', description: 'With dry_run: rows of an UPDATE before and after.' },
    ...reported,
  },
  required: ['affected_rows'],
} as const;

export const writeQuery = (databases: Databases): Tool =>
  defineTool({
    name: 'write_query',
    title: 'Write query',
    description:
      'Run one SQL statement that changes data or the schema, in its own transaction. Bind values: params ["tea", 5] for two ?. For several statements use execute_batch; to read use read_query.',
    icons: writeIcon,
    annotations: destroys,
    atMostOnce: true,
    aliases: sqlAlias,
    inputSchema,
    outputSchema,
    async run({ query, params, dry_run: isDryRun, database }, ctx) {
      const task = { statements: [{ query, params }], isDryRun };
      const answer = await databases.find(database).writes.write(task, ctx);
      const [result = { affected_rows: 0 }] = answer.results;
      return jsonResult({ ...result, examples: answer.examples, ...toReport(answer, isDryRun) });
    },
  });
