// Asks the user about what the server refuses by itself, when the operator wants that (feature: elicitation).
import { askAgreement, type Context } from '@mcp/runtime';
import { FetchError } from './failure.ts';
import { PrivateTargetError } from './guard/policy.ts';
import { RobotsError } from './robots/robots.ts';

/** What the user may allow: what robots.txt forbids, and addresses that are not public. */
export type ConsentSubject = 'robots' | 'private';

/** What the user agreed to, for one call. */
export interface Consent {
  /** The site whose robots.txt does not count, if there is one. */
  readonly origin: string | undefined;
  /** A host that is not public, and the addresses that the user saw. */
  readonly granted?: { readonly hostname: string; readonly addresses: readonly string[] };
}

/**
 * Asks about the refusal of a URL. Where a request stands alone, the tool starts anew with the answer of the user: what
 * they agreed to, with the addresses, comes back in the sealed state, so that a name which leads elsewhere by then gains
 * nothing.
 *
 * @throws the refusal, when it is not one to ask about; {@link FetchError} when the user does not agree.
 */
export const askConsent = async (
  refusal: unknown,
  { hostname, href, origin }: URL,
  { ctx, subjects }: { readonly ctx: Context; readonly subjects: readonly ConsentSubject[] },
): Promise<Consent> => {
  if (!ctx.client.supports('elicitation.form')) throw refusal;
  // Of the site that was asked for, not of one that it redirects to.
  if (refusal instanceof RobotsError && subjects.includes('robots') && refusal.origin === origin) {
    const question = `robots.txt of this site does not let programs fetch the page. Fetch it? ${href}`;
    await agree(ctx, 'robots', question, refusal);
    return { origin };
  }
  if (
    refusal instanceof PrivateTargetError &&
    subjects.includes('private') &&
    refusal.hostname === hostname
  ) {
    const addresses = await ctx.once('addresses', () => [...refusal.addresses]);
    const question = `This address is not public (${addresses.join(', ')}). Fetch it? ${href}`;
    await agree(ctx, 'private', question, refusal);
    // One answer is enough: who allows a device of their own does not mean its robots.txt.
    return { origin: subjects.includes('robots') ? origin : undefined, granted: { hostname, addresses } };
  }
  throw refusal;
};

const agree = async (
  ctx: Context,
  key: ConsentSubject,
  message: string,
  refusal: FetchError,
): Promise<void> => {
  const agreement = await askAgreement(ctx, key, { message });
  if (agreement.agreed) return;
  throw new FetchError(refusal.code, `${refusal.problem} ${agreement.why}`, { hint: agreement.hint });
};
