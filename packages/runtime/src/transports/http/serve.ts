// Serving over Streamable HTTP on its own port, with node:http.
import type { Server as HttpServer } from 'node:http';
import { Server, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { McpServer } from '../../server.ts';
import { createHandler } from './create-handler.ts';
import { createNodeServer, type NodeLimits } from './edge/node-server.ts';
import { DRAIN_MS, type HttpOptions } from './settings.ts';

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

// For requests that arrive after everything is answered.
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

// `close` of node:http would also end idle connections, on which a request may be arriving. The next request of each
// connection is its last.
function stopListening(http: HttpServer): Promise<void> {
  http.maxRequestsPerSocket = 1;
  return new Promise((resolve) => void Server.prototype.close.call(http, () => resolve()));
}
