// The fetcher: GET with redirects and retries, with limits on everything.
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
  /** Where it came from, after all redirects. */
  readonly url: URL;
  readonly status: number;
  /** Lower-case names; of repeated headers the values with commas. */
  readonly headers: { readonly [name: string]: string };
  readonly body: Buffer;
  /** The URLs that led here, in order, without the last. */
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
  /** Less than that of the options: of a longer body the beginning is taken. */
  readonly cutAtBytes?: number;
  /** `If-None-Match` and `If-Modified-Since` of an earlier response; not sent to another URL. */
  readonly validators?: { readonly [name: string]: string };
  /** Who asks: no client can have all places. */
  readonly client?: unknown;
  /** Waits until the body may have more than 1 MB; without it none may. */
  readonly enlarge?: () => Promise<void>;
  /** Asked before each hop after the first. May throw. */
  readonly onRedirect?: (url: URL) => Promise<void>;
}

/** Requests at once, and how many of them for one client. */
const REQUESTS = 128;
const REQUESTS_SHARE = 64;
const MAX_REDIRECTS = 10;
const MAX_RETRIES = 2;
/** A server that wants to be left alone for longer is not asked again in the same call. */
const MAX_RETRY_WAIT_MS = 5000;
const FIRST_RETRY_WAIT_MS = 250;
/** Of silence. */
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

  /** What may be fetched. */
  get policy(): Policy {
    return this.#options.policy;
  }

  /** Whether headers or cookies of the operator go along with a request. */
  hasCredentials(url: URL): boolean {
    return Object.keys(this.#credentials(url)).length > 0;
  }

  #credentials(url: URL): { readonly [name: string]: string } {
    const cookie = cookieHeader(this.#options.cookies, url);
    return { ...(cookie === undefined ? {} : { cookie }), ...headersFor(this.#options.profiles, url) };
  }

  /**
   * Fetches with redirects and retries. Resolves for every status that is no redirect, also 404 and 503.
   *
   * @throws {FetchError} for what the policy, a limit or the network forbids; the reason of the signal when it aborts.
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
        const turn = { signal: request.signal, share: request.client };
        const response = await this.#requests.run(turn, () => this.#once(request));
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

  // Which of the two failed, the server or the proxy, is not always known.
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
    // A body that is destroyed says so with an error.
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

// Header values are read as Latin-1. Many servers write UTF-8, and browsers follow that.
const asUtf8 = (value: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
};

/**
 * Runs the work with a signal that aborts when the caller's does, or when the time is over.
 *
 * @throws {FetchError} `timeout` when the time is over; the reason of the caller's signal when that aborts.
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
  // `AbortSignal.timeout` would keep the timer, and all that waits for it, long after the work is done.
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
