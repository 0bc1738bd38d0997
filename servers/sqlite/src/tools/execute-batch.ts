// execute_batch: several statements in order, as one transaction unless told otherwise.
import { defineTool, text, ToolError, ToolResult } from '@mcp/runtime';
import { confirm } from '../confirm.ts';
import { toToolError, type Databases } from '../databases.ts';
import type { WriteAnswer } from '../tasks.ts';
import { batchIcon } from '../icons.ts';
import { database, paramsAgain, WRITES } from './shapes.ts';
import { collapse, DRY_RUN, toLines, toStructured, toTexts } from './written.ts';

const input = {
  type: 'object',
  properties: {
    statements: {
      type: 'array',
      minItems: 1,
      maxItems: 10_000,
      items: {
        type: 'object',
        properties: { query: { type: 'string' }, params: paramsAgain },
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
    failedIndex: { type: 'integer' },
    dryRun: { type: 'boolean' },
    backup: { type: 'string' },
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
    atMostOnce: true,
    inputSchema: input,
    outputSchema: output,
    async run({ statements, atomic, dryRun, database: name }, ctx) {
      const task = { statements, isAtomic: atomic, isDryRun: dryRun };
      const target = databases.find(name);
      await confirm(ctx, databases.confirm, { database: target.name, statements, isDryRun: dryRun });
      const answer = await target.write(task, ctx);
      const { failure, results } = answer;
      const problem = failure === undefined ? undefined : toProblem(failure, results.length);
      // What was done before stays, so that is told in full.
      if (problem !== undefined && results.length === 0) throw new ToolError(problem);
      const lines = [
        ...toLines(answer),
        ...(dryRun ? [DRY_RUN] : []),
        ...(problem === undefined ? [] : [problem]),
      ];
      const failed = failure === undefined ? {} : { failedIndex: failure.index };
      const backup = answer.backup === undefined ? {} : { backup: answer.backup };
      return new ToolResult({
        content: [text(collapse(results.flatMap(toTexts)).join('\n')), ...lines.map((line) => text(line))],
        structuredContent: { results: results.map(toStructured), ...failed, dryRun, ...backup },
      });
    },
  });

const toProblem = ({ index, code, message }: NonNullable<WriteAnswer['failure']>, done: number): string => {
  const problem = toToolError({ code, message: `statement ${index}: ${message}` }).message;
  const sentence = problem.endsWith('.') ? problem : `${problem}.`;
  return `${sentence} ${done === 0 ? 'Nothing was changed.' : `The ${done} before it stay.`}`;
};
