// Serving over Streamable HTTP: on a port of its own, or as a web-standard handler.
import type { Server as HttpServer } from 'node:http';
import { Server, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WELL_KNOWN, type Authorization } from '../../auth/protect.ts';
import type { McpServer } from '../../server.ts';
import { MemoryReplayStore, type ReplayStore } from '../../stores/replay-store.ts';
import { createNodeServer, type NodeLimits } from './edge/node-server.ts';
import { WebExchange } from './edge/web.ts';
import { McpEndpoint } from './endpoint.ts';
import { ClientLimiter, type ClientLimits } from './entry/client-limits.ts';
import { bearerTokens, staticToken } from './entry/credentials.ts';
import { guardFor } from './entry/guard.ts';
import {
  HttpHandler,
  type Authorize,
  type Route,
  type HttpTransport,
  type TransportHost,
} from './entry/handler.ts';
import { metadataRoute } from './entry/metadata.ts';
import { notAllowed } from './entry/refusal.ts';

/** How a server is served over HTTP. */
export interface HttpOptions {
  /** The path of the endpoint. Default `/mcp`. */
  readonly path?: string;
  /** Host names, without port, that requests may name. Names of this machine are added when the address is local. */
  readonly allowedHosts?: readonly string[];
  /** Origins of web pages that may use the server, like `https://example.com`. Pages of this machine may when it is local. */
  readonly allowedOrigins?: readonly string[];
  /** Longest accepted body, in bytes. Default 4 MiB. */
  readonly maxBodyBytes?: number;
  /** A token that every request must bring in `Authorization: Bearer`. Default: none is needed. */
  readonly token?: string;
  /** OAuth instead of one token: made by `protect` of `@mcp/runtime/auth`. Adds its host to `allowedHosts`. */
  readonly authorization?: Authorization;
  /** False gives clients of earlier revisions no sessions: every POST stands alone, there is no GET and no DELETE. */
  readonly sessions?: boolean;
  /** Live sessions at the same time. Default 10,000. */
  readonly maxSessions?: number;
  /** Milliseconds without a request or an open stream after which a session ends. Default 30 minutes. */
  readonly sessionIdleMs?: number;
  /** What an endpoint keeps for its clients. Default: in memory. */
  readonly stores?: HttpStores;
  /** Milliseconds between the comments that keep streams alive. Default 15 s. */
  readonly keepAliveMs?: number;
  /**
   * Limits of each client; `Infinity` is none. What is left out has its default for clients of other machines, and no
   * limit for this machine, where a proxy may stand for everybody.
   */
  readonly clientLimits?: ClientLimits;
  /** Transports to serve beside the endpoint, like `httpSse()` of `@mcp/runtime/http-sse`. Default: none. */
  readonly transports?: readonly HttpTransport[];
}

/** What an endpoint keeps for its clients (docs/stores.md). */
export interface HttpStores {
  /** Keeps events for clients that lost the connection. Default: in memory, bounded by `REPLAY_LIMITS`. */
  readonly replay?: ReplayStore;
}

/** Where `serveHttp` listens. */
export interface HttpServeOptions extends HttpOptions, NodeLimits {
  /** Default 127.0.0.1: this machine only. */
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
}

/** A server that listens. */
export interface HttpServing {
  /** The URL of the endpoint. */
  readonly url: string;
  /** Stops listening, answers what was accepted for at most `drainMs` (default 5000), ends all streams. */
  close(drainMs?: number): Promise<void>;
}

const MAX_BODY_BYTES = 4 * 1024 * 1024;

const MAX_SESSIONS = 10_000;

const SESSION_IDLE_MS = 30 * 60 * 1000;

const KEEP_ALIVE_MS = 15_000;

const DRAIN_MS = 5000;

// For requests that are on their way when everything is answered.
const LAST_WORDS_MS = 100;

/**
 * Serves over node:http (basic/transports/streamable-http; all revisions from 2025-03-26 on one endpoint).
 *
 * @throws {TypeError} for an option that cannot be served.
 */
