// Server-sent events: how messages are framed, and keep-alive comments.
import type { Caller } from '../../jsonrpc/channel.ts';
import { clampDelay } from '../../limits/delay.ts';
import type { Exchange, Headers, ResponseStream } from './edge/exchange.ts';

const SSE_HEADERS: Headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  // Proxies such as nginx would buffer the events.
  'x-accel-buffering': 'no',
};

/** One open event stream. */
export class EventStream {
  readonly #stream: ResponseStream;
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #expiry: ReturnType<typeof setTimeout> | undefined;
  /** The reader of the stream. */
  readonly caller: Caller | undefined;
  #isOpen = true;

  /**
   * Begins the response. Keep-alive comments come every `keepAliveMs`. When the token of the caller expires, `expired`
   * is called; by default it ends the stream.
   */
  constructor(exchange: Exchange, headers: Headers, keepAliveMs: number, expired = (): void => this.end()) {
    this.caller = exchange.caller;
    this.#stream = exchange.stream(200, { ...SSE_HEADERS, ...headers });
    this.#timer = setInterval(() => this.#write(':\n\n'), keepAliveMs);
    const expiresAt = exchange.caller?.expiresAt;
    if (expiresAt !== undefined) this.#expiry = setTimeout(expired, clampDelay(expiresAt - Date.now()));
    exchange.onAbort(() => this.#close());
  }

  /** False once the client or the server has ended it. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Sends one message. JSON text has no line breaks, so it is one data line. */
  send(text: string, id?: string): void {
    this.#write(`${id === undefined ? '' : `id: ${id}\n`}event: message\ndata: ${text}\n\n`);
  }

  /** Tells the client where to POST its messages (2024-11-05). */
  endpoint(uri: string): void {
    this.#write(`event: endpoint\ndata: ${uri}\n\n`);
  }

  /** Gives the client an id to come back with, before there is any message (2025-11-25). */
  prime(id: string): void {
    this.#write(`id: ${id}\ndata:\n\n`);
  }

  /** Ends the stream and asks the client to come back after a while (2025-11-25). */
  retry(milliseconds: number): void {
    this.#write(`retry: ${milliseconds}\n\n`);
    this.end();
  }

  end(): void {
    if (!this.#isOpen) return;
    this.#close();
    this.#stream.end();
  }

  #write(text: string): void {
    if (!this.#isOpen) return;
    if (!this.#stream.write(text)) this.#close();
  }

  #close(): void {
    this.#isOpen = false;
    clearInterval(this.#timer);
    clearTimeout(this.#expiry);
  }
}
