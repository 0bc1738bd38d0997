// The fetcher: GET with limits on everything, over connections that the guard has checked.
import { isIPv4 } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Agent, Dispatcher } from 'undici';
import { FetchError } from '../failure.ts';
import { guardedConnector, type ConnectorOptions } from '../guard/connector.ts';
import type { Resolve } from '../guard/lookup.ts';
import { Opening } from '../guard/opening.ts';
import type { Policy } from '../guard/policy.ts';
import type * as body from './body.ts';
import { withDeadline } from './deadline.ts';
import { headersFor, type HeaderProfiles } from './header-profiles.ts';
import type { HttpResponse } from './response.ts';
import { readRetryAfter } from './retry-after.ts';
import { isBroken, toFailure } from './transport-failure.ts';
import { loadUndici } from './undici.ts';

/** Limits and identity of the fetcher. */
export interface FetcherOptions extends Omit<ConnectorOptions, 'timeoutMs' | 'ca' | 'opening'> {
  /** Certificates in PEM that are trusted besides those of Node. */
  readonly ca?: readonly string[];
  /** Sent when the model decided to fetch. */
  readonly userAgent: string;
  readonly profiles: HeaderProfiles;
  /** Of a decoded body. */
  readonly maxBytes: number;
  /** For one fetch, with all its redirects and retries. */
  readonly timeoutMs: number;
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
  /** Asked before each hop after the first. May throw. */
  readonly onRedirect?: (url: URL) => Promise<void>;
}

type RequestOptions = Dispatcher.RequestOptions & { readonly origin: string };

const MAX_REDIRECTS = 10;
const MAX_RETRIES = 2;
const MAX_HEADER_BYTES = 32_768;
/** A server that wants to be left alone for longer is not asked again in the same call. */
const MAX_RETRY_WAIT_MS = 5000;
const FIRST_RETRY_WAIT_MS = 250;
/** Of silence. */
const MAX_IDLE_MS = 15_000;
const RETRIED = new Set([429, 502, 503, 504]);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Fetches URLs. Sockets are kept for a moment, so that the next page of the same site comes sooner. */
export class Fetcher {
  readonly #options: FetcherOptions;
  readonly #opening = new Opening();
  #agent: Promise<Agent> | undefined;
  /** With the decompressors, which the start has no time for. */
  #bodies: Promise<typeof body> | undefined;

  constructor(options: FetcherOptions) {
    this.#options = options;
  }

  /** What may be fetched. */
  get policy(): Policy {
    return this.#options.policy;
  }

  /**
   * Fetches with redirects and retries. Resolves for every status that is no redirect, also 404 and 503.
   *
   * @throws {FetchError} for what the policy, a limit or the network forbids; the reason of the signal when it aborts.
   */
  async fetch(request: FetchRequest): Promise<HttpResponse> {
    const { timeoutMs } = this.#options;
    const { host } = request.url;
    return withDeadline({ signal: request.signal, timeoutMs, host }, async (signal) => {
      try {
        return await this.#follow({ ...request, signal });
      } catch (error) {
        throw toFailure(host, error);
      }
    });
  }

  /** One of its own for a single host, at these addresses, which the user allows. Close it when it is done. */
  granted(hostname: string, addresses: readonly string[]): Fetcher {
    const policy = this.policy.granting(hostname, addresses);
    const resolve: Resolve = async (name) =>
      name === hostname
        ? addresses.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }))
        : this.#options.resolve(name);
    return new Fetcher({ ...this.#options, policy, resolve });
  }

  /** Closes all sockets. */
  async close(): Promise<void> {
    const agent = await this.#agent;
    this.#agent = undefined;
    await agent?.destroy();
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
      url = this.policy.parse(location, url);
    }
  }

  async #tryOften(request: FetchRequest): Promise<Omit<HttpResponse, 'redirects'>> {
    for (let retry = 0; ; retry += 1) {
      const isLast = retry === MAX_RETRIES;
      const backoff = FIRST_RETRY_WAIT_MS * 2 ** retry;
      let wait: number;
      try {
        const response = await this.#once(request);
        if (isLast || !RETRIED.has(response.status)) return response;
        wait = readRetryAfter(response.headers['retry-after'], Date.now()) ?? backoff;
        if (wait > MAX_RETRY_WAIT_MS) return response;
      } catch (error) {
        if (isLast || !isBroken(error)) throw error;
        wait = backoff;
      }
      await delay(wait, undefined, { signal: request.signal });
    }
  }

  async #once({ url, accept, signal, ...rest }: FetchRequest): Promise<Omit<HttpResponse, 'redirects'>> {
    const { userAgent, profiles } = this.#options;
    const isCut = rest.cutAtBytes !== undefined;
    const maxBytes = Math.min(rest.cutAtBytes ?? Infinity, this.#options.maxBytes);
    signal.throwIfAborted();
    const { ACCEPT_ENCODING, readBody, tooLarge } = await (this.#bodies ??= import('./body.ts'));
    const agent = await (this.#agent ??= this.#createAgent());
    const response = await this.#ask(
      agent,
      {
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: 'GET',
        headers: {
          accept,
          'accept-encoding': ACCEPT_ENCODING,
          'user-agent': rest.userAgent ?? userAgent,
          ...headersFor(profiles, url),
          ...rest.validators,
        },
      },
      signal,
    );
    const headers = flatten(response.headers);
    // A body that is destroyed says so with an error.
    response.body.on('error', () => {});
    if (REDIRECTS.has(response.statusCode) && headers['location'] !== undefined) {
      response.body.destroy();
      return { url, status: response.statusCode, headers, body: Buffer.alloc(0) };
    }
    if (!isCut && Number(headers['content-length']) > maxBytes) {
      response.body.destroy();
      throw tooLarge(maxBytes);
    }
    const content = await readBody(response.body, headers['content-encoding'] ?? '', { maxBytes, isCut });
    return { url, status: response.statusCode, headers, body: content };
  }

  async #ask(agent: Agent, options: RequestOptions, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    using waiting = this.#opening.wait(options.origin, signal);
    void waiting;
    // undici answers to a signal only when the connection is open.
    using aborted = rejectOnAbort(signal);
    return await Promise.race([agent.request({ ...options, signal }), aborted.promise]);
  }

  async #createAgent(): Promise<Agent> {
    const undici = await loadUndici();
    const { ca } = this.#options;
    // Given some, Node trusts no others.
    const trusted = ca === undefined ? {} : { ca: [...(await import('node:tls')).rootCertificates, ...ca] };
    const idleMs = Math.min(MAX_IDLE_MS, this.#options.timeoutMs);
    return new undici.Agent({
      connect: guardedConnector(undici, {
        ...this.#options,
        ...trusted,
        timeoutMs: idleMs,
        opening: this.#opening,
      }),
      headersTimeout: idleMs,
      bodyTimeout: idleMs,
      maxHeaderSize: MAX_HEADER_BYTES,
      connections: 6,
    });
  }
}

const rejectOnAbort = (signal: AbortSignal): Disposable & { readonly promise: Promise<never> } => {
  let onAbort = (): void => {};
  const promise = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  return { promise, [Symbol.dispose]: () => signal.removeEventListener('abort', onAbort) };
};

const flatten = (headers: NodeJS.Dict<string | string[]>): { readonly [name: string]: string } => {
  const flat: { [name: string]: string } = Object.create(null);
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) flat[name] = typeof value === 'string' ? value : value.join(', ');
  return flat;
};
