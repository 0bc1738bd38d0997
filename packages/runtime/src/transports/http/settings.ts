// Options of a server over HTTP, and the settings derived from them.
import type { Authorization } from '../../auth/protect.ts';
import type { McpServer } from '../../server.ts';
import { ClientLimiter, type ClientLimits } from './entry/client-limits.ts';
import type { Route } from './entry/handler.ts';
import { ReplayBuffer } from './sessions/replay.ts';

/** How a server is served over HTTP. */
export interface HttpOptions {
  /** The path of the endpoint. Default `/mcp`. */
  readonly path?: string;
  /** Host names, without port, that requests may name. Names of this machine are added when the address is local. */
  readonly allowedHosts?: readonly string[];
  /**
   * Origins of web pages that may use the server, like `https://example.com`. Pages of this machine may use a
   * local server.
   */
  readonly allowedOrigins?: readonly string[];
  /** Longest accepted body, in bytes. Default 4 MiB. */
  readonly maxBodyBytes?: number;
  /** A token that every request must send in `Authorization: Bearer`. Default: none. */
  readonly token?: string;
  /** OAuth instead of one token: made by `protect` of `@mcp/runtime/auth`. Adds its host to `allowedHosts`. */
  readonly authorization?: Authorization;
  /** False serves earlier revisions without sessions: every POST is independent, without GET and DELETE. */
  readonly sessions?: boolean;
  /** Live sessions at the same time. Default 10,000. */
  readonly maxSessions?: number;
  /** Milliseconds without a request or an open stream after which a session ends. Default 30 minutes. */
  readonly sessionIdleMs?: number;
  /** Milliseconds between keep-alive comments on streams, and before those of a slow answer. Default 15 s. */
  readonly keepAliveMs?: number;
  /**
   * Limits of each client; `Infinity` means none. By default they apply to other machines only, because a proxy on this
   * machine may carry the requests of all clients.
   */
  readonly clientLimits?: ClientLimits;
  /** What `GET /healthz` answers, in one line; always with 200. Default: `ok`. */
  readonly health?: () => string;
  /** Transports to serve in addition to the endpoint, like `httpSse()` of `@mcp/runtime/http-sse`. Default: none. */
  readonly transports?: readonly HttpTransport[];
}

/** What all that is served at one address shares. Never changes. */
export interface HttpSettings {
  readonly server: McpServer;
  readonly maxBodyBytes: number;
  /** False answers clients of earlier revisions without sessions, one request at a time. */
  readonly hasSessions: boolean;
  readonly maxSessions: number;
  /** Milliseconds without a request or an open stream after which a session ends. */
  readonly sessionIdleMs: number;
  /** Milliseconds between the signs of life on streams, and before an answer that takes longer. */
  readonly keepAliveMs: number;
  /** Events for clients that lost the connection. */
  readonly replay: ReplayBuffer;
  readonly limiter: ClientLimiter;
  /** Tells the operator. */
  readonly report: (message: string, error?: unknown) => void;
}

/** Makes what is served at the transport's own paths. Guard, credentials and limits are those of the server. */
export type HttpTransport = (settings: HttpSettings) => Iterable<readonly [path: string, route: Route]>;

const MAX_BODY_BYTES = 4 * 1024 * 1024;
const MAX_SESSIONS = 10_000;
const SESSION_IDLE_MS = 30 * 60 * 1000;
const KEEP_ALIVE_MS = 15_000;

/** Milliseconds for accepted requests at the end, unless `close` says otherwise. */
export const DRAIN_MS = 5000;

/**
 * Returns the settings of options, with defaults.
 *
 * @throws {TypeError} for a limit that lets nothing through.
 */
export function settingsOf(server: McpServer, options: HttpOptions = {}): HttpSettings {
  const limits = {
    maxBodyBytes: options.maxBodyBytes ?? MAX_BODY_BYTES,
    maxSessions: options.maxSessions ?? MAX_SESSIONS,
    sessionIdleMs: options.sessionIdleMs ?? SESSION_IDLE_MS,
    keepAliveMs: options.keepAliveMs ?? KEEP_ALIVE_MS,
  };
  for (const [option, value] of Object.entries(limits))
    if (!(value > 0)) throw new TypeError(`${option} must be more than 0, not ${value}`);
  return Object.freeze({
    server,
    ...limits,
    hasSessions: options.sessions ?? true,
    replay: new ReplayBuffer(),
    limiter: new ClientLimiter(options.clientLimits ?? {}),
    report: (message: string, error?: unknown) => server.transport.report({ level: 'error', message, error }),
  });
}
