// Agreement: the user says whether one act may be done.
import type { Context } from './context.ts';

/** What came of it. When they did not agree, `why` is a sentence for the model, and `hint` says what to do now. */
export type Agreement =
  | { readonly agreed: true }
  | { readonly agreed: false; readonly why: string; readonly hint: string };

/** An act that the user has to agree to. */
export interface Act {
  /** For the user: what would be done and what could be lost, in words, with all that a stranger put into it visible. */
  readonly message: string;
}

/**
 * Asks the user to agree to an act. To accept is to agree: the form is empty, and content of the answer does not count.
 * Call it before anything is changed: where a request stands alone, the handler runs again with the answer. A client
 * that cannot ask has not agreed.
 * (client/elicitation, from 2025-06-18)
 */
export async function askAgreement(ctx: Context, key: string, { message }: Act): Promise<Agreement> {
  if (!ctx.client.supports('elicitation.form')) return UNABLE;
  const { action } = await ctx.ask.elicit(key, { message, schema: { type: 'object', properties: {} } });
  return action === 'accept' ? { agreed: true } : DECLINED;
}

const UNABLE: Agreement = {
  agreed: false,
  why: 'The user has to agree, and this client cannot ask.',
  hint: 'Ask the user to use another client, or to start this server so that it does not ask.',
};

const DECLINED: Agreement = {
  agreed: false,
  why: 'The user did not agree.',
  hint: 'Do not try it in another way; ask the user what to do.',
};
