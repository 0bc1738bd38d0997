// Asks the user before a statement destroys a lot, when the operator wants that (feature: elicitation).
import type { Context } from '@mcp/runtime';
import { Confirm, type ConfirmMode } from '@mcp/runtime/cli';
import { destruction } from './sql/destruction.ts';
import { pythonString } from './sql/python-text.ts';
import { cutText } from './sql/value.ts';

/** What is about to run. */
export interface Intent {
  /** The name of the database. */
  readonly database: string;
  readonly statements: readonly { readonly query: string }[];
  readonly isDryRun: boolean;
}

const MOST_STATEMENTS = 5;
const MOST_CHARACTERS = 300;

/**
 * Returns when the statements may run. Call it before anything is changed: where a request stands alone, the tool starts
 * anew with the answer.
 *
 * @throws {ToolError} when the user refuses, or cannot be asked.
 */
export const confirm = async (ctx: Context, mode: ConfirmMode, intent: Intent): Promise<void> => {
  if (mode === 'never' || intent.isDryRun) return;
  const found = intent.statements.flatMap(({ query }) => {
    const what = destruction(query);
    return what === undefined ? [] : [`${what}: ${shown(query)}`];
  });
  if (found.length === 0) return;
  await new Confirm(mode).ask(ctx, { question: `In the database ${intent.database}:\n${summary(found)}` });
};

const summary = (found: readonly string[]): string => {
  const others = found.length - MOST_STATEMENTS;
  return [...found.slice(0, MOST_STATEMENTS), ...(others > 0 ? [`and ${others} more`] : [])].join('\n');
};

/** The statement with everything visible that is in it. */
const shown = (query: string): string => {
  const isCut = query.length > MOST_CHARACTERS;
  return pythonString(cutText(query, MOST_CHARACTERS)).slice(1, -1) + (isCut ? ' …' : '');
};
