// The stream of one POST with requests in a session (up to 2025-11-25). It can be resumed.
import type { Answer, Caller, Channel, RequestHeaders } from '../../../jsonrpc/channel.ts';
import { DelayQueue } from '../../../limits/delay-queue.ts';
import { headersOf, type Exchange } from '../edge/exchange.ts';
import { headOf } from '../entry/scopes.ts';
import { accepts, JSON_TYPE } from '../media-type.ts';
import type { EventStream } from '../sse.ts';
import { eventId, type StreamKey } from './replay.ts';
import { openStream, resend, type StreamOwner } from './stream.ts';

/** Milliseconds that an answer is kept for a client that lost the connection. */
const ANSWER_TTL_MS = 60_000;

/** The stream of one POST with requests. Without anything before the answer it is one JSON body. */
export class RequestStream implements Channel {
  readonly id: string;
  readonly caller: Caller | undefined;
  readonly headers: RequestHeaders;
  /** The scopes that its requests needed, and that it takes to come back for its events. */
  readonly scopes: readonly string[];
  readonly #owner: StreamOwner;
  readonly #key: StreamKey;
  /** Whether the client takes event streams, and events without a message in them. */
  readonly #canPrime: boolean;
  #exchange: Exchange | undefined;
  #stream: EventStream | undefined;
  #count = 0;
  #isEventStream = false;
  #isDone = false;

  constructor(id: string, exchange: Exchange, owner: StreamOwner) {
    this.id = id;
    this.caller = exchange.caller;
    this.headers = headersOf(exchange);
    this.scopes = exchange.scopes;
    this.#exchange = exchange;
    this.#owner = owner;
    this.#key = { session: owner.id, stream: id };
    exchange.onAbort(() => {
      if (this.#exchange === exchange) this.#exchange = undefined;
    });
    this.#canPrime = owner.canPrime && accepts(exchange.header('accept'), 'text/event-stream');
    if (this.#canPrime) unprimed.add(this);
  }

  /** How many events there were. */
  get count(): number {
    return this.#count;
  }

  send(text: string, answer?: Answer): void {
    if (this.#isDone) return;
    if (answer !== undefined && !this.#isEventStream) {
      // The client is gone, and has no event id to come back with.
      if (this.#exchange === undefined) return this.#end();
      const { status, headers } = headOf(this.#exchange, answer, false);
      if (status !== 200 || accepts(this.#exchange.header('accept'), 'application/json')) {
        const all = { ...JSON_TYPE, ...this.#owner.headers(this.#exchange), ...headers };
        this.#exchange.respond(status, all, text);
        return this.#end();
      }
    }
    const id = this.#keep(text, answer !== undefined);
    this.#open();
    this.#stream?.send(text, id);
    if (answer !== undefined) this.#finish();
  }

  // A cancelled request has no answer that a client could come back for.
  drop(): void {
    if (this.#isDone) return;
    if (this.#isEventStream) this.#owner.settings.replay.delete(this.#key);
    this.#finish();
  }

  /** Goes on with the stream on another connection, after what was missed. The newest connection wins. */
  resume(exchange: Exchange, after: number): void {
    this.#stream?.end();
    this.#exchange = exchange;
    this.#isEventStream = true;
    this.#stream = openStream(exchange, this.#owner);
    resend(this.#stream, this.id, this.#owner.settings.replay.read(this.#key, after) ?? []);
  }

  disconnect(retryMs: number): void {
    // Earlier revisions know no empty events: the client would have nothing to come back with.
    if (this.#isDone || !this.#canPrime) return;
    this.prime();
    this.#stream?.retry(retryMs);
    this.#exchange = undefined;
  }

  #keep(text: string, isLast: boolean): string {
    const number = ++this.#count;
    const { replay, sessionIdleMs } = this.#owner.settings;
    const { scopes } = this;
    replay.append(this.#key, { number, text, isLast, scopes }, isLast ? ANSWER_TTL_MS : sessionIdleMs);
    return eventId(this.id, number);
  }

  /** Makes it an event stream that the client can come back to, before there is any message (2025-11-25). */
  prime(): void {
    unprimed.delete(this);
    if (this.#isDone || this.#isEventStream || !this.#canPrime) return;
    this.#open();
    this.#stream?.prime(this.#keep('', false));
  }

  #open(): void {
    unprimed.delete(this);
    this.#isEventStream = true;
    if (this.#stream === undefined && this.#exchange !== undefined)
      this.#stream = openStream(this.#exchange, this.#owner);
  }

  #finish(): void {
    this.#open();
    this.#stream?.end();
    this.#end();
  }

  #end(): void {
    unprimed.delete(this);
    this.#isDone = true;
    this.#owner.finished(this.id);
  }
}

const PRIME_AFTER_MS = 100;

// The POSTs that had no message so far.
const unprimed = new DelayQueue<RequestStream>(PRIME_AFTER_MS, (stream) => stream.prime());
