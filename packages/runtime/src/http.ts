// @mcp/runtime/http: serves a server over Streamable HTTP, with node:http or as a web-standard handler.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { McpServer } from './server.ts';
import { guardFor } from './transports/http/guard.ts';
import { McpEndpoint } from './transports/http/endpoint.ts';
import { HttpHandler, type Route } from './transports/http/handler.ts';
import { NodeExchange } from './transports/http/node.ts';
import { staticToken } from './transports/http/static-token.ts';
import { WebExchange } from './transports/http/web.ts';

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
  /** False gives clients of earlier revisions no sessions: every POST stands alone, there is no GET and no DELETE. */
  readonly sessions?: boolean;
  /** Live sessions at the same time. Default 10,000. */
  readonly maxSessions?: number;
  /** Milliseconds without a request after which a session ends. Default 30 minutes. */
  readonly sessionIdleMs?: number;
  /** Milliseconds between the comments that keep streams alive. Default 15 s. */
  readonly keepAliveMs?: number;
}

/** Where `serveHttp` listens. */
export interface HttpServeOptions extends HttpOptions {
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

const FOUR_MEBIBYTES = 4 * 1024 * 1024;
const HALF_AN_HOUR = 30 * 60 * 1000;
const DRAIN_MS = 5000;

/** Serves over node:http (basic/transports/streamable-http; all revisions from 2025-03-26 on one endpoint). */
export async function serveHttp(server: McpServer, options: HttpServeOptions = {}): Promise<HttpServing> {
  const { host = '127.0.0.1', port = 0 } = options;
  const handler = createHandler(server, host, options);
  // The guard answers a request without Host itself, with a body that says why.
  const http = createServer({ requireHostHeader: false }, (request, response) => {
    void handler.handle(new NodeExchange(request, response));
  });
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, host, resolve);
  });
  const address = http.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${name}:${address.port}${options.path ?? '/mcp'}`,
    close: async (drainMs = DRAIN_MS) => {
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      await handler.close(drainMs);
      http.closeAllConnections();
      await closed;
    },
  };
}

/** A handler for hosts that speak web-standard requests. `host` is the name that it is reached by. */
export function createFetchHandler(
  server: McpServer,
  host: string,
  options: HttpOptions = {},
): { fetch(request: Request): Promise<Response>; close(drainMs?: number): Promise<void> } {
  const handler = createHandler(server, host, options);
  return {
    fetch: (request) => {
      const exchange = new WebExchange(request);
      void handler.handle(exchange);
      return exchange.response;
    },
    close: (drainMs = DRAIN_MS) => handler.close(drainMs),
  };
}

function createHandler(server: McpServer, host: string, options: HttpOptions): HttpHandler {
  if (options.token === '') throw new TypeError('an empty token lets everybody in; leave it out or give one');
  const { path = '/mcp', token, allowedHosts = [], allowedOrigins = [] } = options;
  const endpoint = new McpEndpoint(
    { open: (channel) => server.open(channel), paramHeaders: (tool) => server.paramHeaders(tool) },
    {
      maxBodyBytes: options.maxBodyBytes ?? FOUR_MEBIBYTES,
      hasSessions: options.sessions ?? true,
      maxSessions: options.maxSessions ?? 10_000,
      idleMs: options.sessionIdleMs ?? HALF_AN_HOUR,
      keepAliveMs: options.keepAliveMs ?? 15_000,
      replay: { maxEvents: 1000, maxBytes: FOUR_MEBIBYTES },
    },
  );
  return new HttpHandler({
    guard: guardFor(host, { allowedHosts, allowedOrigins }),
    authorize: token === undefined ? undefined : staticToken(token),
    routes: new Map<string, Route>([
      [path, endpoint],
      ['/healthz', HEALTH],
    ]),
  });
}

const HEALTH: Route = {
  isPublic: true,
  handle: (exchange) => exchange.respond(200, { 'content-type': 'text/plain' }, 'ok\n'),
};
