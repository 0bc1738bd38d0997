// Documents: fetches them on demand, caches them, and revalidates them with their validators.
import { EventEmitter } from 'node:events';
import { LRUCache } from 'lru-cache';
import { DocumentReader } from '@mcp/documents';
import type { Context } from '@mcp/runtime';
import { Budget } from '@mcp/limited-work/budget';
import { askConsent } from '../consent.ts';
import { createResolver } from '../guard/resolver.ts';
import { Policy } from '../guard/policy.ts';
import { Fetcher, withDeadline, type HttpResponse } from '../http/fetcher.ts';
import { toHttpError } from '../http/failures.ts';
import { proxyOfEnvironment } from '../http/proxy.ts';
import { FetchError, orFailure, shown } from '../failure.ts';
import type { Options } from '../options.ts';
import { readPlainText } from '../page/plain-text.ts';
import type { FindJob, Found } from '../page/find.ts';
import { ProcessPool, type Caller } from '../page/process-pool.ts';
import type { DocumentText, Format, TextJob } from '../page/text.ts';
import { readFileText } from './file-text.ts';
import { Robots, type RobotsVerdict } from '../robots/robots.ts';
import { SharedWork } from '../shared-work.ts';
import {
  bytesOf,
  createDocument,
  documentId,
  isText,
  requireText,
  toTextJob,
  type Document,
  type TextRequest,
} from './document.ts';

/** The caller and its time limit. */
interface CallLimits extends Caller {
  /** At most the limit of the operator. Default: that limit for each request. */
  readonly timeoutMs?: number | undefined;
}

/** How to get a document. */
export interface GetOptions extends CallLimits {
  /** Default: Markdown. */
  readonly format?: Format;
  /** Bypass the cache. */
  readonly fresh?: boolean;
  /** Read a further part of a cached document, which must match the earlier ones. */
  readonly isLaterPart?: boolean;
  /** The user, not the model, chose the page, so robots.txt does not apply. */
  readonly byUser?: boolean;
  /** The page that named the document, if not the caller. Credentials for other sites are not sent then. */
  readonly namedBy?: URL;
  /** The site that the user agreed to fetch from against its robots.txt. */
  readonly agreedOrigin?: string | undefined;
}

/** A document and where it came from. */
export interface Fetched {
  readonly document: Document;
  /** Whether it came from the cache. */
  readonly cached: boolean;
  /** Whether it can be read as a resource. */
  readonly isKept: boolean;
}

/** Of bodies, headers and texts. */
const MAX_CACHE_BYTES = 64_000_000;
const MAX_DOCUMENTS = 200;
/** Of one document, because a model may use any number of selectors. */
const MAX_TEXTS = 4;
/** A shorter text is read in this process, because that takes less time than a message to another process. */
const MAX_DIRECT_BYTES = 64_000;
const PAGE_LIMITS = { deadlineMs: 8000, maxMemoryMb: 512 };
/** Of a decoded body. */
const MAX_BODY_BYTES = 10_000_000;
/** Time before a cached document is revalidated. */
const FRESH_MS = 60_000;
/** Maximum number of concurrent bodies above 1 MB, in all and per client. */
const LARGE_BODIES = 4;
const LARGE_SHARE = 2;
const LIST = 'list';
/** Maximum number of concurrent requests to one site, in all and per client. */
const SITE_REQUESTS = 6;
const SITE_SHARE = 4;

