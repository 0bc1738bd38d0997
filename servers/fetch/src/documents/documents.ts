// All documents: fetched when they are asked for, kept for a while, asked for again with what the server calls them.
import { FetchError } from '../failure.ts';
import type { HtmlThreads } from '../html/html-threads.ts';
import type { Fetcher } from '../http/fetcher.ts';
import { toHttpError } from '../http/http-error.ts';
import type { HttpResponse } from '../http/response.ts';
import type { Robots } from '../robots/robots.ts';
import { decodeText } from '../text/charset.ts';
import { stripInvisible } from '../text/invisible.ts';
import { createDocument, documentId, shortHash, type Document, type Format, type View } from './document.ts';

/** What documents need. */
export interface DocumentsOptions {
  readonly fetcher: Fetcher;
  /** Undefined when the operator does not care for robots.txt. */
  readonly robots: Robots | undefined;
  readonly threads: HtmlThreads;
  /** How long a document is used without asking its server. */
  readonly cacheTtlMs: number;
  /** Sent when the user decided to fetch. */
  readonly userAgentOfUser: string;
}

/** How a document is wanted. */
export interface Wish {
  readonly signal: AbortSignal;
  /** Ask its server in any case. */
  readonly fresh?: boolean;
  /** A later part of a document that is here: it must fit the earlier ones. */
  readonly isLaterPart?: boolean;
  /** The user chose the page, not the model: robots.txt does not apply. */
  readonly byUser?: boolean;
}

/** A document, and whether its server was left in peace. */
export interface Got {
  readonly document: Document;
  readonly cached: boolean;
}

const ACCEPT = 'text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, text/plain;q=0.8, */*;q=0.5';
const MAX_CACHE_BYTES = 64_000_000;
const MAX_DOCUMENTS = 200;

/** The documents of this process, the latest last. */
export class Documents {
  readonly #options: DocumentsOptions;
  readonly #kept = new Map<string, Document>();
  readonly #watchers = new Map<string, Set<() => void>>();
  #bytes = 0;

  constructor(options: DocumentsOptions) {
    this.#options = options;
  }

  /** The latest first. */
  get recent(): readonly Document[] {
    return [...this.#kept.values()].toReversed();
  }

  find(id: string): Document | undefined {
    return this.#kept.get(id);
  }

  /** Calls back when another content was fetched. Returns what ends that. */
  watch(id: string, changed: () => void): () => void {
    const watchers = this.#watchers.get(id) ?? new Set();
    this.#watchers.set(id, watchers.add(changed));
    return () => {
      watchers.delete(changed);
      if (watchers.size === 0) this.#watchers.delete(id);
    };
  }

  /** @throws {FetchError} */
  async get(given: string, wish: Wish): Promise<Got> {
    const { fetcher, robots, cacheTtlMs } = this.#options;
    const url = fetcher.policy.parse(given);
    url.hash = '';
    if (wish.byUser !== true) await robots?.check(url, wish.signal);
    const known = this.#kept.get(documentId(url.href));
    const isYoung = known !== undefined && Date.now() - known.fetchedAt < cacheTtlMs;
    if (known !== undefined && wish.fresh !== true && (isYoung || wish.isLaterPart === true)) {
      this.#keep(known);
      return { document: known, cached: true };
    }
    return this.#fetch(url, known, wish);
  }

  /** The text of a document. @throws {FetchError} `unsupported_type` when it has none. */
  async view(document: Document, format: Format, signal: AbortSignal): Promise<View> {
    const wanted = document.kind === 'html' ? format : 'raw';
    const known = document.views.get(wanted);
    if (known !== undefined) {
      try {
        return await known;
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof FetchError) throw error;
        // The call that began it was cancelled; this one was not.
      }
    }
    const view = this.#read(document, wanted, signal);
    document.views.set(wanted, view);
    view.catch(() => {
      if (document.views.get(wanted) === view) document.views.delete(wanted);
    });
    return view;
  }

  async #fetch(url: URL, known: Document | undefined, wish: Wish): Promise<Got> {
    const { fetcher, robots, userAgentOfUser } = this.#options;
    const byUser = wish.byUser === true;
    const response = await fetcher.fetch({
      url,
      accept: ACCEPT,
      signal: wish.signal,
      validators: known === undefined ? {} : validatorsOf(known.response),
      ...(byUser
        ? { userAgent: userAgentOfUser }
        : { onRedirect: async (next) => robots?.check(next, wish.signal) }),
    });
    if (response.status === 304 && known !== undefined) {
      known.fetchedAt = Date.now();
      this.#keep(known);
      return { document: known, cached: true };
    }
    const error = toHttpError(url, response);
    if (error !== undefined) throw error;
    const document = createDocument(url.href, response);
    this.#keep(document);
    if (known !== undefined && !known.response.body.equals(response.body))
      for (const changed of this.#watchers.get(document.id) ?? []) changed();
    return { document, cached: false };
  }

  #keep(document: Document): void {
    this.#drop(document.id);
    this.#kept.set(document.id, document);
    this.#bytes += document.response.body.length;
    for (const id of this.#kept.keys()) {
      if (this.#bytes <= MAX_CACHE_BYTES && this.#kept.size <= MAX_DOCUMENTS) return;
      if (id !== document.id) this.#drop(id);
    }
  }

  #drop(id: string): void {
    this.#bytes -= this.#kept.get(id)?.response.body.length ?? 0;
    this.#kept.delete(id);
  }

  async #read({ kind, url, response }: Document, format: Format, signal: AbortSignal): Promise<View> {
    if (kind !== 'html' && kind !== 'text')
      throw new FetchError(
        'unsupported_type',
        `${url} is ${response.headers['content-type'] ?? kind}, not text.`,
      );
    const contentType = response.headers['content-type'] ?? '';
    const { text, charset } = decodeText(response.body, contentType, kind === 'html');
    if (format === 'raw' || kind === 'text') {
      const shown = stripInvisible(text);
      return { text: shown, charset, hash: shortHash(shown), method: 'raw' };
    }
    const job = { html: text, url: response.url.href, format, simplify: true } as const;
    const page = await this.#options.threads.read(job, signal);
    return { ...page, charset, hash: shortHash(page.text) };
  }
}

// After a redirect they are those of another URL.
const validatorsOf = ({ headers, redirects }: HttpResponse): { readonly [name: string]: string } => {
  const { etag, 'last-modified': modified } = headers;
  if (redirects.length > 0) return {};
  if (etag !== undefined) return { 'if-none-match': etag };
  return modified === undefined ? {} : { 'if-modified-since': modified };
};
