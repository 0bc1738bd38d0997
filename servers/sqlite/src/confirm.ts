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
const toLines = ({ dropped, fewer, total }: Impact): string[] => [
  ...dropped.map((name) => `Drop ${name}`),
  ...(total > 0 ? [`Insert, change or delete ${total} rows in all, also by triggers and foreign keys`] : []),
  ...fewer.toSorted((a, b) => b.rows - a.rows).map(({ table, rows }) => `Remove ${rows} rows of ${table}`),
];
