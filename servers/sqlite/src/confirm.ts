// Asks the user before statements drop, delete, replace or change more than one row, when the operator wants that.
import type { Context } from '@mcp/runtime';
import { Confirm } from '@mcp/runtime/cli';
import type { Database, Databases } from './databases.ts';
import { cutText } from './sql/value.ts';
import type { Impact, Sql } from './tasks.ts';

/** Statements that a tool is about to run. */
export interface Intent {
  readonly statements: readonly Sql[];
  readonly isDryRun: boolean;
  readonly verbs?: readonly string[];
}

const MOST_LINES = 20;
const MOST_CHARACTERS = 300;

/**
 * Returns when the statements may run. Call it before anything is changed: where a request stands alone, the tool starts
 * anew with the answer. What the statements would do is counted, in a transaction that is undone.
 *
 * @throws {ToolError} when the user refuses, or cannot be asked.
 */
export const confirm = async (
  ctx: Context,
  { options: { confirm: mode } }: Databases,
  { database, intent }: { readonly database: Database; readonly intent: Intent },
): Promise<void> => {
  if (mode === 'never' || intent.isDryRun) return;
  const impact = await database.impact(intent, ctx);
  const rows = impact.tables.reduce((sum, { deleted, changed }) => sum + deleted + changed, 0);
  if (impact.dropped.length === 0 && rows <= 1) return;
  const lines = toLines(impact);
  const [first] = intent.statements;
  const more = intent.statements.length > 1 ? ` (and ${intent.statements.length - 1} more statements)` : '';
  const question = `In the database ${database.name}:\n${lines.join('\n')}\nSQL: ${cutText(first?.query ?? '', MOST_CHARACTERS)}${more}`;
  await new Confirm(mode).ask(ctx, { question });
};

/** The largest losses first, so that nothing can hide them. */
const toLines = ({ dropped, tables }: Impact): string[] => {
  const drops = dropped.map((name) => `Drop ${name}`);
  const losses = tables
    .toSorted((a, b) => b.deleted + b.changed - (a.deleted + a.changed))
    .flatMap(({ table, deleted, changed }) => [
      ...(deleted > 0 ? [`Delete or replace ${deleted} rows of ${table}`] : []),
      ...(changed > 0 ? [`Change ${changed} rows of ${table}`] : []),
    ]);
  const all = [...drops, ...losses].map((line) => cutText(line, MOST_CHARACTERS));
  const rest = all.length - MOST_LINES;
  return rest > 0 ? [...all.slice(0, MOST_LINES), `and ${rest} more`] : all;
};
