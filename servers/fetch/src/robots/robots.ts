// Whether a site lets this server fetch a page: its robots.txt (RFC 9309), read by robots-parser and kept for a while.
import { stripInvisible } from '@mcp/runtime';
import { LRUCache } from 'lru-cache';
import { default as parse, type Robot } from 'robots-parser';
import { FetchError } from '../failure.ts';
import type { Fetcher } from '../http/fetcher.ts';
import { SharedWork } from '../shared-work.ts';
import { relevantLines } from './groups.ts';

/** What robots.txt says about one URL. */
export interface RobotsVerdict {
  readonly robotsUrl: string;
  readonly allowed: boolean;
  /** The line that decides, like `disallow: /private`, or why there is none. */
  readonly rule: string;
  /** In seconds. */
  readonly crawlDelay: number | undefined;
  readonly sitemaps: readonly string[];
}

/** A robots.txt. One that is not there has no rules. */
interface RobotsFile {
  readonly status: number;
  readonly parser: Robot;
  readonly lines: readonly string[];
  readonly bytes: number;
  /** How many lines allow or disallow something, and how many characters are in those with a `*`. */
  readonly rules: number;
  readonly wildcards: number;
}

/** The least that crawlers must read (section 2.5); rules behind it do not count. */
const MAX_BYTES = 512_000;
/** Characters that may be compared for one URL: a pattern with `*` may have to be tried at each of its characters. */
const MAX_COMPARED = 20_000_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const MAX_SITES = 500;
/** Of all files that are kept; as rules they take some times as much. */
const MAX_KEPT_BYTES = 4_000_000;
const MAX_LINE = 200;
const MAX_SITEMAPS = 20;

/** The failure of a URL that robots.txt forbids. */
export class RobotsError extends FetchError {
  /** Of the site. */
  readonly origin: string;

  constructor({ href, origin }: URL, problem: string) {
    super('robots_disallowed', problem, {
      hint: `Tell the user that ${href} could not be viewed, and that they can fetch it with the prompt "fetch" in their client.`,
    });
    this.origin = origin;
  }
}

/** The robots.txt of sites, read for the product that the user agent names. */
export class Robots {
  readonly #product: string;
  readonly #files = new LRUCache<string, RobotsFile>({ max: MAX_SITES, maxSize: MAX_KEPT_BYTES });
  readonly #loading = new SharedWork<RobotsFile>();

  constructor(userAgent: string) {
    this.#product = /^[A-Za-z_-]+/.exec(userAgent)?.[0] ?? userAgent;
  }

  /** @throws {RobotsError} when it forbids the URL; as `verdict`. */
  async check(url: URL, fetcher: Fetcher, signal: AbortSignal): Promise<void> {
    const { href } = new URL('/robots.txt', url);
    const { allowed, rule } = decide(await this.#fileOf(url, fetcher, signal), url, this.#product);
    if (!allowed) throw new RobotsError(url, `${href} does not allow programs to fetch this page: ${rule}.`);
  }

  /** @throws {FetchError} when the file cannot be fetched, which says nothing about what it allows: try again later. */
  async verdict(url: URL, fetcher: Fetcher, signal: AbortSignal): Promise<RobotsVerdict> {
    const file = await this.#fileOf(url, fetcher, signal);
    return {
      robotsUrl: new URL('/robots.txt', url).href,
      ...decide(file, url, this.#product),
      crawlDelay: file.parser.getCrawlDelay(this.#product),
      sitemaps: file.parser.getSitemaps().slice(0, MAX_SITEMAPS).map(shorten),
    };
  }

  async #fileOf(url: URL, fetcher: Fetcher, signal: AbortSignal): Promise<RobotsFile> {
    fetcher.policy.checkUrl(url);
    const { origin } = url;
    const known = this.#files.get(origin);
    return known ?? this.#loading.of(origin, signal, (shared) => this.#load(url, fetcher, shared));
  }

  async #load(url: URL, fetcher: Fetcher, signal: AbortSignal): Promise<RobotsFile> {
    const file = await fetchFile(new URL('/robots.txt', url), { product: this.#product, fetcher, signal });
    const ttl = CLOSED.has(file.status) ? MINUTE_MS : HOUR_MS;
    this.#files.set(url.origin, file, { size: file.bytes + 1, ttl });
    return file;
  }
}

// What needs a login counts as closed, other client errors as no rules (section 2.3.1).
const CLOSED: ReadonlySet<number> = new Set([401, 403]);
const LATER = (status: number): boolean => status >= 500 || status === 429;

const fetchFile = async (
  url: URL,
  { product, fetcher, signal }: { product: string; fetcher: Fetcher; signal: AbortSignal },
): Promise<RobotsFile> => {
  try {
    const request = { url, accept: 'text/plain,*/*;q=0.5', signal, cutAtBytes: MAX_BYTES };
    const { status, body } = await fetcher.fetch(request);
    if (LATER(status)) throw new FetchError('http_error', `It answers ${status}.`);
    const text = status >= 200 && status < 300 ? normalize(new TextDecoder().decode(body)) : '';
    return { status, ...parseFor(product, url, text) };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof FetchError)) throw error;
    if (error.code === 'blocked_by_policy' || error.code === 'dns_failed') throw error;
    throw new FetchError(
      error.code,
      `${url.href} cannot be read, and the server reads it before a page. ${error.problem}`,
      {
        retryable: true,
        cause: error,
      },
    );
  }
};

const parseFor = (product: string, { href }: URL, text: string): Omit<RobotsFile, 'status'> => {
  const lines = relevantLines(text, product);
  const rules = lines.filter((line) => RULE.test(line));
  const wildcards = rules.filter((line) => line.includes('*')).join('').length;
  const relevant = lines.join('\n');
  return { parser: parse(href, relevant), lines, bytes: relevant.length, rules: rules.length, wildcards };
};

const RULE = /^\s*(?:dis)?allow\s*:/i;

const decide = (
  { status, parser, lines, rules, wildcards }: RobotsFile,
  { pathname, href }: URL,
  product: string,
): Pick<RobotsVerdict, 'allowed' | 'rule'> => {
  if (status < 200 || status >= 300) return { allowed: !CLOSED.has(status), rule: `it answers ${status}` };
  if (pathname === '/robots.txt') return { allowed: true, rule: 'no rule for it' };
  const target = normalize(href);
  if ((wildcards + rules) * target.length > MAX_COMPARED)
    return { allowed: false, rule: `the URL is too long for a file of ${rules} rules` };
  const line = lines[parser.getMatchingLineNumber(target, product) - 1];
  if (line === undefined) return { allowed: true, rule: 'no rule for it' };
  const [, name = '', value = ''] = /^\s*([A-Za-z]+)\s*:\s*([^#]*)/.exec(line) ?? [];
  return { allowed: name.toLowerCase() === 'allow', rule: shorten(`${name.toLowerCase()}: ${value.trim()}`) };
};

// A line of the site, cut to the length of a rule.
const shorten = (line: string): string => stripInvisible(line).slice(0, MAX_LINE);

// What needs no escape has none (section 2.2.2). robots-parser does the rest.
const normalize = (text: string): string =>
  text.replaceAll(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : escape;
  });
