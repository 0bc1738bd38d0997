// Fetcher: sends GET requests, follows redirects and retries, within limits.
import { setTimeout as delay } from 'node:timers/promises';
import { Budget } from '@mcp/limited-work/budget';
import { FetchError, shown } from '../failure.ts';
import type { Policy } from '../guard/policy.ts';
import { ACCEPT_ENCODING, readBody } from './body.ts';
import { Connections, type ConnectionOptions } from './connections.ts';
import { isBroken, readRetryAfter, toFailure } from './failures.ts';
import type { Options } from '../options.ts';
import { cookieHeader } from './cookies.ts';
import { headersFor } from './header-profiles.ts';

/** One response, whole and decoded. */
export interface HttpResponse {
  /** The URL after all redirects. */
  readonly url: URL;
  readonly status: number;
  /** Names are in lower case. Values of repeated headers are joined by commas. */
  readonly headers: { readonly [name: string]: string };
  readonly body: Buffer;
  /** The URLs before `url`, in order. */
  readonly redirects: readonly string[];
}

/** Limits and identity of the fetcher. */
export interface FetcherOptions
  extends
    Omit<ConnectionOptions, 'idleMs'>,
    Pick<Options, 'userAgent' | 'profiles' | 'cookies' | 'timeoutMs'> {
  /** Of a decoded body. */
  readonly maxBytes: number;
}

/** One fetch. */
export interface FetchRequest {
  readonly url: URL;
  readonly accept: string;
  readonly signal: AbortSignal;
  /** Default: that of the options. */
  readonly userAgent?: string;
  /** Cut a longer body instead of failing. */
  readonly cutAtBytes?: number;
  /** `If-None-Match` and `If-Modified-Since` of an earlier response. Not sent after a redirect. */
  readonly validators?: { readonly [name: string]: string };
  /** The caller, which gets a share of the concurrent requests. */
  readonly client?: unknown;
  /** Waits for a slot for a body above 1 MB. Without it larger bodies fail. */
  readonly enlarge?: () => Promise<void>;
  /** Called before each redirect. May throw. */
  readonly onRedirect?: (url: URL) => Promise<void>;
}

/** Maximum number of concurrent requests, in all and per client. */
const REQUESTS = 128;
const REQUESTS_SHARE = 64;
const MAX_REDIRECTS = 10;
const MAX_RETRIES = 2;
/** A server with a longer `Retry-After` is not retried. */
const MAX_RETRY_WAIT_MS = 5000;
const FIRST_RETRY_WAIT_MS = 250;
/** Maximum silence of a server. */
const MAX_IDLE_MS = 15_000;
const RETRIED = new Set([429, 502, 503, 504]);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Fetches URLs. */
export class Fetcher {
  readonly #options: FetcherOptions;
  readonly #connections: Connections;
  readonly #requests = new Budget(REQUESTS, REQUESTS_SHARE);

  constructor(options: FetcherOptions) {
    this.#options = options;
    this.#connections = new Connections({ ...options, idleMs: Math.min(MAX_IDLE_MS, options.timeoutMs) });
  }

  /** Decides what may be fetched. */
  get policy(): Policy {
    return this.#options.policy;
  }

