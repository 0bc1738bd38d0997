// The response to a stateless POST: one JSON body, or events when something comes before the answer (from 2026-07-28).
import type { Caller } from '../../jsonrpc/caller.ts';
import type { Answer, Channel } from '../../jsonrpc/channel.ts';
import type { Exchange, Headers } from './exchange.ts';
import { JSON_TYPE } from './headers.ts';
import { headOf } from './scopes.ts';
import { EventStream } from './sse.ts';

/** What the owner of a response learns. */
export interface PostEvents {
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
  readonly #keepAliveMs: number;
  readonly #events: PostEvents;
  #stream: EventStream | undefined;
  #isDone = false;

  constructor(exchange: Exchange, headers: Headers, keepAliveMs: number, events: PostEvents) {
    this.#exchange = exchange;
    this.#headers = headers;
    this.#keepAliveMs = keepAliveMs;
    this.#events = events;
  }

  get caller(): Caller | undefined {
    return this.#exchange.caller;
  }

  send(text: string, answer?: Answer): void {
    if (this.#isDone) return;
    if (answer !== undefined && this.#stream === undefined) {
      const { status, headers } = headOf(this.#exchange, answer, true);
      this.#exchange.respond(status, { ...JSON_TYPE, ...this.#headers, ...headers }, text);
      return this.#end();
    }
    this.#stream ??= new EventStream(this.#exchange, this.#headers, this.#keepAliveMs, this.#events.expired);
    this.#stream.send(text);
    if (answer !== undefined) this.drop();
  }

  drop(): void {
    if (this.#isDone) return;
    if (this.#stream === undefined) this.#exchange.respond(202, this.#headers);
    else this.#stream.end();
    this.#end();
  }

  #end(): void {
    this.#isDone = true;
    this.#events.ended();
  }
}
