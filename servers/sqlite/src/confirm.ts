// Asks the user before a statement destroys a lot, when the operator wants that (feature: elicitation).
import { ToolError, type Context } from '@mcp/runtime';
import { destruction } from './sql/destruction.ts';
import { pythonString } from './sql/python-text.ts';
import { cutText } from './sql/value.ts';

/** When the user is asked. Never as an argument of a tool: a model would confirm for itself. */
export type ConfirmMode = 'never' | 'destructive';

/** What is about to run. */
export interface Intent {
  /** The name of the database. */
  readonly database: string;
  readonly statements: readonly { readonly query: string }[];
  readonly isDryRun: boolean;
}

const MOST_STATEMENTS = 5;
const MOST_CHARACTERS = 300;

const AGREEMENT = {
  type: 'object',
  properties: { agree: { type: 'boolean', title: 'Yes, do it', default: false } },
  required: ['agree'],
} as const;

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
  if (!ctx.client.supports('elicitation.form'))
    throw new ToolError(
      'Not done: the user has to agree, and this client cannot ask. Ask the user to use another client, or to start the server without --confirm.',
    );
  const answer = await ctx.ask.elicit('confirm', {
    message: `In the database ${intent.database}:\n${summary(found)}`,
    schema: AGREEMENT,
  });
  if (answer.action === 'accept' && answer.content.agree) return;
  throw new ToolError(
    'Not done: the user did not agree. Do not try it in another way; ask the user what to do.',
  );
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
