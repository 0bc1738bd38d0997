// Whether a site lets this server fetch a page: its robots.txt, kept for a while.
import { FetchError } from '../failure.ts';
import type { Fetcher } from '../http/fetcher.ts';
import { decodeText } from '../text/charset.ts';
import { stripInvisible } from '../text/invisible.ts';
import { decidingRule, isTooLong, parseRobots, type RobotsRules, type Rule } from './robots-file.ts';

/** What robots.txt says about one URL. */
export interface RobotsDecision {
  readonly robotsUrl: string;
  readonly allowed: boolean;
  /** The line that decides, like `disallow: /private`, or why there is none. */
  readonly rule: string;
  readonly crawlDelay: number | undefined;
  readonly sitemaps: readonly string[];
}

type Answer =
  | { readonly rules: RobotsRules; readonly bytes: number }
  | { readonly allowed: boolean; readonly reason: string };

interface Kept {
  readonly answer: Promise<Answer>;
  /** Of the call that asked: when it gives up, others that wait ask again. */
  readonly signal: AbortSignal;
  until: number;
  /** Of its file; 0 while it is asked for. */
  bytes: number;
}

/** The least that crawlers must read (section 2.5); rules behind it do not count. */
const MAX_BYTES = 512_000;
const HOUR_MS = 3_600_000;
const FAILURE_MS = 60_000;
const MAX_SITES = 500;
/** Of all files that are kept; as rules they take some times as much. */
const MAX_KEPT_BYTES = 4_000_000;
const MAX_RULE = 200;

/** The robots.txt of sites. Names the product under which rules are looked for. */
export class Robots {
  readonly #product: string;
  readonly #sites = new Map<string, Kept>();

  constructor(userAgent: string) {
    this.#product = /^[A-Za-z_-]+/.exec(userAgent)?.[0] ?? userAgent;
  }

  /** @throws {FetchError} `robots_disallowed`. */
  async check(url: URL, fetcher: Fetcher, signal: AbortSignal): Promise<void> {
    const { allowed, rule, robotsUrl } = await this.decide(url, fetcher, signal);
    if (allowed) return;
    throw new FetchError(
      'robots_disallowed',
      `The sites robots.txt (${robotsUrl}), specifies that autonomous fetching of this page is not allowed: ${rule}.`,
      {
        hint: `Tell the user that ${url.href} could not be viewed, and that they can fetch it with the prompt "fetch" in their client.`,
      },
    );
  }

  async decide(url: URL, fetcher: Fetcher, signal: AbortSignal): Promise<RobotsDecision> {
    fetcher.policy.checkUrl(url);
    const robotsUrl = new URL('/robots.txt', url);
    const answer = await this.#answer(robotsUrl, fetcher, signal);
    const none = { robotsUrl: robotsUrl.href, crawlDelay: undefined, sitemaps: [] };
    if (!('rules' in answer)) return { ...none, allowed: answer.allowed, rule: answer.reason };
    const { rules, crawlDelay, sitemaps } = answer.rules;
    const found = { ...none, crawlDelay, sitemaps };
    if (isTooLong(rules, url))
      return { ...found, allowed: false, rule: `the URL is too long for a file of ${rules.length} rules` };
    const rule = decidingRule(rules, url);
    return {
      ...found,
      allowed: rule?.allow ?? true,
      rule: rule === undefined ? 'no rule for it' : describe(rule),
    };
  }

  async #answer(url: URL, fetcher: Fetcher, signal: AbortSignal): Promise<Answer> {
    let kept = this.#sites.get(url.origin);
    while (kept !== undefined && kept.until > Date.now()) {
      try {
        return await kept.answer;
      } catch (error) {
        signal.throwIfAborted();
        if (!kept.signal.aborted) throw error;
        // The call that asked was cancelled, or had less time; this one goes on.
        kept = this.#sites.get(url.origin);
      }
    }
    const answer = this.#ask(url, fetcher, signal);
    const entry: Kept = { answer, signal, until: Infinity, bytes: 0 };
    this.#sites.delete(url.origin);
    this.#sites.set(url.origin, entry);
    try {
      const known = await answer;
      entry.bytes = 'rules' in known ? known.bytes : 0;
      this.#trim();
      entry.until = Date.now() + ('rules' in known || known.allowed ? HOUR_MS : FAILURE_MS);
      return known;
    } catch (error) {
      if (this.#sites.get(url.origin) === entry) this.#sites.delete(url.origin);
      throw error;
    }
  }

  // The oldest go.
  #trim(): void {
    let bytes = [...this.#sites.values()].reduce((sum, site) => sum + site.bytes, 0);
    for (const [origin, site] of this.#sites) {
      if (bytes <= MAX_KEPT_BYTES && this.#sites.size <= MAX_SITES) return;
      bytes -= site.bytes;
      this.#sites.delete(origin);
    }
  }

  // A client error means that there are no rules, a server error that nothing may be fetched (section 2.3.1). What
  // needs a login, or is asked too often, counts as closed, as in the official server.
  async #ask(url: URL, fetcher: Fetcher, signal: AbortSignal): Promise<Answer> {
    try {
      const request = { url, accept: 'text/plain,*/*;q=0.5', signal, cutAtBytes: MAX_BYTES };
      const { status, body } = await fetcher.fetch(request);
      if (status >= 200 && status < 300)
        return {
          rules: parseRobots(decodeText(body, 'text/plain; charset=utf-8', false).text, this.#product),
          bytes: body.length,
        };
      const isClosed = status >= 500 || [401, 403, 429].includes(status);
      return { allowed: !isClosed, reason: `it answers ${status}` };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof FetchError)) throw error;
      if (error.code === 'blocked_by_policy' || error.code === 'dns_failed') throw error;
      return { allowed: false, reason: `it cannot be read: ${error.problem}` };
    }
  }
}

// What strangers wrote, and no longer than a rule is.
const describe = ({ allow, pattern }: Rule): string =>
  `${allow ? 'allow' : 'disallow'}: ${stripInvisible(pattern).slice(0, MAX_RULE)}`;
