// Connections: a few per origin, kept alive briefly, through the guard or a proxy.
import { isIP } from 'node:net';
import { rootCertificates } from 'node:tls';
import { LRUCache } from 'lru-cache';
import type { Dispatcher } from 'undici';
import { FetchError, shown } from '../failure.ts';
import { checkedLookup, guardedConnector, resolveChecked } from '../guard/connector.ts';
import type { Policy } from '../guard/policy.ts';
import type { Resolve } from '../guard/resolver.ts';
import { untilAborted } from '../shared-work.ts';
import type * as undici from './undici.ts';

/** Options of connections. */
export interface ConnectionOptions {
  readonly policy: Policy;
  readonly resolve: Resolve;
  /** Returns the proxy for a URL. The operator chose it, so any address is allowed. */
  readonly proxyFor: (url: URL) => URL | undefined;
  /** Additional certificates in PEM. */
  readonly ca?: readonly string[] | undefined;
  /** Maximum silence of the other end. */
  readonly idleMs: number;
}

type Headers = { readonly [name: string]: string };

/** A route to an origin, direct or through a proxy. */
interface Route {
  /** Key of its dispatcher. */
  readonly key: string;
  readonly origin: string;
  readonly headers: Headers;
  readonly proxy?: URL;
  /** The name in the certificate if the origin is an address. */
  readonly servername?: string | undefined;
}

/** A response whose headers have arrived. */
export interface OpenResponse extends Dispatcher.ResponseData {
  /** Whether a connection of its origin was reset meanwhile: undici treats what came before as a whole body. */
  readonly wasReset: () => boolean;
}

interface OpenRoute {
  readonly dispatcher: Dispatcher;
  /** Closes sockets that are still opening, which a dispatcher does not. */
  readonly opening: AbortController;
  /** Unfinished requests. */
  requests: number;
  /** Connections that were reset. */
  resets: number;
}

const MAX_ROUTES = 32;
const MAX_SOCKETS_PER_ROUTE = 6;
/** Maximum time of an idle socket. */
const KEEP_ALIVE_MS = 4000;
const MAX_HEADER_BYTES = 32_768;

/** Sends requests over connections that the policy allows. */
export class Connections {
  readonly #options: ConnectionOptions;
  #library: typeof undici | undefined;
  readonly #open = new LRUCache<string, OpenRoute>({
    max: MAX_ROUTES,
    dispose: ({ dispatcher }, _key, reason) => {
      if (reason === 'evict') void dispatcher.close();
    },
  });

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** Sends a GET and returns the response after its headers. Rejects with the reason of the signal if it aborts. */
  async get(url: URL, headers: Headers, signal: AbortSignal): Promise<OpenResponse> {
    const proxy = this.#options.proxyFor(url);
    const { origin } = url;
    if (proxy === undefined) return this.#send({ key: origin, origin, headers }, url, signal);
    try {
      return await this.#send(await this.#tunnel(proxy, url, headers), url, signal);
    } catch (error) {
      const status = tunnelStatus(error);
      if (status === undefined) throw error;
      const problem = `The proxy did not open a connection to ${shown(url.host)}: it answered ${status}.`;
      throw new FetchError('connection_failed', problem, {
        hint: 'The operator can let the proxy open tunnels (CONNECT) to that port.',
        cause: error,
      });
    }
  }

  // The proxy gets a checked address, so that it cannot resolve the name to another one. It gets the name only if the
  // policy allows every address.
  async #tunnel(proxy: URL, url: URL, headers: Headers): Promise<Route> {
    const { policy, resolve } = this.#options;
    policy.checkHost(url.hostname);
    const isName = isIP(url.hostname.replace(/^\[(.*)\]$/, '$1')) === 0;
    const [checked] = isName && !policy.isOpen ? await resolveChecked(policy, resolve, url.hostname) : [];
    const target = new URL(url.origin);
    if (checked !== undefined)
      target.hostname = checked.family === 6 ? `[${checked.address}]` : checked.address;
    return {
      ...{ key: `${proxy.href} ${url.origin}`, origin: target.origin, proxy },
      ...{ headers: { ...headers, host: url.host }, servername: isName ? url.hostname : undefined },
    };
  }

  async #send(route: Route, { pathname, search }: URL, signal: AbortSignal): Promise<OpenResponse> {
    const { key, origin, headers } = route;
    const library = (this.#library ??= await import('./undici.ts'));
    signal.throwIfAborted();
    // No await until the request: a call for another origin could close a route without requests.
    const open = this.#open.get(key) ?? this.#openRoute(library, route);
    open.requests += 1;
    const { resets } = open;
    // undici reconnects for an abandoned request, so an unused route is closed completely.
    const leave = (isWhole: boolean): void => {
      open.requests -= 1;
      if (isWhole || open.requests > 0) return;
      if (this.#open.peek(key) === open) this.#open.delete(key);
      void end(open);
    };
    const request = { origin, headers, path: `${pathname}${search}`, method: 'GET', signal } as const;
    try {
      // A request that waits for its connection ignores its signal.
      const response = await untilAborted(open.dispatcher.request(request), signal);
      response.body.once('close', () => leave(response.body.readableEnded));
      return { ...response, wasReset: () => open.resets > resets };
    } catch (error) {
      leave(false);
      throw error;
    }
  }

  #openRoute({ buildConnector, Pool, ProxyAgent }: typeof undici, route: Route): OpenRoute {
    const { idleMs, ca, policy, resolve } = this.#options;
    const { key, origin, proxy, servername } = route;
    // Given certificates, Node.js trusts no others.
    const trusted = ca === undefined ? {} : { ca: [...rootCertificates, ...ca] };
    const opening = new AbortController();
    // Every wait is shorter than the minute before TCP probes, and in Wine sockets with probes do not connect.
    const tls = { ...trusted, timeout: idleMs, signal: opening.signal, keepAlive: false };
    const limits = {
      headersTimeout: idleMs,
      bodyTimeout: idleMs,
      maxHeaderSize: MAX_HEADER_BYTES,
      connections: MAX_SOCKETS_PER_ROUTE,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
    };
    const direct = (): Dispatcher => {
      const connect = buildConnector({ ...tls, lookup: checkedLookup(policy, resolve) });
      return new Pool(origin, {
        ...{ ...limits, connect: guardedConnector(connect, policy, () => void (open.resets += 1)) },
      });
    };
    const requestTls = servername === undefined ? tls : { ...tls, servername };
    const dispatcher = proxy
      ? new ProxyAgent({ ...limits, uri: proxy.href, proxyTls: tls, requestTls })
      : direct();
    const open = { dispatcher, opening, requests: 0, resets: 0 };
    this.#open.set(key, open);
    return open;
  }
}

// undici has the status only in the message.
const tunnelStatus = (error: unknown): number | undefined => {
  const status = error instanceof Error ? /^Proxy response \((\d+)\)/.exec(error.message)?.[1] : undefined;
  return status === undefined ? undefined : Number(status);
};

const end = async ({ dispatcher, opening }: OpenRoute): Promise<void> => {
  opening.abort();
  await dispatcher.destroy();
};
