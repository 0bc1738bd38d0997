// Asks the user before statements drop, delete, replace or change more than one row.
import type { Context } from '@mcp/runtime';
import { Confirm } from '@mcp/command-line';
import { cutText } from './sql/value.ts';
import type { Impact, Sql } from './tasks.ts';

const MOST_LINES = 20;
const MOST_CHARACTERS = 300;

/**
 * Returns when the statements may run. Where a request stands alone, the tool starts anew with the answer.
 *
 * @throws {ToolError} when the user refuses, or cannot be asked.
 */
export const confirm = async (
  database: string,
  statements: readonly Sql[],
  impact: Impact,
  ctx: Context,
): Promise<void> => {
  const rows = impact.tables.reduce((sum, { deleted, changed }) => sum + deleted + changed, 0);
  if (impact.dropped.length === 0 && rows <= 1) return;
  const lines = toLines(impact).map((line) => cutText(line, MOST_CHARACTERS));
  const rest = lines.splice(MOST_LINES).length;
  if (rest > 0) lines.push(`and ${rest} more`);
  const [first, ...others] = statements;
  const more = others.length > 0 ? ` (and ${others.length} more statements)` : '';
  const sql = `SQL: ${cutText(first?.query ?? '', MOST_CHARACTERS)}${more}`;
  const question = [`In the database ${database}:`, ...lines, sql].join('\n');
  await new Confirm('destructive').ask(ctx, { question });
};

/** The largest losses first, so that nothing can hide them. */
const toLines = ({ dropped, tables }: Impact): string[] => [
  ...dropped.map((name) => `Drop ${name}`),
  ...tables
    .toSorted((a, b) => b.deleted + b.changed - (a.deleted + a.changed))
    .flatMap(({ table, deleted, changed }) => [
      ...(deleted > 0 ? [`Delete or replace ${deleted} rows of ${table}`] : []),
      ...(changed > 0 ? [`Change ${changed} rows of ${table}`] : []),
    ]),
];
