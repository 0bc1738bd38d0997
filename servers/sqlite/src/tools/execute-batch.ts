// execute_batch: several statements in order, as one transaction unless asked otherwise.
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
      description: 'The statements, in the order in which they run. SELECT is allowed between them.',
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
      description: 'Roll back all statements if one fails (default). false keeps those before the failure.',
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
    affected_rows: { type: 'integer', description: 'Of all statements together.' },
    results: {
      type: 'array',
      items: { type: 'object' },
      description: 'One for each statement; in a batch of more than 100 only those that return rows.',
    },
    failed_index: { type: 'integer' },
    error: { type: 'string' },
    ...reported,
  },
  required: ['affected_rows', 'results', 'dry_run'],
} as const;

/** Ten thousand results would fill a conversation. */
const MOST_RESULTS = 100;

export const executeBatch = (databases: Databases): Tool =>
  defineTool({
    name: 'execute_batch',
    title: 'Execute batch',
    description:
      'Run several SQL statements in order, in one transaction: all of them or none. To insert rows from CSV or JSON lines use import_rows.',
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
      // What was done before stays, so that is reported as a result.
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
  const outcome = done === 0 ? 'Nothing was changed.' : `The ${done} before it stay.`;
  const end = /[.!?]$/.test(message) ? '' : '.';
  return toToolError({ ...failure, message: `statement ${index}: ${message}${end} ${outcome}` });
};
