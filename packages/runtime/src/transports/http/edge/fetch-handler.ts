// The handler for hosts that speak web-standard requests.
import type { McpServer } from '../../../server.ts';
import { createHandler } from '../create-handler.ts';
import { DRAIN_MS, type HttpOptions } from '../settings.ts';
import { WebExchange } from './web.ts';

/** How `createFetchHandler` serves. */
export interface FetchOptions extends HttpOptions {
  /** The address of the client that a request comes from: requests do not tell. Without it addresses have no limits. */
  readonly remoteAddress?: (request: Request) => string | undefined;
}

/** Answers web-standard requests. */
export interface FetchHandler {
  fetch(request: Request): Promise<Response>;
  /** Answers what was accepted for at most `drainMs` (default 5000), ends all streams. */
  close(drainMs?: number): Promise<void>;
}

/**
 * A handler for hosts that speak web-standard requests. `host` is the name that it is reached by.
 *
 * @throws {TypeError} for an option that cannot be served.
 */
export function createFetchHandler(
  server: McpServer,
  host: string,
  options: FetchOptions = {},
): FetchHandler {
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
