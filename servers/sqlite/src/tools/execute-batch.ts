// execute_batch: several statements in order, as one transaction unless asked otherwise.
import { defineTool, destroys, type Tool, type ToolError } from '@mcp/runtime';
import type { Databases } from '../databases.ts';
import { toToolError } from '../errors.ts';
import { batchIcon } from '../icons.ts';
import type { Failure } from '../sql/failure.ts';
import type { Sql, WriteResult } from '../tasks.ts';
import { databaseName, jsonResult, sqlParams, toReport, tryOnly } from './shared.ts';

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
      description: 'Undo all of them when one fails. Without it, those before the failure stay.',
    },
    dryRun: tryOnly,
    database: databaseName,
  },
  required: ['statements'],
  additionalProperties: false,
} as const;

const outputSchema = {
  type: 'object',
  properties: {
    results: {
      type: 'array',
      items: { type: 'object' },
      description:
        'One for each statement. Equal statements in a row, and in long batches those of the same kind, are one, with their number as statements.',
    },
    schemaChanges: { type: 'array', items: { type: 'string' } },
    failedIndex: { type: 'integer' },
    error: { type: 'string' },
    dryRun: { type: 'boolean' },
    backup: { type: 'string' },
  },
  required: ['results', 'dryRun'],
} as const;

export const executeBatch = (databases: Databases): Tool =>
  defineTool({
    name: 'execute_batch',
    title: 'Execute batch',
    description:
      'Run several SQL statements in order, in one transaction: all of them or none. Use it to insert many rows, with the same SQL and other params each time.',
    icons: batchIcon,
    annotations: destroys,
    atMostOnce: true,
    inputSchema,
    outputSchema,
    async run({ statements, atomic: isAtomic, dryRun: isDryRun, database: name }, ctx) {
      const answer = await databases.find(name).write({ statements, isAtomic, isDryRun }, ctx);
      const { results, failure } = answer;
      const error = failure === undefined ? undefined : toError(failure, failure.index, results.length);
      // What was done before stays, so that is reported as a result.
      if (error !== undefined && results.length === 0) throw error;
      return jsonResult({
        results: mergeEqual(statements, results),
        ...toReport(answer, isDryRun),
        ...(error === undefined ? {} : { failedIndex: failure?.index, error: error.message }),
      });
    },
  });

const toError = (failure: Failure, index: number, done: number): ToolError => {
  const outcome = done === 0 ? 'Nothing was changed.' : `The ${done} before it stay.`;
  const end = /[.!?]$/.test(failure.message) ? '' : '.';
  return toToolError({ ...failure, message: `statement ${index}: ${failure.message}${end} ${outcome}` });
};

interface BatchResult extends WriteResult {
  readonly statements?: number;
}

/** A longer batch has one result for all statements in a row that begin with the same word. */
const MOST_RESULTS = 100;

/** Results of the same SQL in a row as one, with the sum of their rows: ten thousand would fill a conversation. */
const mergeEqual = (statements: readonly Sql[], results: readonly WriteResult[]): BatchResult[] => {
  const isLong = statements.length > MOST_RESULTS;
  const kindOf = (sql?: Sql): string | undefined => (isLong ? /\w+/.exec(sql?.query ?? '')?.[0] : sql?.query);
  const merged: BatchResult[] = [];
  for (const [at, result] of results.entries()) {
    const last = merged.at(-1);
    const isSame = at > 0 && kindOf(statements[at]) === kindOf(statements[at - 1]);
    if (last === undefined || !isSame || result.returning !== undefined) merged.push(result);
    else merged[merged.length - 1] = sum(last, result);
  }
  return merged;
};

const sum = (one: BatchResult, next: WriteResult): BatchResult => {
  const all = (one.allAffectedRows ?? one.affectedRows) + (next.allAffectedRows ?? next.affectedRows);
  const affectedRows = one.affectedRows + next.affectedRows;
  return {
    ...one,
    ...next,
    statements: (one.statements ?? 1) + 1,
    affectedRows,
    ...(all === affectedRows ? {} : { allAffectedRows: all }),
  };
};
