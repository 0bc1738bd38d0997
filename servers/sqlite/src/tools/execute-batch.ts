// execute_batch: several statements in order, as one transaction unless told otherwise.
import { defineTool, text, ToolError, ToolResult } from '@mcp/runtime';
import type { Databases } from '../databases.ts';
import { batchIcon } from '../icons.ts';
import { database, params, WRITES } from './shapes.ts';
import { DRY_RUN, toLines, toStructured, toTexts } from './written.ts';

const input = {
  type: 'object',
  properties: {
    statements: {
      type: 'array',
      minItems: 1,
      maxItems: 10_000,
      items: {
        type: 'object',
        properties: { query: { type: 'string' }, params },
        required: ['query'],
        additionalProperties: false,
      },
    },
    atomic: { type: 'boolean', default: true, description: 'All or nothing' },
    dryRun: { type: 'boolean', default: false },
    database,
  },
  required: ['statements'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    results: { type: 'array', items: { type: 'object' } },
    dryRun: { type: 'boolean' },
  },
  required: ['results', 'dryRun'],
} as const;

export const executeBatch = (databases: Databases) =>
  defineTool({
    name: 'execute_batch',
    title: 'Execute batch',
    description: 'Execute several statements in order, in one transaction',
    icons: batchIcon,
    annotations: WRITES,
    input,
    output,
    async run({ statements, atomic, dryRun, database: name }, ctx) {
      const task = { statements, isAtomic: atomic, isDryRun: dryRun };
      const answer = await databases.find(name).write(task, ctx);
      const { failure, results } = answer;
      if (failure !== undefined) {
        const kept = results.length === 0 ? 'Nothing was changed.' : `The ${results.length} before it stay.`;
        throw new ToolError(`Database error: statement ${failure.index}: ${failure.message}. ${kept}`);
      }
      const lines = [...toLines(answer), ...(dryRun ? [DRY_RUN] : [])];
      return new ToolResult({
        content: [text(results.flatMap(toTexts).join('\n')), ...lines.map((line) => text(line))],
        structured: { results: results.map(toStructured), dryRun },
      });
    },
  });
