// All documents: fetched when they are asked for, kept for a while, asked for again with what the server calls them.
import { EventEmitter } from 'node:events';
import { LRUCache } from 'lru-cache';
import type { Policy } from '../guard/policy.ts';
import type { Fetcher, HttpResponse } from '../http/fetcher.ts';
import { withDeadline } from '../http/deadline.ts';
import { toHttpError } from '../http/failures.ts';
import type { Robots, RobotsVerdict } from '../robots/robots.ts';
import type { Format } from '../page/text.ts';
import { bytesOf, createDocument, documentId, type Document } from './document.ts';

/** What documents need. */
export interface DocumentsOptions {
  readonly fetcher: Fetcher;
  readonly robots: Robots;
  /** False when the operator does not care for robots.txt. */
  readonly obeysRobots: boolean;
  /** How long a document is used without asking its server. */
  readonly cacheTtlMs: number;
  /** The longest that one fetch may take. */
  readonly timeoutMs: number;
  /** Sent when the user decided to fetch. */
  readonly userAgentOfUser: string;
}

/** How a document is wanted. */
export interface Wish {
  readonly signal: AbortSignal;
  /** Default: as Markdown. */
  readonly format?: Format;
  /** Ask its server in any case. */
  readonly fresh?: boolean;
  /** A later part of a document that is here: it must fit the earlier ones. */
  readonly isLaterPart?: boolean;
  /** The user chose the page, not the model: robots.txt does not apply. */
  readonly byUser?: boolean;
  /** The user agreed to fetch from this site against its robots.txt. */
  readonly agreedOrigin?: string;
  /** A fetcher that may reach what the user agreed to. Its documents are not kept, as no other call may see them. */
  readonly fetcher?: Fetcher;
  /** Less than the operator allows. */
  readonly timeoutMs?: number | undefined;
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
const LIST = 'list';

interface Target {
  readonly id: string;
  readonly url: URL;
  readonly accept: string;
  readonly fetcher: Fetcher;
  /** The copy in the cache. */
  readonly known: Document | undefined;
}

/** The documents of this process, the latest last. */
export class Documents {
  readonly #options: DocumentsOptions;
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

  constructor(options: DocumentsOptions) {
    this.#options = options;
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

  /** What may be fetched. */
  get policy(): Policy {
    return this.#options.fetcher.policy;
  }

  /** @throws {FetchError} */
  async get(given: string, wish: Wish): Promise<Got> {
    const fetcher = wish.fetcher ?? this.#options.fetcher;
    const url = fetcher.policy.parse(given);
    url.hash = '';
    if (wish.timeoutMs === undefined) return this.#get(url, wish, fetcher);
    const timeoutMs = Math.min(wish.timeoutMs, this.#options.timeoutMs);
    return withDeadline({ signal: wish.signal, timeoutMs, host: url.host }, (signal) =>
      this.#get(url, { ...wish, signal }, fetcher),
    );
  }

  async #get(url: URL, wish: Wish, fetcher: Fetcher): Promise<Got> {
    await this.#askRobots(url, wish, fetcher);
    const accept = acceptFor(wish.format ?? 'markdown');
    const id = documentId(url.href, accept);
    const known = wish.fetcher === undefined ? this.#kept.peek(id) : undefined;
    if (known !== undefined && wish.fresh !== true && (wish.isLaterPart === true || this.#isYoung(known))) {
      this.#keep(known);
      return { document: known, cached: true, isKept: true };
    }
    return this.#fetch({ id, url, accept, fetcher, known }, wish);
  }

  async #askRobots(url: URL, wish: Wish, fetcher: Fetcher): Promise<void> {
    const isAsked = this.#options.obeysRobots && wish.byUser !== true && wish.agreedOrigin !== url.origin;
    if (isAsked) await this.#options.robots.check(url, fetcher, wish.signal);
  }

  /** What robots.txt says about a URL, whether it is obeyed or not. Throws as `Robots`. */
  robotsVerdict(given: string, signal: AbortSignal): Promise<RobotsVerdict> {
    const { fetcher, robots } = this.#options;
    return robots.verdict(fetcher.policy.parse(given), fetcher, signal);
  }

  #isYoung({ fetchedAt, response }: Document): boolean {
    const mayBeUsed = !/\bno-(?:cache|store)\b/i.test(response.headers['cache-control'] ?? '');
    return mayBeUsed && Date.now() - fetchedAt < this.#options.cacheTtlMs;
  }

  async #fetch({ id, url, accept, fetcher, known }: Target, wish: Wish): Promise<Got> {
    const { userAgentOfUser } = this.#options;
    const response = await fetcher.fetch({
      url,
      accept,
      signal: wish.signal,
      validators: known === undefined ? {} : validatorsOf(known.response),
      ...(wish.byUser === true ? { userAgent: userAgentOfUser } : {}),
      onRedirect: (next) => this.#askRobots(next, wish, fetcher),
    });
    if (response.status === 304 && known !== undefined) {
      known.fetchedAt = Date.now();
      this.#keep(known);
      return { document: known, cached: true, isKept: true };
    }
    const error = toHttpError(url, response);
    if (error !== undefined) throw error;
    const document = createDocument(id, url.href, response);
    if (wish.fetcher !== undefined) return { document, cached: false, isKept: false };
    this.#keep(document);
    if (known !== undefined && !known.response.body.equals(response.body)) this.#events.emit(id);
    return { document, cached: false, isKept: true };
  }

  /** To be called when a text was added to a document: the oldest documents go when all together are too much. */
  weigh(document: Document): void {
    if (this.#kept.peek(document.id) === document) this.#keep(document);
  }

  // Weighs it again, and makes it the last to go. One that is too large by itself is not kept.
  #keep(document: Document): void {
    const { id } = document;
    const wasKept = this.#kept.delete(id);
    this.#kept.set(id, document);
    if (wasKept !== this.#kept.has(id)) this.#events.emit(LIST);
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
