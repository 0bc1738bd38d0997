// Documents: fetched when they are asked for, kept for a while, asked for again with what the server calls them.
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
import { ProcessPool, type Turn } from '../page/process-pool.ts';
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

/** Who waits, and for how long. */
interface Patience extends Turn {
  /** As long as the operator allows at most; without it each request may take that long. */
  readonly timeoutMs?: number | undefined;
}

/** How a document is wanted. */
export interface Wish extends Patience {
  /** Default: as Markdown. */
  readonly format?: Format;
  /** Ask its server in any case. */
  readonly fresh?: boolean;
  /** A later part of a document that is here: it must fit the earlier ones. */
  readonly isLaterPart?: boolean;
  /** The user chose the page, not the model: robots.txt does not apply. */
  readonly byUser?: boolean;
  /** The page that named the document, when no caller did: credentials for other sites do not go along. */
  readonly namedBy?: URL;
  /** The user agreed to fetch from this site against its robots.txt. */
  readonly agreedOrigin?: string | undefined;
}

/** A document, and whether its server was left in peace. */
export interface Got {
  readonly document: Document;
  readonly cached: boolean;
  /** Whether it can be read as a resource. */
  readonly isKept: boolean;
}

/** Of bodies, headers, and the texts made of them. */
const MAX_CACHE_BYTES = 64_000_000;
const MAX_DOCUMENTS = 200;
/** Of one document. A model may ask for any number of selectors. */
const MAX_TEXTS = 4;
/** A shorter text is read in this process: that takes about a millisecond, less than the way to another process. */
const MAX_DIRECT_BYTES = 64_000;
const PAGE_LIMITS = { deadlineMs: 8000, maxMemoryMb: 512 };
/** Of a decoded body. */
const MAX_BODY_BYTES = 10_000_000;
/** How long a document is used without asking its site. */
const FRESH_MS = 60_000;
/** Bodies of more than 1 MB that are fetched and read at once, and how many of them for one client. */
const LARGE_BODIES = 4;
const LARGE_SHARE = 2;
const LIST = 'list';
/** For requests to one site, and how many of them one client may have. */
const PLACES = 6;
const SHARE = 4;

