// explain_query: how SQLite would run a query, and what is slow about it.
import { defineTool, readsOnly, type Tool } from '@mcp/runtime';
import type { Databases } from '../databases.ts';
import { planIcon } from '../icons.ts';
import { explain } from '../query-plan.ts';
import { jsonResult } from '../result.ts';
import { databaseName, sqlParams } from './arguments.ts';

const inputSchema = {
  type: 'object',
  properties: {
    query: {
      type: 'string',
      description: 'One SELECT, INSERT, UPDATE or DELETE, without EXPLAIN. It is not run.',
    },
    params: sqlParams,
    database: databaseName,
  },
  required: ['query'],
  additionalProperties: false,
} as const;

const strings = { type: 'array', items: { type: 'string' } } as const;

const outputSchema = {
  type: 'object',
  properties: { plan: strings, fullScans: strings, indexesUsed: strings, advice: { type: 'string' } },
  required: ['plan', 'fullScans', 'indexesUsed'],
} as const;

export const explainQuery = (databases: Databases): Tool =>
  defineTool({
    name: 'explain_query',
    title: 'Explain query',
    description:
      'Show how SQLite would run a query, without running it: the plan, the indexes it uses, and the tables of which it reads all rows.',
    icons: planIcon,
    annotations: readsOnly,
    inputSchema,
    outputSchema,
    async run({ query, params, database: name }, ctx) {
      const plan = await explain(databases.find(name), { query, params }, ctx);
      const tables = plan.fullScans.join(', ');
      const advice = `It reads all rows of ${tables}: an index may help if the query wants few of them.`;
      return jsonResult(tables === '' ? plan : { ...plan, advice });
    },
  });
