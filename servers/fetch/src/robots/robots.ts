// Whether a site lets this server fetch a page: its robots.txt, kept for a while.
import { FetchError } from '../failure.ts';
import type { Fetcher } from '../http/fetcher.ts';
import { decodeText } from '../text/charset.ts';
import { decidingRule, parseRobots, type RobotsRules } from './robots-file.ts';

/** What robots.txt says about one URL. */
export interface RobotsDecision {
  readonly robotsUrl: string;
  readonly allowed: boolean;
  /** The line that decides, like `disallow: /private`, or why there is none. */
  readonly rule: string;
  readonly crawlDelay: number | undefined;
  readonly sitemaps: readonly string[];
}

type Answer = { readonly rules: RobotsRules } | { readonly allowed: boolean; readonly reason: string };

interface Kept {
  readonly answer: Promise<Answer>;
  until: number;
}

/** The least that crawlers must read (section 2.5). */
const MAX_BYTES = 512_000;
const HOUR_MS = 3_600_000;
const FAILURE_MS = 60_000;
const MAX_SITES = 500;

/** The robots.txt of sites. Names the product under which rules are looked for. */
export class Robots {
  readonly #fetcher: Fetcher;
  readonly #product: string;
  readonly #sites = new Map<string, Kept>();

  constructor(fetcher: Fetcher, userAgent: string) {
    this.#fetcher = fetcher;
    this.#product = /^[A-Za-z_-]+/.exec(userAgent)?.[0] ?? userAgent;
  }

  /** @throws {FetchError} `robots_disallowed`. */
  async check(url: URL, signal: AbortSignal): Promise<void> {
    const { allowed, rule, robotsUrl } = await this.decide(url, signal);
    if (allowed) return;
    throw new FetchError(
      'robots_disallowed',
      `${robotsUrl} does not let this server fetch ${url.href} (${rule}).`,
      {
        hint: 'Ask the user to look at the page, or to use the prompt "fetch".',
      },
    );
  }

  async decide(url: URL, signal: AbortSignal): Promise<RobotsDecision> {
    this.#fetcher.policy.checkUrl(url);
    const robotsUrl = new URL('/robots.txt', url);
    const answer = await this.#answer(robotsUrl, signal);
    const none = { robotsUrl: robotsUrl.href, crawlDelay: undefined, sitemaps: [] };
    if (!('rules' in answer)) return { ...none, allowed: answer.allowed, rule: answer.reason };
    const rule = decidingRule(answer.rules.rules, url);
    return {
      ...none,
      allowed: rule?.allow ?? true,
      rule: rule === undefined ? 'no rule for it' : `${rule.allow ? 'allow' : 'disallow'}: ${rule.pattern}`,
      crawlDelay: answer.rules.crawlDelay,
      sitemaps: answer.rules.sitemaps,
    };
  }

  async #answer(url: URL, signal: AbortSignal): Promise<Answer> {
    const kept = this.#sites.get(url.origin);
    if (kept !== undefined && kept.until > Date.now()) {
      try {
        return await kept.answer;
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof FetchError) throw error;
        // The call that asked was cancelled; this one was not.
      }
    }
    const answer = this.#ask(url, signal);
    const entry: Kept = { answer, until: Infinity };
    this.#keep(url.origin, entry);
    try {
      const known = await answer;
      entry.until = Date.now() + ('rules' in known || known.allowed ? HOUR_MS : FAILURE_MS);
      return known;
    } catch (error) {
      if (this.#sites.get(url.origin) === entry) this.#sites.delete(url.origin);
      throw error;
    }
  }

  #keep(origin: string, entry: Kept): void {
    this.#sites.delete(origin);
    this.#sites.set(origin, entry);
    const [oldest] = this.#sites.keys();
    if (this.#sites.size > MAX_SITES && oldest !== undefined) this.#sites.delete(oldest);
  }

  // A client error means that there are no rules, a server error that nothing may be fetched (section 2.3.1). What
  // needs a login, or is asked too often, counts as closed, as in the official server.
  async #ask(url: URL, signal: AbortSignal): Promise<Answer> {
    try {
      const request = { url, accept: 'text/plain,*/*;q=0.5', signal, maxBytes: MAX_BYTES };
      const { status, body } = await this.#fetcher.fetch(request);
      if (status >= 200 && status < 300)
        return {
          rules: parseRobots(decodeText(body, 'text/plain; charset=utf-8', false).text, this.#product),
        };
      const isClosed = status >= 500 || [401, 403, 429].includes(status);
      return { allowed: !isClosed, reason: `robots.txt answers ${status}` };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof FetchError)) throw error;
      if (error.code === 'blocked_by_policy' || error.code === 'dns_failed') throw error;
      return { allowed: false, reason: `robots.txt cannot be read: ${error.message}` };
    }
  }
}
