// The handler for existing node:http servers: plain ones, and frameworks such as Express.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { McpServer } from '../../../server.ts';
import { createHandler } from '../create-handler.ts';
import { bodyIsGone } from '../entry/refusal.ts';
import { DRAIN_MS, type HttpOptions } from '../settings.ts';
import { TrustedProxies } from './client-address.ts';
import { NodeExchange } from './node.ts';

/** How `createNodeHandler` serves. */
export interface NodeHandlerOptions extends HttpOptions {
  /** The name that the server is reached by. More go into `allowedHosts`. Default `localhost`: this machine only. */
  readonly host?: string;
  /** Addresses and networks of proxies whose `X-Forwarded-For` tells the client's address. Default: none. */
  readonly trustedProxies?: readonly string[];
}

/** Answers requests of a node:http server. */
export interface NodeHandler {
  /** Resolves when the response is over. Never rejects. */
  (request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Answers what was accepted for at most `drainMs` (default 5000), ends all streams. The server is yours to close. */
  close(drainMs?: number): Promise<void>;
}

/**
 * Creates a handler to mount in a node:http server or a framework on top of it. It accepts a body that a parser has
 * already read (`request.body`). Your server limits headers, time and connections.
 *
 * @throws {TypeError} for an option that cannot be served.
 * @example
 * const app = express();
 * app.all('/mcp', createNodeHandler(server, { host: 'mcp.example.com' }));
 */
export function createNodeHandler(server: McpServer, options: NodeHandlerOptions = {}): NodeHandler {
  const handler = createHandler(server, options.host ?? 'localhost', options);
  const proxies = new TrustedProxies(options.trustedProxies ?? []);
  const handle = (request: IncomingMessage, response: ServerResponse): Promise<void> =>
    new Promise((resolve) => {
      const exchange = new MountedExchange(request, response, proxies);
      exchange.onClose(resolve);
      void handler.handle(exchange);
    });
  return Object.assign(handle, { close: (drainMs = DRAIN_MS) => handler.close(drainMs) });
}

/** What frameworks add to a request. */
interface MountedRequest extends IncomingMessage {
  /** The URL before the framework cut off the path of the mount. */
  readonly originalUrl?: string;
  /** What a parser has made of the body. */
  readonly body?: unknown;
}

const GONE =
  ', and is not in request.body; mount the handler before what reads it, or let that set request.body';

/** An exchange whose body may have been read by another middleware. */
class MountedExchange extends NodeExchange {
  readonly #request: MountedRequest;

  constructor(request: MountedRequest, response: ServerResponse, proxies: TrustedProxies) {
    super(request, response, proxies, request.originalUrl ?? request.url);
    this.#request = request;
  }

  override async body(maxBytes: number): Promise<Uint8Array | undefined> {
    const { body, readableDidRead, readableEnded, destroyed } = this.#request;
    // Parsers for other types set it too, without reading anything.
    if (!readableDidRead && !readableEnded && !destroyed) return super.body(maxBytes);
    if (body === undefined) throw bodyIsGone(GONE);
    const bytes = toBytes(body);
    return bytes.length > maxBytes ? undefined : bytes;
  }
}

function toBytes(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
}
