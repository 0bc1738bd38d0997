// Consent: asks the user whether to fetch what robots.txt forbids, with --confirm robots (feature: elicitation).
import type { Context } from '@mcp/runtime';
import { FetchError } from './failure.ts';
import { RobotsError } from './robots/robots.ts';

/**
 * Asks the user about a refused URL, and returns if they agree. The answer is valid for one call and the site of the
 * URL, not for sites that it redirects to.
 *
 * @throws the refusal if it is not one to ask about; {@link FetchError} if the user does not agree.
 */
export const askConsent = async (refusal: unknown, { href, origin }: URL, ctx: Context): Promise<void> => {
  const isAsked = refusal instanceof RobotsError && refusal.origin === origin;
  if (!isAsked || !ctx.client.supports('elicitation.form')) throw refusal;
  const message = `robots.txt of this site does not let programs fetch the page. Fetch it? ${href}`;
  const agreement = await ctx.ask.agree('robots', message);
  if (agreement.agreed) return;
  throw new FetchError(refusal.code, `${refusal.problem} ${agreement.why}`, { hint: agreement.hint });
};