  /** Whether a request to this URL contains headers or cookies of the operator. */
  hasCredentials(url: URL): boolean {
    return Object.keys(this.#credentials(url)).length > 0;
  }

  #credentials(url: URL): { readonly [name: string]: string } {
    const cookie = cookieHeader(this.#options.cookies, url);
    return { ...(cookie === undefined ? {} : { cookie }), ...headersFor(this.#options.profiles, url) };
  }

  /**
   * Fetches with redirects and retries. Resolves for every other status, including 404 and 503.
   *
   * @throws {FetchError} if the policy, a limit or the network prevents it; the reason of the signal if it aborts.
   */
  async fetch(request: FetchRequest): Promise<HttpResponse> {
    const { timeoutMs } = this.#options;
    return withDeadline(request.url.host, { signal: request.signal, timeoutMs }, (signal) =>
      this.#follow({ ...request, signal }),
    );
  }

  async #follow(request: FetchRequest): Promise<HttpResponse> {
    const redirects: string[] = [];
    let { url } = request;
    for (;;) {
      this.policy.checkUrl(url);
      if (redirects.length > 0) await request.onRedirect?.(url);
      const isFirst = redirects.length === 0;
      const response = await this.#tryOften({ ...request, url, ...(isFirst ? {} : { validators: {} }) });
      const { location } = response.headers;
      if (!REDIRECTS.has(response.status) || location === undefined) return { ...response, redirects };
      if (redirects.length === MAX_REDIRECTS)
        throw new FetchError(
          'too_many_redirects',
          `${request.url.href} redirects more than ${MAX_REDIRECTS} times.`,
        );
      redirects.push(url.href);
      url = this.policy.parse(asUtf8(location), url);
    }
  }

  async #tryOften(request: FetchRequest): Promise<Omit<HttpResponse, 'redirects'>> {
    for (let retry = 0; ; retry += 1) {
      const isLast = retry === MAX_RETRIES;
      const backoff = FIRST_RETRY_WAIT_MS * 2 ** retry;
      let wait: number;
      try {
        const { signal, client: share } = request;
        const response = await this.#requests.run({ signal, share }, () => this.#once(request));
        if (isLast || !RETRIED.has(response.status)) return response;
        wait = readRetryAfter(response.headers['retry-after'], Date.now()) ?? backoff;
        if (wait > MAX_RETRY_WAIT_MS) return response;
      } catch (error) {
        if (isLast || !isBroken(error)) throw toFailure(this.#peer(request.url), error);
        wait = backoff;
      }
      await delay(wait, undefined, { signal: request.signal });
    }
  }

  // It is not always known whether the server or the proxy failed.
  #peer(url: URL): string {
    return this.#options.proxyFor(url) === undefined
      ? shown(url.host)
      : `${shown(url.host)} through the proxy`;
  }

  async #once({ url, accept, signal, ...rest }: FetchRequest): Promise<Omit<HttpResponse, 'redirects'>> {
    const { userAgent, maxBytes } = this.#options;
    const sent = {
      accept,
      'accept-encoding': ACCEPT_ENCODING,
      'user-agent': rest.userAgent ?? userAgent,
      ...this.#credentials(url),
      ...rest.validators,
    };
    const response = await this.#connections.get(url, sent, signal);
    const { statusCode: status, body: stream } = response;
    const headers = flatten(response.headers);
    // A destroyed body emits an error.
    stream.on('error', () => {});
    if (REDIRECTS.has(status) && headers['location'] !== undefined) {
      stream.destroy();
      return { url, status, headers, body: Buffer.alloc(0) };
    }
    const { cutAtBytes, enlarge } = rest;
    const body = await readBody(stream, headers, { maxBytes, cutAtBytes, enlarge });
    const isDelimited = 'content-length' in headers || 'transfer-encoding' in headers;
    if (!isDelimited && response.wasReset())
      throw Object.assign(new Error('reset in a body without a length'), { code: 'ECONNRESET' });
    return { url, status, headers, body };
  }
}

const flatten = (headers: NodeJS.Dict<string | string[]>): HttpResponse['headers'] => {
  const flat: { [name: string]: string } = Object.create(null);
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) flat[name] = typeof value === 'string' ? value : value.join(', ');
  return flat;
};

// Header values are decoded as Latin-1. Many servers send UTF-8, which browsers accept.
const asUtf8 = (value: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
};

/**
 * Runs work with a signal that aborts with the caller's, or after the time limit.
 *
 * @throws {FetchError} `timeout` after the time limit; the reason of the caller's signal if that aborts.
 */
export const withDeadline = async <T>(
  what: string,
  { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  signal.throwIfAborted();
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  // `AbortSignal.timeout` would hold its listeners in memory long after the work is done.
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    return await work(controller.signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!controller.signal.aborted) throw error;
    throw new FetchError('timeout', `${what} took longer than ${timeoutMs / 1000} seconds.`, {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
};
