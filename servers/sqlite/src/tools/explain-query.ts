// explain_query: how SQLite would run a query, and what is slow about it.
import { defineTool, text, ToolResult } from '@mcp/runtime';
import type { Databases } from '../databases.ts';
import { planIcon } from '../icons.ts';
import { explain } from '../query-plan.ts';
import { database, paramsAgain, query, READS } from './shapes.ts';

const strings = { type: 'array', items: { type: 'string' } } as const;

const output = {
  type: 'object',
  properties: { plan: strings, fullScans: strings, indexesUsed: strings },
  required: ['plan', 'fullScans', 'indexesUsed'],
} as const;

export const explainQuery = (databases: Databases) =>
  defineTool({
    name: 'explain_query',
    title: 'Explain query',
    description: 'Show the plan of a query without running it, with warnings of full table scans',
    icons: planIcon,
    annotations: READS,
    inputSchema: {
      type: 'object',
      properties: { query, params: paramsAgain, database },
      required: ['query'],
      additionalProperties: false,
    },
    outputSchema: output,
    async run({ query: sql, params: values, database: name }, ctx) {
      const found = await explain(databases.find(name), { query: sql, params: values }, ctx);
      const warnings = found.fullScans.map((table) => `[Reads all rows of ${table}: an index may help.]`);
      return new ToolResult({
        content: [text(found.plan.join('\n')), ...warnings.map((warning) => text(warning))],
        structuredContent: found,
      });
    },
  });
