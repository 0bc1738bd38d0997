// The response to a stateless POST: one JSON body, or events when something comes before the answer (from 2026-07-28).
import type { Caller } from '../../jsonrpc/caller.ts';
import type { Answer, Channel } from '../../jsonrpc/channel.ts';
import type { Exchange, Headers } from './exchange.ts';
import { statusOf } from './headers.ts';
import { EventStream } from './sse.ts';

/** Content type of JSON bodies. */
export const JSON_TYPE: Headers = { 'content-type': 'application/json' };

/** Where the messages of one stateless request go. */
export class PostChannel implements Channel {
  readonly isSingleUse = true;
  readonly #exchange: Exchange;
  readonly #headers: Headers;
  readonly #keepAliveMs: number;
  readonly #onEnd: () => void;
  #stream: EventStream | undefined;
  #isDone = false;

  /** `onEnd` is called once, when nothing more will be sent. */
  constructor(exchange: Exchange, headers: Headers, keepAliveMs: number, onEnd: () => void) {
    this.#exchange = exchange;
    this.#headers = headers;
    this.#keepAliveMs = keepAliveMs;
    this.#onEnd = onEnd;
  }

  get caller(): Caller | undefined {
    return this.#exchange.caller;
  }

  send(text: string, answer?: Answer): void {
    if (this.#isDone) return;
    if (answer !== undefined && this.#stream === undefined) {
      this.#exchange.respond(statusOf(answer.errorCode, true), { ...JSON_TYPE, ...this.#headers }, text);
      return this.#end();
    }
    this.#stream ??= new EventStream(this.#exchange, this.#headers, this.#keepAliveMs);
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
    this.#onEnd();
  }
}
