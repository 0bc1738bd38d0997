// The handler for everything that is served at one address.
import { WELL_KNOWN, type Authorization } from '../../auth/protect.ts';
import type { RequestEvent } from '../../conversation/observer.ts';
import type { McpServer } from '../../server.ts';
import type { Exchange, Headers } from './edge/exchange.ts';
import { McpEndpoint } from './endpoint.ts';
import { bearerTokens, staticToken } from './entry/credentials.ts';
import { guardFor } from './entry/guard.ts';
import { HttpHandler, type Authorize, type Route } from './entry/handler.ts';
import { notAllowed, type HttpRefusal } from './entry/refusal.ts';
import { settingsOf, type HttpOptions, type HttpSettings } from './settings.ts';

/**
 * Creates the handler for everything that is served under the name `host`.
 *
 * @throws {TypeError} for an option that cannot be served.
 */
export function createHandler(server: McpServer, host: string, options: HttpOptions): HttpHandler {
  const { path = '/mcp', authorization, allowedHosts = [], allowedOrigins = [], health } = options;
  const ownHosts = authorization === undefined ? [] : [new URL(authorization.resource).hostname];
  const settings = settingsOf(server, options);
  return new HttpHandler({
    guard: guardFor(host, { allowedHosts: [...allowedHosts, ...ownHosts], allowedOrigins }),
    authorize: authorizeWith(settings, options),
    limiter: settings.limiter,
    report: settings.report,
    refused: (exchange, refusal, durationMs) =>
      server.transport.observe({ ...toEvent(exchange, refusal), durationMs }),
    routes: routesOf([
      ...metadataRoutes(path, authorization),
      [path, new McpEndpoint(settings)],
      ['/healthz', healthRoute(health)],
      ...(options.transports ?? []).flatMap((transport) => [...transport(settings)]),
    ]),
  });
}

// The body is not read yet, or not trusted: only the headers are known.
function toEvent(exchange: Exchange, { code, status }: HttpRefusal): Omit<RequestEvent, 'durationMs'> {
  return {
    type: 'request',
    method: exchange.header('mcp-method'),
    name: exchange.header('mcp-name'),
    revision: exchange.header('mcp-protocol-version'),
    outcome: 'refused',
    code,
    status,
    trace: exchange.header('traceparent'),
    connection: undefined,
  };
}

function routesOf(routes: readonly (readonly [path: string, route: Route])[]): ReadonlyMap<string, Route> {
  const byPath = new Map<string, Route>();
  for (const [path, route] of routes) {
    if (!path.startsWith('/')) throw new TypeError(`a path must begin with "/", unlike "${path}"`);
    if (new URL(path, 'http://localhost').pathname !== path)
      throw new TypeError(`a path must be normalized and percent-encoded, unlike "${path}"`);
    if (byPath.has(path)) throw new TypeError(`the path ${path} is served already; choose another one`);
    byPath.set(path, route);
  }
  return byPath;
}

function authorizeWith(
  { report }: HttpSettings,
  { token, authorization }: HttpOptions,
): Authorize | undefined {
  if (token === '') throw new TypeError('an empty token would admit every client; leave it out or give one');
  if (authorization === undefined) return token === undefined ? undefined : staticToken(token);
  if (token !== undefined) throw new TypeError('give either a token or an authorization, not both');
  return bearerTokens(authorization, (error) => report('a token could not be checked', error));
}

// A proxy may expose the endpoint under another path, or forward the well-known paths unchanged.
function metadataRoutes(path: string, authorization: Authorization | undefined): [string, Route][] {
  if (authorization === undefined) return [];
  const route = metadataRoute(authorization);
  const paths = [...authorization.metadataPaths, `${WELL_KNOWN}${path}`];
  return [...new Set(paths)].map((known) => [known, route]);
}

function healthRoute(health: () => string = () => 'ok'): Route {
  const handle: Route['handle'] = (exchange) => {
    checkReads(exchange);
    exchange.respond(200, { 'content-type': 'text/plain' }, `${health()}\n`);
  };
  return { isPublic: true, handle };
}

/** @throws {HttpRefusal} 405 for other methods than GET and HEAD. */
function checkReads({ method }: Exchange): void {
  if (method !== 'GET' && method !== 'HEAD') throw notAllowed(method, 'GET, HEAD, OPTIONS');
}

const HEADERS: Headers = {
  'content-type': 'application/json',
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=3600',
};

/** Answers GET and HEAD with the metadata. Pages of every origin may read it. */
function metadataRoute({ metadata }: Authorization): Route {
  return {
    isPublic: true,
    isForAllOrigins: true,
    handle: (exchange) => {
      checkReads(exchange);
      exchange.respond(200, HEADERS, metadata);
    },
  };
}
