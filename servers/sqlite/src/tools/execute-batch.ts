// execute_batch: runs several statements in order, by default in one transaction.
import { defineTool, destroys, type Tool, type ToolError } from '@mcp/runtime';
import type { Databases } from '../databases.ts';
import { toToolError } from '../errors.ts';
import { batchIcon } from '../icons.ts';
import type { Failure } from '../sql/failure.ts';
import { databaseName, jsonResult, reported, sqlAlias, sqlParams, toReport, tryOnly } from './shared.ts';

const inputSchema = {
  type: 'object',
  properties: {
    statements: {
      type: 'array',
      minItems: 1,
      maxItems: 10_000,
      description: 'The statements, in order. SELECT is allowed between them.',
      items: {
        type: 'object',
        properties: { query: { type: 'string', description: 'One SQL statement.' }, params: sqlParams },
        required: ['query'],
        additionalProperties: false,
      },
    },
    atomic: {
      type: 'boolean',
      default: true,
      description: 'Roll back everything if a statement fails; false keeps the statements before it.',
    },
    dry_run: tryOnly,
    database: databaseName,
  },
  required: ['statements'],
  additionalProperties: false,
} as const;

const outputSchema = {
  type: 'object',
  properties: {
    affected_rows: { type: 'integer', description: 'Total of all statements.' },
    results: {
      type: 'array',
      items: { type: 'object' },
      description: 'One per statement; in a batch of more than 100 only those with rows.',
    },
    failed_index: { type: 'integer' },
    error: { type: 'string' },
    ...reported,
  },
  required: ['affected_rows', 'results'],
} as const;

/** Maximum number of results, because a batch may have 10,000 statements. */
const MOST_RESULTS = 100;

export const executeBatch = (databases: Databases): Tool =>
  defineTool({
    name: 'execute_batch',
    title: 'Execute batch',
    description:
      'Run several SQL statements in order, in one transaction: all or none. To insert rows from CSV or JSON lines use import_rows.',
    icons: batchIcon,
    annotations: destroys,
    atMostOnce: true,
    aliases: sqlAlias,
    inputSchema,
    outputSchema,
    async run({ statements, atomic: isAtomic, dry_run: isDryRun, database: name }, ctx) {
      const answer = await databases.find(name).writes.write({ statements, isAtomic, isDryRun }, ctx);
      const { results, failure } = answer;
      const error = failure === undefined ? undefined : toError(failure, results.length);
      // Statements before the failure were kept, so the answer is a result.
      if (error !== undefined && results.length === 0) throw error;
      const isShort = results.length <= MOST_RESULTS;
      return jsonResult({
        affected_rows: results.reduce((sum, { affected_rows: rows }) => sum + rows, 0),
        results: isShort ? results : results.filter(({ returning }) => returning !== undefined),
        ...toReport(answer, isDryRun),
        failed_index: failure?.index,
        error: error?.message,
      });
    },
  });

const toError = (
  { index, message, ...failure }: Failure & { readonly index: number },
  done: number,
): ToolError => {
  const outcome = done === 0 ? 'Nothing was changed.' : `The ${done} before it were kept.`;
  const end = /[.!?]$/.test(message) ? '' : '.';
  return toToolError({ ...failure, message: `statement ${index}: ${message}${end} ${outcome}` });
};
