// Connections: a few for each origin, kept for a moment; made through the guard, or through a proxy after its checks.
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

/** How connections are made. */
export interface ConnectionOptions {
  readonly policy: Policy;
  /** DNS. */
  readonly resolve: Resolve;
  /** The proxy for a URL, if there is one. The operator chose it, so it may be anywhere. */
  readonly proxyFor: (url: URL) => URL | undefined;
  /** Certificates in PEM that are trusted besides those of Node. */
  readonly ca?: readonly string[] | undefined;
  /** The longest silence of the other end. */
  readonly idleMs: number;
}

type Headers = { readonly [name: string]: string };

/** A way to an origin. */
interface Route {
  /** Under which its dispatcher is kept. */
  readonly key: string;
  readonly origin: string;
  readonly headers: Headers;
  readonly proxy?: URL;
  /** The name in the certificate, where the origin is an address. */
  readonly servername?: string | undefined;
}

/** A response whose headers are there. */
export interface OpenResponse extends Dispatcher.ResponseData {
  /** Whether a connection of its origin broke since it began: undici takes what came before that for a whole body. */
  readonly wasReset: () => boolean;
}

interface OpenRoute {
  readonly dispatcher: Dispatcher;
  /** Ends sockets that are still being opened: a dispatcher only ends those that are open. */
  readonly opening: AbortController;
  /** Requests whose response is not whole yet. */
  requests: number;
  /** Connections that broke. */
  resets: number;
}

const MAX_ROUTES = 32;
const MAX_SOCKETS_PER_ROUTE = 6;
/** How long an idle socket is kept, even if its server would keep it for longer. */
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

  /** The response to a GET, as soon as its headers are there. Rejects with the reason of the signal when it aborts. */
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

  // The proxy gets an address that was checked here, so that it does not resolve the name to another one. Only where
  // the policy allows every address it gets the name.
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
    // From here to the request nothing waits: a call for another origin could close a route that has no request yet.
    const open = this.#open.get(key) ?? this.#openRoute(library, route);
    open.requests += 1;
    const { resets } = open;
    // undici connects once more for a request that was given up, so nothing is left of a route that nothing else uses.
    const leave = (isWhole: boolean): void => {
      open.requests -= 1;
      if (isWhole || open.requests > 0) return;
      if (this.#open.peek(key) === open) this.#open.delete(key);
      void end(open);
    };
    const request = { origin, headers, path: `${pathname}${search}`, method: 'GET', signal } as const;
    try {
      // One that waits for its connection does not hear of its signal.
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
    // Given some, Node trusts no others.
    const trusted = ca === undefined ? {} : { ca: [...rootCertificates, ...ca] };
    const opening = new AbortController();
    // TCP's own probes after a minute: every wait here is shorter. In Wine a socket that asks for them does not
    // connect.
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

// undici says it in the message only.
const tunnelStatus = (error: unknown): number | undefined => {
  const status = error instanceof Error ? /^Proxy response \((\d+)\)/.exec(error.message)?.[1] : undefined;
  return status === undefined ? undefined : Number(status);
};

const end = async ({ dispatcher, opening }: OpenRoute): Promise<void> => {
  opening.abort();
  await dispatcher.destroy();
};