/** The documents of this process. */
export class Documents {
  readonly #options: Options;
  readonly #pages = new ProcessPool(PAGE_LIMITS);
  /** A separate pool, so that expressions of models do not delay pages. */
  readonly #finds = new ProcessPool(PAGE_LIMITS);
  readonly #reader = new DocumentReader();
  readonly #large = new Budget(LARGE_BODIES, LARGE_SHARE);
  readonly #fetcher: Fetcher;
  readonly #robots: Robots;
  readonly #fetching = new SharedWork<Fetched>();
  readonly #sites = new Map<string, Budget>();
  readonly #cache = new LRUCache<string, Document>({
    max: MAX_DOCUMENTS,
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: bytesOf,
    dispose: (_document, _id, reason) => {
      if (reason === 'evict') this.#events.emit(LIST);
    },
  });
  /** Events by document id, and of the list. Any number of clients may watch. */
  readonly #events = new EventEmitter().setMaxListeners(0);

  constructor(options: Options, resolve = createResolver()) {
    const { proxy } = options;
    this.#options = options;
    const proxyFor = proxy === undefined ? proxyOfEnvironment : () => proxy;
    this.#fetcher = new Fetcher({
      ...options,
      maxBytes: MAX_BODY_BYTES,
      policy: new Policy(options.policy),
      resolve,
      proxyFor,
    });
    this.#robots = new Robots(options.userAgent);
  }

  /** The cached documents, the latest first. */
  get recent(): readonly Document[] {
    return [...this.#cache.values()];
  }

  find(id: string): Document | undefined {
    return this.#cache.peek(id);
  }

  /** Calls back when the content of a document changes, until the result is called. */
  watch(id: string, changed: () => void): () => void {
    this.#events.on(id, changed);
    return () => void this.#events.off(id, changed);
  }

  /** Calls back when a document is added or removed, until the result is called. */
  watchList(changed: () => void): () => void {
    return this.watch(LIST, changed);
  }

  /** Gets a document. @throws {FetchError} if that fails. */
  async get(given: string, how: GetOptions): Promise<Fetched> {
    const url = this.#fetcher.policy.parse(given);
    return this.within(shown(url.href), how, (signal) => this.#get(url, { ...how, signal }));
  }

  /** Runs work with the time limit of a call. @throws {FetchError} `timeout` if it takes longer. */
  within<T>(what: string, limits: CallLimits, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { signal, timeoutMs } = limits;
    if (timeoutMs === undefined) return work(signal);
    return withDeadline(what, { signal, timeoutMs: Math.min(timeoutMs, this.#options.timeoutMs) }, work);
  }

  /**
   * Gets a document, and asks the user if robots.txt forbids it.
   *
   * @throws {FetchError} also if the user refuses or cannot be asked.
   */
  async getAsking(given: string, how: GetOptions, ctx: Context): Promise<Fetched> {
    try {
      return await this.get(given, how);
    } catch (refusal) {
      if (!this.#options.asksConsent) throw refusal;
      const url = this.#fetcher.policy.parse(given);
      await askConsent(refusal, url, ctx);
      return this.get(given, { ...how, agreedOrigin: url.origin });
    }
  }

  async #get(url: URL, how: GetOptions): Promise<Fetched> {
    await this.#check(url, how);
    const id = documentId(url.href, acceptFor(how.format ?? 'markdown'));
    const known = this.#cache.peek(id);
    if (known !== undefined && how.fresh !== true && (how.isLaterPart === true || this.#isFresh(known)))
      return this.#store(known, true);
    const since = Date.now();
    const { agreedOrigin = '', byUser = false, fresh = false, namedBy } = how;
    const name = [id, byUser, fresh, agreedOrigin, namedBy?.origin].join(' ');
    const budget = this.#sites.get(url.origin) ?? new Budget(SITE_REQUESTS, SITE_SHARE);
    this.#sites.set(url.origin, budget);
    try {
      // Each client has a share, so that requests that hang for one do not delay others.
      return await budget.run({ signal: how.signal, share: how.client }, () => {
        const latest = this.#cache.peek(id);
        if (latest !== undefined && latest.fetchedAt > since) return this.#store(latest, true);
        // Concurrent equal requests share one response.
        return this.#fetching.of(name, how.signal, (signal) => this.#fetch(url, id, { ...how, signal }));
      });
    } finally {
      if (budget.isEmpty) this.#sites.delete(url.origin);
    }
  }

  async #fetch(url: URL, id: string, how: GetOptions): Promise<Fetched> {
    const { signal, client, format = 'markdown' } = how;
    const known = this.#cache.peek(id);
    let slot: Disposable | undefined;
    const enlarge = async (): Promise<void> => {
      slot ??= await this.#large.take({ signal, share: client });
    };
    try {
      const response = await this.#fetcher.fetch({
        ...{ url, accept: acceptFor(format), signal, client, enlarge },
        validators: known === undefined ? {} : validatorsOf(known.response),
        ...(how.byUser === true ? { userAgent: this.#options.userAgentOfUser } : {}),
        onRedirect: (next) => this.#check(next, how),
      });
      if (response.status === 304 && known !== undefined) {
        known.fetchedAt = Date.now();
        return this.#store(known, true);
      }
      const error = toHttpError(url, response);
      if (error !== undefined) throw error;
      const got = this.#store(createDocument(id, url.href, response), false);
      if (known !== undefined && !known.response.body.equals(response.body)) this.#events.emit(id);
      // A large body holds its slot until its text is read. Otherwise any number of bodies could wait for that.
      if (slot !== undefined && isText(got.document.kind))
        // A failure is reported to the call that reads the text.
        await orFailure(this.text(got.document, { format }, how));
      return got;
    } finally {
      slot?.[Symbol.dispose]();
    }
  }

  async #check(url: URL, how: GetOptions): Promise<void> {
    const { namedBy } = how;
    const isForeign = namedBy !== undefined && namedBy.origin !== url.origin;
    if (isForeign && this.#fetcher.hasCredentials(url))
      throw new FetchError(
        'blocked_by_policy',
        `The operator's login for ${shown(url.host)} is not sent because ${shown(namedBy.host)} names a page there.`,
      );
    const isAsked = !this.#options.ignoreRobots && how.byUser !== true && how.agreedOrigin !== url.origin;
    if (isAsked) await this.#robots.check(url, this.#fetcher, how.signal);
  }

  /** Returns the verdict of robots.txt about a URL, even if it is ignored. Throws as `Robots`. */
  robotsVerdict(given: string, limits: CallLimits): Promise<RobotsVerdict> {
    const url = this.#fetcher.policy.parse(given);
    return this.within(url.host, limits, (signal) => this.#robots.verdict(url, this.#fetcher, signal));
  }

  #isFresh({ fetchedAt, response }: Document): boolean {
    const mayBeUsed = !/\bno-(?:cache|store)\b/i.test(response.headers['cache-control'] ?? '');
    return mayBeUsed && Date.now() - fetchedAt < FRESH_MS;
  }

  /** Returns the text of a document. Throws as `requireText` and `ProcessPool`. */
  async text(document: Document, request: TextRequest, limits: CallLimits): Promise<DocumentText> {
    const key = `${request.format} ${request.selector ?? ''}`;
    const known = document.texts.get(key);
    if (known !== undefined) return known;
    const text = await this.#makeText(document, request, limits);
    const [oldest] = document.texts.keys();
    if (document.texts.size === MAX_TEXTS && oldest !== undefined) document.texts.delete(oldest);
    document.texts.set(key, text);
    if (this.#cache.peek(document.id) === document) this.#store(document, false);
    return text;
  }

  async #makeText(document: Document, request: TextRequest, limits: CallLimits): Promise<DocumentText> {
    requireText(document, request);
    const job = toTextJob(document, request);
    const isPlain = job.kind === 'text' || (job.kind === 'html' && job.format === 'raw');
    const isFile = document.kind === 'file';
    if (!isFile && isPlain && job.body.length <= MAX_DIRECT_BYTES) return readPlainText(job);
    return this.within(`Reading ${document.url}`, limits, async (signal) => {
      const caller = { client: limits.client, signal };
      const readPage = (page: TextJob): Promise<DocumentText> => this.#pages.run(page, caller);
      if (!isFile) return readPage(job);
      return readFileText(document, { format: request.format, reader: this.#reader, readPage, caller });
    });
  }

  /** Finds a pattern in a text. Throws as `ProcessPool`. */
  matches(job: Omit<FindJob, 'kind'>, limits: CallLimits): Promise<Found> {
    return this.within('Finding', limits, (signal) =>
      this.#finds.run({ kind: 'find', ...job }, { ...limits, signal }),
    );
  }

  // Sets the size of a document with its texts, and makes it the latest. The cache rejects one that is too large.
  #store(document: Document, cached: boolean): Fetched {
    const { id } = document;
    const wasKept = this.#cache.delete(id);
    this.#cache.set(id, document);
    if (wasKept !== this.#cache.has(id)) this.#events.emit(LIST);
    return { document, cached, isKept: this.#cache.has(id) };
  }
}

// After a redirect, the validators belong to another URL.
const validatorsOf = ({ headers, redirects }: HttpResponse): { readonly [name: string]: string } => {
  const { etag, 'last-modified': modified } = headers;
  if (redirects.length > 0) return {};
  if (etag !== undefined) return { 'if-none-match': etag };
  return modified === undefined ? {} : { 'if-modified-since': modified };
};

const MARKDOWN = 'text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, text/plain;q=0.8, */*;q=0.5';
const SOURCE = 'text/html, application/xhtml+xml;q=0.9, text/plain;q=0.8, */*;q=0.5';
const JSON_FIRST = 'application/json, application/*+json;q=0.9, */*;q=0.5';

/** Returns the `Accept` header. Text formats prefer Markdown of the site to its pages. */
const acceptFor = (format: Format): string => {
  if (format === 'json') return JSON_FIRST;
  return format === 'html' ? SOURCE : MARKDOWN;
};