/** The documents of this process, the latest last. */
export class Documents {
  readonly #options: Options;
  readonly #pages = new ProcessPool(PAGE_LIMITS);
  /** Expressions of models do not hold up pages. */
  readonly #finds = new ProcessPool(PAGE_LIMITS);
  readonly #reader = new DocumentReader();
  readonly #large = new Budget(LARGE_BODIES, LARGE_SHARE);
  readonly #fetcher: Fetcher;
  readonly #robots: Robots;
  readonly #fetching = new SharedWork<Got>();
  readonly #places = new Map<string, Budget>();
  readonly #kept = new LRUCache<string, Document>({
    max: MAX_DOCUMENTS,
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: bytesOf,
    dispose: (_document, _id, reason) => {
      if (reason === 'evict') this.#events.emit(LIST);
    },
  });
  /** By the id of a document, and of the list. Any number of clients may watch. */
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

  /** The latest first. */
  get recent(): readonly Document[] {
    return [...this.#kept.values()];
  }

  find(id: string): Document | undefined {
    return this.#kept.peek(id);
  }

  /** Calls back when another content was fetched. The result ends that. */
  watch(id: string, changed: () => void): () => void {
    this.#events.on(id, changed);
    return () => void this.#events.off(id, changed);
  }

  /** Calls back when there is another document, or one less. The result ends that. */
  watchList(changed: () => void): () => void {
    return this.watch(LIST, changed);
  }

  /** @throws {FetchError} */
  async get(given: string, wish: Wish): Promise<Got> {
    const url = this.#fetcher.policy.parse(given);
    return this.within(shown(url.href), wish, (signal) => this.#get(url, { ...wish, signal }));
  }

  /** @throws {FetchError} `timeout` when the work takes longer than the call waits, or than the operator allows. */
  within<T>(what: string, patience: Patience, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { signal, timeoutMs } = patience;
    if (timeoutMs === undefined) return work(signal);
    return withDeadline(what, { signal, timeoutMs: Math.min(timeoutMs, this.#options.timeoutMs) }, work);
  }

  /**
   * A document for a call whose user may be asked where the server would refuse it.
   *
   * @throws {FetchError} also when the user refuses or cannot be asked.
   */
  async getAsking(given: string, wish: Wish, ctx: Context): Promise<Got> {
    try {
      return await this.get(given, wish);
    } catch (refusal) {
      if (!this.#options.asksConsent) throw refusal;
      const url = this.#fetcher.policy.parse(given);
      await askConsent(refusal, url, ctx);
      return this.get(given, { ...wish, agreedOrigin: url.origin });
    }
  }

  async #get(url: URL, wish: Wish): Promise<Got> {
    await this.#check(url, wish);
    const id = documentId(url.href, acceptFor(wish.format ?? 'markdown'));
    const known = this.#kept.peek(id);
    if (known !== undefined && wish.fresh !== true && (wish.isLaterPart === true || this.#isYoung(known)))
      return this.#keep(known, true);
    const since = Date.now();
    const { agreedOrigin = '', byUser = false, fresh = false, namedBy } = wish;
    const name = [id, byUser, fresh, agreedOrigin, namedBy?.origin].join(' ');
    const places = this.#places.get(url.origin) ?? new Budget(PLACES, SHARE);
    this.#places.set(url.origin, places);
    try {
      // Each client waits for its own turn: what hangs for one does not hold up others.
      return await places.run({ signal: wish.signal, share: wish.client }, () => {
        const latest = this.#kept.peek(id);
        if (latest !== undefined && latest.fetchedAt > since) return this.#keep(latest, true);
        // All who want the same now get the same.
        return this.#fetching.of(name, wish.signal, (signal) => this.#fetch(url, id, { ...wish, signal }));
      });
    } finally {
      if (places.isEmpty) this.#places.delete(url.origin);
    }
  }

  async #fetch(url: URL, id: string, wish: Wish): Promise<Got> {
    const { signal, client, format = 'markdown' } = wish;
    const known = this.#kept.peek(id);
    let place: Disposable | undefined;
    const enlarge = async (): Promise<void> => {
      place ??= await this.#large.take({ signal, share: client });
    };
    try {
      const response = await this.#fetcher.fetch({
        ...{ url, accept: acceptFor(format), signal, client, enlarge },
        validators: known === undefined ? {} : validatorsOf(known.response),
        ...(wish.byUser === true ? { userAgent: this.#options.userAgentOfUser } : {}),
        onRedirect: (next) => this.#check(next, wish),
      });
      if (response.status === 304 && known !== undefined) {
        known.fetchedAt = Date.now();
        return this.#keep(known, true);
      }
      const error = toHttpError(url, response);
      if (error !== undefined) throw error;
      const got = this.#keep(createDocument(id, url.href, response), false);
      if (known !== undefined && !known.response.body.equals(response.body)) this.#events.emit(id);
      // A large one keeps its place until its text is made: bodies that wait for that would have no bound.
      if (place !== undefined && isText(got.document.kind))
        // The call that asks for the text hears of its failure.
        await orFailure(this.text(got.document, { format }, wish));
      return got;
    } finally {
      place?.[Symbol.dispose]();
    }
  }

  async #check(url: URL, wish: Wish): Promise<void> {
    const { namedBy } = wish;
    const isForeign = namedBy !== undefined && namedBy.origin !== url.origin;
    if (isForeign && this.#fetcher.hasCredentials(url))
      throw new FetchError(
        'blocked_by_policy',
        `The operator's login for ${shown(url.host)} is not sent because ${shown(namedBy.host)} names a page there.`,
      );
    const isAsked = !this.#options.ignoreRobots && wish.byUser !== true && wish.agreedOrigin !== url.origin;
    if (isAsked) await this.#robots.check(url, this.#fetcher, wish.signal);
  }

  /** What robots.txt says about a URL, whether it is obeyed or not. Throws as `Robots`. */
  robotsVerdict(given: string, patience: Patience): Promise<RobotsVerdict> {
    const url = this.#fetcher.policy.parse(given);
    return this.within(url.host, patience, (signal) => this.#robots.verdict(url, this.#fetcher, signal));
  }

  #isYoung({ fetchedAt, response }: Document): boolean {
    const mayBeUsed = !/\bno-(?:cache|store)\b/i.test(response.headers['cache-control'] ?? '');
    return mayBeUsed && Date.now() - fetchedAt < FRESH_MS;
  }

  /** The text of a document. Throws as `toTextJob` and `ProcessPool`. */
  async text(document: Document, request: TextRequest, patience: Patience): Promise<DocumentText> {
    const key = `${request.format} ${request.selector ?? ''}`;
    const known = document.texts.get(key);
    if (known !== undefined) return known;
    const text = await this.#makeText(document, request, patience);
    const [oldest] = document.texts.keys();
    if (document.texts.size === MAX_TEXTS && oldest !== undefined) document.texts.delete(oldest);
    document.texts.set(key, text);
    if (this.#kept.peek(document.id) === document) this.#keep(document, false);
    return text;
  }

  async #makeText(document: Document, request: TextRequest, patience: Patience): Promise<DocumentText> {
    requireText(document, request);
    const job = toTextJob(document, request);
    const isPlain = job.kind === 'text' || (job.kind === 'html' && job.format === 'raw');
    const isFile = document.kind === 'file';
    if (!isFile && isPlain && job.body.length <= MAX_DIRECT_BYTES) return readPlainText(job);
    return this.within(`Reading ${document.url}`, patience, async (signal) => {
      const turn = { client: patience.client, signal };
      const readPage = (page: TextJob): Promise<DocumentText> => this.#pages.run(page, turn);
      if (!isFile) return readPage(job);
      return readFileText(document, { format: request.format, reader: this.#reader, readPage, turn });
    });
  }

  /** Finds places in a text. Throws as `ProcessPool`. */
  places(job: Omit<FindJob, 'kind'>, patience: Patience): Promise<Found> {
    return this.within('Finding', patience, (signal) =>
      this.#finds.run({ kind: 'find', ...job }, { ...patience, signal }),
    );
  }

  // Weighs it with its texts, and makes it the last to go. One that is too large by itself is not kept.
  #keep(document: Document, cached: boolean): Got {
    const { id } = document;
    const wasKept = this.#kept.delete(id);
    this.#kept.set(id, document);
    if (wasKept !== this.#kept.has(id)) this.#events.emit(LIST);
    return { document, cached, isKept: this.#kept.has(id) };
  }
}

// After a redirect they are those of another URL.
const validatorsOf = ({ headers, redirects }: HttpResponse): { readonly [name: string]: string } => {
  const { etag, 'last-modified': modified } = headers;
  if (redirects.length > 0) return {};
  if (etag !== undefined) return { 'if-none-match': etag };
  return modified === undefined ? {} : { 'if-modified-since': modified };
};

const MARKDOWN = 'text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, text/plain;q=0.8, */*;q=0.5';
const SOURCE = 'text/html, application/xhtml+xml;q=0.9, text/plain;q=0.8, */*;q=0.5';
const JSON_FIRST = 'application/json, application/*+json;q=0.9, */*;q=0.5';

/** The `Accept` header: Markdown as the server itself would write it before any page, where text is wanted. */
const acceptFor = (format: Format): string => {
  if (format === 'json') return JSON_FIRST;
  return format === 'html' ? SOURCE : MARKDOWN;
};
