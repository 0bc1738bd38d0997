// The response to a stateless POST: one JSON body, or events when something comes before the answer (from 2026-07-28).
import type { Answer, Caller, Channel, RequestHeaders } from '../../../jsonrpc/channel.ts';
import { headersOf, type Exchange, type Headers } from '../edge/exchange.ts';
import { clientOf, isKnown } from '../entry/client-limits.ts';
import { corsHeaders } from '../entry/guard.ts';
import { headOf } from '../entry/scopes.ts';
import { accepts, JSON_TYPE } from '../media-type.ts';
import { EventStream } from '../sse.ts';

/** How a response is sent, and what its owner learns. */
export interface PostSettings {
  readonly keepAliveMs: number;
  /** Errors of the protocol have a status that gateways see (from 2026-07-28). Else they travel in 200. */
  readonly showsFaults: boolean;
  /** Called once, when nothing more will be sent. */
  readonly ended: () => void;
  /** The token of the caller has expired while events were sent. */
  readonly expired: () => void;
}

/** Where the messages of one stateless request go. */
export class PostChannel implements Channel {
  readonly isSingleUse = true;
  readonly #exchange: Exchange;
  readonly #headers: Headers;
  readonly #settings: PostSettings;
  readonly #takesEvents: boolean;
  readonly #takesJson: boolean;
  /** Until the answer is there, or the client is gone. */
  #late: ReturnType<typeof setTimeout> | undefined;
  #stream: EventStream | undefined;
  #isDone = false;

  constructor(exchange: Exchange, settings: PostSettings) {
    this.#exchange = exchange;
    this.#headers = corsHeaders(exchange);
    this.#settings = settings;
    const accept = exchange.header('accept');
    this.#takesEvents = accepts(accept, 'text/event-stream');
    this.#takesJson = accepts(accept, 'application/json') || !this.#takesEvents;
    const { keepAliveMs } = settings;
    if (this.#takesEvents) {
      // Streams of events have keep-alive comments.
      this.#late = setTimeout(() => this.#open(), keepAliveMs);
      exchange.onClose(() => clearTimeout(this.#late));
    } else exchange.sendSignsOfLife(keepAliveMs, () => ({ ...JSON_TYPE, ...this.#headers }));
  }

  get caller(): Caller | undefined {
    return this.#exchange.caller;
  }

  get origin(): string | undefined {
    return isKnown(this.#exchange) ? clientOf(this.#exchange) : undefined;
  }

  get headers(): RequestHeaders {
    return headersOf(this.#exchange);
  }

  send(text: string, answer?: Answer): void {
    if (this.#isDone) return;
    // A client that accepts only one JSON body gets no messages before the answer.
    if (answer === undefined && !this.#takesEvents) return;
    if (answer !== undefined && this.#stream === undefined) {
      const { status, headers } = headOf(this.#exchange, answer, this.#settings.showsFaults);
      if (status !== 200 || this.#takesJson) {
        this.#exchange.answer(status, { ...JSON_TYPE, ...this.#headers, ...headers }, text);
        return this.#end();
      }
    }
    this.#open().send(text);
    if (answer !== undefined) this.drop();
  }

  drop(): void {
    if (this.#isDone) return;
    // A request without an answer was not accepted, so the client may send it again.
    if (this.#stream === undefined) this.#exchange.answer(503, this.#headers, '');
    else this.#stream.end();
    this.#end();
  }

  #open(): EventStream {
    const { keepAliveMs, expired } = this.#settings;
    return (this.#stream ??= new EventStream(this.#exchange, this.#headers, keepAliveMs, expired));
  }

  #end(): void {
    clearTimeout(this.#late);
    this.#isDone = true;
    this.#settings.ended();
  }
}
