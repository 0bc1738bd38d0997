// Asks the user about what the server refuses by itself, when the operator wants that (feature: elicitation).
import { askAgreement, type Context } from '@mcp/runtime';
import type { Documents, Got, Wish } from './documents/documents.ts';
import { FetchError } from './failure.ts';
import { PrivateTargetError } from './guard/policy.ts';
import type { Fetcher } from './http/fetcher.ts';

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
    try {
      return await this.#options.documents.get(url, wish);
    } catch (error) {
      if (!this.#mayAsk(error, url, ctx)) throw error;
      if (error instanceof PrivateTargetError) return this.#reachPrivate(url, { wish, ctx, error });
      await agree(
        ctx,
        'robots',
        `robots.txt of this site does not let programs fetch the page. Fetch it? ${hrefOf(url)}`,
        error,
      );
      return this.#options.documents.get(url, { ...wish, ignoresRobots: true });
    }
  }

  #mayAsk(error: unknown, url: string, ctx: Context): error is FetchError {
    const { subjects } = this.#options;
    if (!ctx.client.supports('elicitation.form')) return false;
    // Of the target that was asked for, not of one that a page redirects to.
    if (error instanceof PrivateTargetError)
      return subjects.includes('private') && error.hostname === new URL(url).hostname;
    return error instanceof FetchError && error.code === 'robots_disallowed' && subjects.includes('robots');
  }

  async #reachPrivate(
    url: string,
    { wish, ctx, error }: { readonly wish: Wish; readonly ctx: Context; readonly error: PrivateTargetError },
  ): Promise<Got> {
    const { documents, fetcher, subjects } = this.#options;
    const addresses = await ctx.once('addresses', () => [...error.addresses]);
    await agree(
      ctx,
      'private',
      `This address is not public (${addresses.join(', ')}). Fetch it? ${hrefOf(url)}`,
      error,
    );
    const granted = fetcher.granted(error.hostname, addresses);
    try {
      // One answer is enough: who allows a device of their own does not mean its robots.txt.
      return await documents.get(url, {
        ...wish,
        fetcher: granted,
        ignoresRobots: subjects.includes('robots'),
      });
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

// As it will be fetched, with names in their real letters: one URL must not look like another.
const hrefOf = (url: string): string => new URL(url).href;
