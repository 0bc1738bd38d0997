// Asks the user about what the server refuses by itself, when the operator wants that (feature: elicitation).
import { askAgreement, type Context } from '@mcp/runtime';
import type { Documents, Got, Wish } from './documents/documents.ts';
import { FetchError } from './failure.ts';
import { PrivateTargetError } from './guard/policy.ts';
import type { Fetcher } from './http/fetcher.ts';
import { RobotsError } from './robots/robots.ts';

/** What the user may allow: what robots.txt forbids, and addresses that are not public. */
export type ConsentSubject = 'robots' | 'private';

/** What consent needs. */
export interface ConsentOptions {
  readonly documents: Documents;
  readonly fetcher: Fetcher;
  /** What the user is asked about; nothing unless the operator says so. */
  readonly subjects: readonly ConsentSubject[];
}

/** Fetches for one call of a tool, and asks its user where the server would refuse. */
export class Consent {
  readonly #options: ConsentOptions;

  constructor(options: ConsentOptions) {
    this.#options = options;
  }

  /**
   * A document. Where a request stands alone, the tool starts anew with the answer of the user: what they agreed to,
   * with the addresses, comes back in the sealed state, so that a name which leads elsewhere by then gains nothing.
   *
   * @throws {FetchError} also when the user refuses or cannot be asked.
   */
  async get(url: string, wish: Wish, ctx: Context): Promise<Got> {
    const { documents, subjects } = this.#options;
    try {
      return await documents.get(url, wish);
    } catch (error) {
      if (!ctx.client.supports('elicitation.form')) throw error;
      // Of the site that was asked for, not of one that it redirects to.
      const target = URL.canParse(url) ? new URL(url) : undefined;
      if (error instanceof RobotsError && subjects.includes('robots') && error.origin === target?.origin) {
        const question = `robots.txt of this site does not let programs fetch the page. Fetch it? ${target.href}`;
        await agree(ctx, 'robots', question, error);
        return documents.get(url, { ...wish, agreedOrigin: target.origin });
      }
      if (
        error instanceof PrivateTargetError &&
        subjects.includes('private') &&
        error.hostname === target?.hostname
      )
        return this.#reachPrivate(target, { wish, ctx, error });
      throw error;
    }
  }

  async #reachPrivate(
    target: URL,
    { wish, ctx, error }: { readonly wish: Wish; readonly ctx: Context; readonly error: PrivateTargetError },
  ): Promise<Got> {
    const { documents, fetcher, subjects } = this.#options;
    const addresses = await ctx.once('addresses', () => [...error.addresses]);
    const question = `This address is not public (${addresses.join(', ')}). Fetch it? ${target.href}`;
    await agree(ctx, 'private', question, error);
    const granted = fetcher.granted(error.hostname, addresses);
    // One answer is enough: who allows a device of their own does not mean its robots.txt.
    const agreed = subjects.includes('robots') ? { agreedOrigin: target.origin } : {};
    try {
      return await documents.get(target.href, { ...wish, ...agreed, fetcher: granted });
    } finally {
      await granted.close();
    }
  }
}

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
