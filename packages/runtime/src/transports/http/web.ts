// The edge to web-standard requests and responses, for hosts other than node:http.
import type { Caller } from '../../jsonrpc/caller.ts';
import type { Exchange, Headers, ResponseStream } from './exchange.ts';

/** An exchange over a web-standard request. `response` resolves when the response begins. */
export class WebExchange implements Exchange {
  readonly method: string;
  readonly path: string;
  caller: Caller | undefined;
  readonly response: Promise<Response>;
  readonly #request: Request;
  #resolve: (response: Response) => void = () => {};
  #onAbort: (() => void)[] = [];

  constructor(request: Request) {
    this.method = request.method;
    this.path = new URL(request.url).pathname;
    this.#request = request;
    this.response = new Promise((resolve) => (this.#resolve = resolve));
    request.signal.addEventListener('abort', () => this.#abort());
  }

  header(name: string): string | undefined {
    const value = this.#request.headers.get(name);
    return value ?? (name === 'host' ? new URL(this.#request.url).host : undefined);
  }

  async body(maxBytes: number): Promise<string | undefined> {
    const decoder = new TextDecoder();
    let text = '';
    let bytes = 0;
    for await (const chunk of this.#request.body ?? []) {
      bytes += chunk.length;
      if (bytes > maxBytes) return undefined;
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  }

  respond(status: number, headers: Headers, body?: string): void {
    this.#resolve(new Response(body === undefined || body === '' ? null : body, { status, headers }));
  }

  stream(status: number, headers: Headers): ResponseStream {
    const encoder = new TextEncoder();
    let isOpen = true;
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const close = (): void => {
      isOpen = false;
      this.#abort();
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
      },
    };
  }

  onAbort(listener: () => void): void {
    this.#onAbort.push(listener);
  }

  #abort(): void {
    for (const listener of this.#onAbort.splice(0)) listener();
  }
}

const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;
