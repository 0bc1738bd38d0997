// write_query: one statement that changes data or the schema, or would.
import { defineTool, destroys, ToolError, type Tool } from '@mcp/runtime';
import { confirm } from '../confirm.ts';
import type { Databases } from '../databases.ts';
import { writeIcon } from '../icons.ts';
import { jsonResult, toLines, toStatementResult } from '../result.ts';

const inputSchema = {
  type: 'object',
  properties: {
    query: {
      type: 'string',
      description:
        'One SQL statement that writes: INSERT, UPDATE, DELETE, REPLACE, WITH … of these, CREATE, ALTER, DROP, ANALYZE or VACUUM.',
    },
    params: {
      description: 'Values to bind: a list with one for each ?, or an object with one for each :name.',
    },
    dryRun: {
      type: 'boolean',
      default: false,
      description: 'Run the statement, report what it changes, then roll it back.',
    },
    database: {
      type: 'string',
      description: 'The name of the database. May be omitted if there is only one.',
    },
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
    returning: { type: 'object' },
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
      const database = databases.find(name);
      const statements = [{ query, params }];
      await confirm(ctx, databases, { database, intent: { statements, isDryRun } });
      const { results, schemaChanges, backup } = await database.write(
        { statements, isAtomic: true, isDryRun },
        ctx,
      );
      const [written] = results;
      if (written === undefined) throw new ToolError('Nothing was done.');
      return jsonResult({
        ...toStatementResult(written),
        ...(schemaChanges.length === 0 ? {} : { schemaChanges: toLines(schemaChanges) }),
        dryRun: isDryRun,
        ...(backup === undefined ? {} : { backup }),
      });
    },
  });