export async function serveHttp(server: McpServer, options: HttpServeOptions = {}): Promise<HttpServing> {
  const { host = '127.0.0.1', port = 0 } = options;
  const handler = createHandler(server, host, options);
  const { http, sent } = createNodeServer(handler, options);
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, host, resolve);
  });
  const address = http.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${name}:${address.port}${options.path ?? '/mcp'}`,
    close: async (drainMs = DRAIN_MS) => {
      const deadline = performance.now() + drainMs;
      const leftMs = (): number => Math.max(0, deadline - performance.now());
      const closed = stopListening(http);
      await handler.close(drainMs);
      await sent(leftMs());
      await Promise.race([closed, sleep(Math.min(LAST_WORDS_MS, leftMs()), undefined, { ref: false })]);
      http.closeAllConnections();
      http.close();
      await closed;
    },
  };
}

// `close` of node:http would also end the connections without a request, where one may be on its way. The next one of
// each connection is its last.
function stopListening(http: HttpServer): Promise<void> {
  http.maxRequestsPerSocket = 1;
  return new Promise((resolve) => void Server.prototype.close.call(http, () => resolve()));
}

/** How `createFetchHandler` serves. */
export interface FetchOptions extends HttpOptions {
  /** The address of the client that a request comes from: requests do not tell. Without it addresses have no limits. */
  readonly remoteAddress?: (request: Request) => string | undefined;
}

/** A handler for hosts that speak web-standard requests. `host` is the name that it is reached by. */
export function createFetchHandler(
  server: McpServer,
  host: string,
  options: FetchOptions = {},
): { fetch(request: Request): Promise<Response>; close(drainMs?: number): Promise<void> } {
  const handler = createHandler(server, host, options);
  return {
    fetch: (request) => {
      const exchange = new WebExchange(request, options.remoteAddress?.(request));
      void handler.handle(exchange);
      return exchange.response;
    },
    close: (drainMs = DRAIN_MS) => handler.close(drainMs),
  };
}

function createHandler(server: McpServer, name: string, options: HttpOptions): HttpHandler {
  const { path = '/mcp', authorization, allowedHosts = [], allowedOrigins = [] } = options;
  const ownHosts = authorization === undefined ? [] : [new URL(authorization.resource).hostname];
  const limiter = new ClientLimiter(options.clientLimits ?? {});
  const host: TransportHost = {
    open: (channel) => server.open(channel),
    requiredScopes: (method, params) => server.requiredScopes(method, params),
    checkSession: (exchange) => limiter.session(exchange),
    maxBodyBytes: options.maxBodyBytes ?? MAX_BODY_BYTES,
    maxSessions: options.maxSessions ?? MAX_SESSIONS,
    keepAliveMs: options.keepAliveMs ?? KEEP_ALIVE_MS,
  };
  const endpoint = new McpEndpoint(
    {
      open: (channel, opening) => server.open(channel, opening),
      limits: server.limits,
      requiredScopes: host.requiredScopes,
      paramHeaders: (tool) => server.paramHeaders(tool),
    },
    {
      ...host,
      hasSessions: options.sessions ?? true,
      idleMs: options.sessionIdleMs ?? SESSION_IDLE_MS,
      replay: options.stores?.replay ?? new MemoryReplayStore(),
      report: (message, error) => server.report({ level: 'error', message, error }),
    },
  );
  return new HttpHandler({
    guard: guardFor(name, { allowedHosts: [...allowedHosts, ...ownHosts], allowedOrigins }),
    authorize: authorizeWith(server, options),
    limiter,
    routes: routesOf([
      ...metadataRoutes(path, authorization),
      [path, endpoint],
      ['/healthz', HEALTH],
      ...(options.transports ?? []).flatMap((transport) => [...transport(host)]),
    ]),
  });
}

function routesOf(routes: readonly (readonly [path: string, route: Route])[]): ReadonlyMap<string, Route> {
  const byPath = new Map<string, Route>();
  for (const [path, route] of routes) {
    if (!path.startsWith('/')) throw new TypeError(`a path must begin with "/", unlike "${path}"`);
    if (byPath.has(path)) throw new TypeError(`the path ${path} is served already; choose another one`);
    byPath.set(path, route);
  }
  return byPath;
}

function authorizeWith(server: McpServer, { token, authorization }: HttpOptions): Authorize | undefined {
  if (token === '') throw new TypeError('an empty token lets everybody in; leave it out or give one');
  if (authorization === undefined) return token === undefined ? undefined : staticToken(token);
  if (token !== undefined) throw new TypeError('give either a token or an authorization, not both');
  return bearerTokens(authorization, (error) =>
    server.report({ level: 'error', message: 'a token could not be checked', error }),
  );
}

// A proxy may show the endpoint under another path than its own, or pass the well-known paths on as they are.
function metadataRoutes(path: string, authorization: Authorization | undefined): [string, Route][] {
  if (authorization === undefined) return [];
  const route = metadataRoute(authorization);
  const paths = [...authorization.metadataPaths, `${WELL_KNOWN}${path}`];
  return [...new Set(paths)].map((known) => [known, route]);
}

const HEALTH: Route = {
  isPublic: true,
  handle: (exchange) => {
    if (exchange.method !== 'GET' && exchange.method !== 'HEAD')
      throw notAllowed(exchange.method, 'GET, HEAD, OPTIONS');
    exchange.respond(200, { 'content-type': 'text/plain' }, 'ok\n');
  },
};
