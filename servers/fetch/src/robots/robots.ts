// Robots: reads and caches robots.txt (RFC 9309), and decides whether a page may be fetched.
import { LRUCache } from 'lru-cache';
import { FetchError, MAX_SHOWN_URL, shown } from '../failure.ts';
import type { Fetcher } from '../http/fetcher.ts';
import { SharedWork } from '../shared-work.ts';
import { Rules, type Decision } from './rules.ts';

/** What robots.txt says about one URL. */
export interface RobotsVerdict extends Decision {
  readonly robotsUrl: string;
  /** In seconds. */
  readonly crawlDelay: number | undefined;
  readonly sitemaps: readonly string[];
}

/** The minimum that crawlers must read (section 2.5). Later rules are ignored. */
const MAX_BYTES = 512_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const MAX_SITES = 500;
/** Size of all cached files. Their rules need several times as much memory. */
const MAX_CACHED_BYTES = 4_000_000;

/** The failure for a URL that robots.txt forbids. */
export class RobotsError extends FetchError {
  /** The origin of the site. */
  readonly origin: string;

  constructor({ href, origin }: URL, problem: string) {
    super('robots_disallowed', problem, {
      hint: `Tell the user that ${shown(href, MAX_SHOWN_URL)} could not be viewed, and that they can fetch it with the prompt "fetch" in their client.`,
    });
    this.origin = origin;
  }
}

/** Reads robots.txt for the product in the user agent. */
export class Robots {
  readonly #product: string;
  readonly #files = new LRUCache<string, Rules>({ max: MAX_SITES, maxSize: MAX_CACHED_BYTES });
  readonly #loading = new SharedWork<Rules>();

  constructor(userAgent: string) {
    this.#product = /^[A-Za-z_-]+/.exec(userAgent)?.[0] ?? userAgent;
  }

  /** Checks a URL. @throws {RobotsError} if robots.txt forbids it; otherwise as `verdict`. */
  async check(url: URL, fetcher: Fetcher, signal: AbortSignal): Promise<void> {
    const { allowed, rule } = (await this.#rulesFor(url, fetcher, signal)).decide(url);
    if (allowed) return;
    const { href } = new URL('/robots.txt', url);
    throw new RobotsError(url, `${shown(href)} does not allow programs to fetch this page: ${rule}.`);
  }

  /** Returns what robots.txt says. @throws {FetchError} if the file cannot be fetched. */
  async verdict(url: URL, fetcher: Fetcher, signal: AbortSignal): Promise<RobotsVerdict> {
    const rules = await this.#rulesFor(url, fetcher, signal);
    const { crawlDelay, sitemaps } = rules;
    const { href: robotsUrl } = new URL('/robots.txt', url);
    return { robotsUrl, ...rules.decide(url), crawlDelay, sitemaps };
  }

  async #rulesFor(url: URL, fetcher: Fetcher, signal: AbortSignal): Promise<Rules> {
    fetcher.policy.checkUrl(url);
    const { origin } = url;
    const load = (shared: AbortSignal): Promise<Rules> => this.#load(url, fetcher, shared);
    return this.#files.get(origin) ?? this.#loading.of(origin, signal, load);
  }

  async #load(url: URL, fetcher: Fetcher, signal: AbortSignal): Promise<Rules> {
    const { status, body } = await fetchFile(new URL('/robots.txt', url), fetcher, signal);
    const rules = new Rules(new TextDecoder().decode(body), this.#product, status);
    // Rules are slices of the file, so the file stays in memory.
    this.#files.set(url.origin, rules, { size: body.length + 1, ttl: rules.isClosed ? MINUTE_MS : HOUR_MS });
    return rules;
  }
}

const fetchFile = async (url: URL, fetcher: Fetcher, signal: AbortSignal) => {
  try {
    const request = { url, accept: 'text/plain,*/*;q=0.5', signal, cutAtBytes: MAX_BYTES };
    const response = await fetcher.fetch(request);
    const { status } = response;
    if (status >= 500 || status === 429) throw new FetchError('http_error', `It answers ${status}.`);
    return response;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof FetchError)) throw error;
    const { code, problem } = error;
    if (code === 'blocked_by_policy' || code === 'dns_failed') throw error;
    const unread = `${shown(url.href)} cannot be read, and the server reads it before a page. ${problem}`;
    throw new FetchError(code, unread, { retryable: true, cause: error });
  }
};
