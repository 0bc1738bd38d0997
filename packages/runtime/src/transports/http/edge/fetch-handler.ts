// The edge to web-standard requests and responses: the handler, and its exchange.
import type { McpServer } from '../../../server.ts';
import { createHandler } from '../create-handler.ts';
import { bodyIsCut, bodyIsGone } from '../entry/refusal.ts';
import { DRAIN_MS, type HttpOptions } from '../settings.ts';
import { Exchange, queryOf, type Headers, type ResponseStream } from './exchange.ts';

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
 * Creates a handler for web-standard requests. `host` is the name that clients use.
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

/** An exchange over a web-standard request. `response` resolves when the response begins. */
class WebExchange extends Exchange {
  readonly method: string;
  readonly path: string;
  readonly remoteAddress: string | undefined;
  readonly response: Promise<Response>;
  readonly #request: Request;
  #resolve: (response: Response) => void = () => {};

  /** `remoteAddress` is the address of the client, if the host tells it. */
  constructor(request: Request, remoteAddress?: string) {
    super();
    this.method = request.method;
    this.path = new URL(request.url).pathname;
    this.remoteAddress = remoteAddress;
    this.#request = request;
    this.response = new Promise((resolve) => (this.#resolve = resolve));
    if (request.signal.aborted) this.close(true);
    else request.signal.addEventListener('abort', () => this.close(true));
  }

  header(name: string): string | undefined {
    const value = this.#request.headers.get(name);
    return value ?? (name === 'host' ? new URL(this.#request.url).host : undefined);
  }

  query(name: string): string | undefined {
    return queryOf(new URL(this.#request.url).searchParams, name);
  }

  async body(maxBytes: number): Promise<Uint8Array | undefined> {
    const { body: given, bodyUsed } = this.#request;
    if (bodyUsed || given?.locked === true) throw bodyIsGone('; let what reads it read request.clone()');
    const chunks: Uint8Array[] = [];
    let length = 0;
    try {
      for await (const chunk of given ?? []) {
        length += chunk.length;
        if (length > maxBytes) return undefined;
        chunks.push(chunk);
      }
    } catch {
      throw bodyIsCut();
    }
    const body = new Uint8Array(length);
    let at = 0;
    for (const chunk of chunks) {
      body.set(chunk, at);
      at += chunk.length;
    }
    return body;
  }

  respond(status: number, headers: Headers, body?: string): void {
    this.#resolve(new Response(body === undefined || body === '' ? null : body, { status, headers }));
    this.close(false);
  }

  stream(status: number, headers: Headers): ResponseStream {
    const encoder = new TextEncoder();
    let isOpen = true;
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const close = (): void => {
      isOpen = false;
      this.close(true);
    };
    const room = new ByteLengthQueuingStrategy({ highWaterMark: MAX_BUFFERED_BYTES });
    const source = { start: (own: typeof controller) => void (controller = own), cancel: close };
    this.#resolve(new Response(new ReadableStream<Uint8Array>(source, room), { status, headers }));
    return {
      write: (text) => {
        if (!isOpen) return false;
        if ((controller?.desiredSize ?? 0) > 0) {
          controller?.enqueue(encoder.encode(text));
          return true;
        }
        controller?.error(new Error('the client reads too slowly'));
        close();
        return false;
      },
      end: () => {
        if (isOpen) controller?.close();
        isOpen = false;
        this.close(false);
      },
    };
  }
}

const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;
