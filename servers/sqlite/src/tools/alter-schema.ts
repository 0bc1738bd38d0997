// alter_schema: one statement that changes the schema.
import { defineTool, destroys, ToolError, type Tool } from '@mcp/runtime';
import type { Databases } from '../databases.ts';
import { schemaIcon } from '../icons.ts';
import { firstTokens, wordOf } from '../sql/tokens.ts';
import { SCHEMA } from '../sql/write-gate.ts';
import { databaseName, jsonResult, toReport, tryOnly } from './shared.ts';

const inputSchema = {
  type: 'object',
  properties: {
    query: { type: 'string', description: 'One statement that begins with CREATE, ALTER or DROP.' },
    dryRun: tryOnly,
    database: databaseName,
  },
  required: ['query'],
  additionalProperties: false,
} as const;

const outputSchema = {
  type: 'object',
  properties: {
    object: { type: 'string' },
    schemaChanges: { type: 'array', items: { type: 'string' } },
    dryRun: { type: 'boolean' },
    backup: { type: 'string' },
  },
  required: ['schemaChanges', 'dryRun'],
} as const;

export const alterSchema = (databases: Databases): Tool =>
  defineTool({
    name: 'alter_schema',
    title: 'Alter schema',
    toolset: 'ddl',
    description:
      'Run one statement that changes the schema: CREATE, ALTER or DROP of tables, indexes, views and triggers.',
    icons: schemaIcon,
    annotations: destroys,
    atMostOnce: true,
    inputSchema,
    outputSchema,
    async run({ query, dryRun: isDryRun, database: name }, ctx) {
      if (!SCHEMA.has(wordOf(firstTokens(query, 1)[0])))
        throw new ToolError('Only statements that begin with CREATE, ALTER, DROP are allowed here.', {
          code: 'forbidden',
          hint: 'Use write_query for others.',
        });
      const answer = await databases.find(name).write({ statements: [{ query }], isDryRun }, ctx);
      const [first] = answer.schemaChanges;
      const object = first === undefined ? {} : { object: first.name };
      return jsonResult({ ...object, schemaChanges: [], ...toReport(answer, isDryRun) });
    },
  });
