// The node:http server: limits on headers, time and connections, and answers to malformed HTTP.
import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { writeError } from '../../../jsonrpc/message.ts';
import type { HttpHandler } from '../entry/handler.ts';
import { HttpRefusal, refuse } from '../entry/refusal.ts';
import { TrustedProxies } from './client-address.ts';
import { NodeExchange } from './node.ts';

/** Limits of a node:http server, in addition to those of the handler. Times are in milliseconds. */
export interface NodeLimits {
  /** Longest header section, in bytes. Default 16 KiB. */
  readonly maxHeaderBytes?: number;
  /** Time for the header section to arrive, from the beginning of the connection. Default 15 s. */
  readonly headersTimeoutMs?: number;
  /** Time for a whole request to arrive. The answer may take as long as it wants. Default 60 s. */
  readonly requestTimeoutMs?: number;
  /** Time that an unused connection stays open. Default 65 s, which is longer than that of common proxies. */
  readonly connectionIdleMs?: number;
  /** Connections at the same time; more are closed at once. Default 20,000. */
  readonly maxConnections?: number;
  /** Addresses and networks of proxies whose `X-Forwarded-For` tells the client's address. Default: none. */
  readonly trustedProxies?: readonly string[];
}

const MAX_HEADER_BYTES = 16_384;
const MAX_HEADERS = 100;
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 60_000;
const CONNECTION_IDLE_MS = 65_000;
const MAX_CONNECTIONS = 20_000;
const CHECK_INTERVAL_MS = 5000;

/** A node:http server, and what its responses do. */
export interface NodeServer {
  readonly http: Server;
  /** Resolves when the last bytes of all responses are out, or when the time is up. */
  readonly sent: (milliseconds: number) => Promise<void>;
}

/**
 * Creates a server that passes its requests to `handler`. It does not listen yet.
 *
 * @throws {TypeError} when a trusted proxy is not an address.
 */
export function createNodeServer(handler: HttpHandler, limits: NodeLimits): NodeServer {
  const connections = new Connections(handler, limits);
  const headersTimeout = limits.headersTimeoutMs ?? HEADERS_TIMEOUT_MS;
  const requestTimeout = limits.requestTimeoutMs ?? REQUEST_TIMEOUT_MS;
  const http = createServer({
    // The guard answers a request without Host itself, with a body that says why.
    requireHostHeader: false,
    maxHeaderSize: limits.maxHeaderBytes ?? MAX_HEADER_BYTES,
    headersTimeout,
    requestTimeout,
    keepAliveTimeout: limits.connectionIdleMs ?? CONNECTION_IDLE_MS,
    connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MS, headersTimeout, requestTimeout),
  });
  // Beyond its limit Node would silently drop headers, perhaps a second Host.
  http.maxHeadersCount = 0;
  http.maxConnections = limits.maxConnections ?? MAX_CONNECTIONS;
  const onRequest = (request: IncomingMessage, response: ServerResponse): void =>
    connections.accept(request, response);
  http
    .on('connection', (socket) => connections.add(socket))
    .on('request', onRequest)
    // Other expectations are neither promised nor refused (RFC 9110, section 10.1.1).
    .on('checkExpectation', onRequest)
    .on('connect', ({ method }, socket) => {
      writeRefusal(socket, new HttpRefusal(405, `the method ${method} is not served here`));
    })
    .on('clientError', (error, socket) => connections.refuse(error, socket));
  return { http, sent: (milliseconds) => connections.sent(milliseconds) };
}

/** An error of Node's parser. */
interface ParserError extends Error {
  readonly code?: unknown;
  /** What was wrong, for people. */
  readonly reason?: unknown;
}

interface Connection {
  /** The request whose response is being sent. */
  current: NodeExchange | undefined;
}

/** The requests of each connection that wait for the end of their responses. */
class Connections {
  readonly #handler: HttpHandler;
  readonly #proxies: TrustedProxies;
  readonly #maxHeaderBytes: number;
  readonly #connections = new WeakMap<Duplex, Connection>();
  #open = 0;
  #whenSent: (() => void) | undefined;

  constructor(handler: HttpHandler, { trustedProxies = [], maxHeaderBytes = MAX_HEADER_BYTES }: NodeLimits) {
    this.#handler = handler;
    this.#proxies = new TrustedProxies(trustedProxies);
    this.#maxHeaderBytes = maxHeaderBytes;
  }

  add(socket: Duplex): void {
    this.#connections.set(socket, { current: undefined });
  }

  accept(request: IncomingMessage, response: ServerResponse): void {
    const exchange = new NodeExchange(request, response, this.#proxies);
    const connection = this.#connections.get(request.socket);
    this.#open++;
    exchange.onClose(() => {
      if (connection?.current === exchange) connection.current = undefined;
      if (--this.#open === 0) this.#whenSent?.();
    });
    const tooMany = request.rawHeaders.length > 2 * MAX_HEADERS;
    const start = (): void => {
      if (connection !== undefined) connection.current = exchange;
      if (tooMany) refuse(exchange, new HttpRefusal(431, `there are more than ${MAX_HEADERS} headers`));
      else void this.#handler.handle(exchange);
    };
    // A pipelined request begins when its answer can be sent, so that a client that does not read cannot fill the
    // memory.
    if (response.socket !== null) return start();
    response.once('socket', start);
  }

  async sent(milliseconds: number): Promise<void> {
    if (this.#open === 0 || milliseconds <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#whenSent = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Answers input that is not HTTP or came too slowly. The connection cannot be used again. */
  refuse(error: ParserError, socket: Duplex): void {
    // If a response has begun, the answer would become part of its body.
    const hasBegun = this.#connections.get(socket)?.current?.hasBegun;
    if (!socket.writable || hasBegun === true) socket.destroy();
    else writeRefusal(socket, this.#refusalOf(error));
  }

  #refusalOf(error: ParserError): HttpRefusal {
    switch (error.code) {
      case 'HPE_HEADER_OVERFLOW':
        return new HttpRefusal(431, `the headers are longer than ${this.#maxHeaderBytes} bytes`);
      case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
        return new HttpRefusal(413, 'the chunk extensions are too long');
      case 'ERR_HTTP_REQUEST_TIMEOUT':
        return new HttpRefusal(408, 'the request came too slowly');
      default:
        return new HttpRefusal(400, `this is not correct HTTP/1.1 (${String(error.reason)})`);
    }
  }
}

function writeRefusal(socket: Duplex, refused: HttpRefusal): void {
  const { status } = refused;
  const body = writeError(undefined, refused.toObject());
  socket.on('error', () => {});
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}
