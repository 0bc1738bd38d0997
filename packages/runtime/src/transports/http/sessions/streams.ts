// The streams of a session (up to 2025-11-25): that of each POST with requests, and that of GET. Both can be resumed.
import type { Answer, Caller, Channel, RequestHeaders } from '../../../jsonrpc/channel.ts';
import { hasScopes } from '../../../protocol/scopes.ts';
import { headersOf, type Exchange, type Headers } from '../edge/exchange.ts';
import { headOf } from '../entry/scopes.ts';
import { accepts, JSON_TYPE } from '../media-type.ts';
import type { HttpSettings } from '../settings.ts';
import { EventStream } from '../sse.ts';
import { eventId, type StreamEvent, type StreamKey } from './replay.ts';

/** What all streams of one session share: the session. */
export interface StreamOwner {
  readonly id: string;
  /** Events of a stream that is not complete live as long as the session. */
  readonly settings: Pick<HttpSettings, 'keepAliveMs' | 'sessionIdleMs' | 'replay'>;
  /** Whether a POST without a message for a while gets a stream that can be resumed. */
  readonly canPrime: boolean;
  /** Headers of every response. */
  headers(exchange: Exchange): Headers;
  /** Sends what comes before the answer of a client that takes no events with its requests. */
  sendAside(text: string): void;
  /** The answer of a request was sent or kept, or will never come. */
  finished(id: string): void;
}

/** Begins an event stream on a connection. */
export function openStream(exchange: Exchange, owner: StreamOwner): EventStream {
  return new EventStream(exchange, owner.headers(exchange), owner.settings.keepAliveMs);
}

/** Sends events of a stream again. One without text only gave the client an id. */
export function resend(stream: EventStream, name: string, events: readonly StreamEvent[]): void {
  for (const { number, text } of events) if (text !== '') stream.send(text, eventId(name, number));
}

/** Milliseconds without a message before a client gets an event to come back with. */
const PRIME_AFTER_MS = 100;

/** Milliseconds that an answer waits for a client that lost the connection. */
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
  /** Whether the client takes an event stream as the response. */
  readonly #takesEvents: boolean;
  /** Whether it also takes events without a message in them. */
  readonly #canPrime: boolean;
  #unprimed: ReturnType<typeof setTimeout> | undefined;
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
    this.#takesEvents = accepts(exchange.header('accept'), 'text/event-stream');
    this.#canPrime = owner.canPrime && this.#takesEvents;
    const { keepAliveMs } = owner.settings;
    if (this.#canPrime) this.#unprimed = setTimeout(() => this.prime(), PRIME_AFTER_MS);
    else if (this.#takesEvents) this.#unprimed = setTimeout(() => this.#openLate(), keepAliveMs);
    else exchange.sendSignsOfLife(keepAliveMs, () => ({ ...JSON_TYPE, ...owner.headers(exchange) }));
  }

  /** How many events there were. */
  get count(): number {
    return this.#count;
  }

  send(text: string, answer?: Answer): void {
    if (this.#isDone) return;
    if (answer === undefined && !this.#takesEvents && !this.#isEventStream)
      return this.#owner.sendAside(text);
    if (answer !== undefined && !this.#isEventStream) {
      // The client is gone, and has no event id with which to return.
      if (this.#exchange === undefined) return this.#end();
      const { status, headers } = headOf(this.#exchange, answer, false);
      if (status !== 200 || accepts(this.#exchange.header('accept'), 'application/json')) {
        const all = { ...JSON_TYPE, ...this.#owner.headers(this.#exchange), ...headers };
        this.#exchange.answer(status, all, text);
        return this.#end();
      }
    }
    const id = this.#record(text, answer !== undefined);
    this.#open();
    this.#stream?.send(text, id);
    if (answer !== undefined) this.#finish();
  }

  // A cancelled request has no answer for which a client could return.
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
    // Earlier revisions have no empty events, so the client could not resume.
    if (this.#isDone || !this.#canPrime) return;
    this.prime();
    this.#stream?.retry(retryMs);
    this.#exchange = undefined;
  }

  #record(text: string, isLast: boolean): string {
    const number = ++this.#count;
    const { replay, sessionIdleMs } = this.#owner.settings;
    const { scopes } = this;
    replay.append(this.#key, { number, text, isLast, scopes }, isLast ? ANSWER_TTL_MS : sessionIdleMs);
    return eventId(this.id, number);
  }

  /** Makes it an event stream that the client can come back to, before there is any message (2025-11-25). */
  prime(): void {
    clearTimeout(this.#unprimed);
    if (this.#isDone || this.#isEventStream || !this.#canPrime) return;
    this.#open();
    this.#stream?.prime(this.#record('', false));
  }

  // Streams of events have keep-alive comments. A client that is gone has no event id with which to return.
  #openLate(): void {
    if (this.#exchange !== undefined) this.#open();
  }

  #open(): void {
    clearTimeout(this.#unprimed);
    this.#isEventStream = true;
    if (this.#stream === undefined && this.#exchange !== undefined)
      this.#stream = openStream(this.#exchange, this.#owner);
  }

  #finish(): void {
    if (!this.#isEventStream && this.#exchange?.giveUp() === true) return this.#end();
    this.#open();
    this.#stream?.end();
    this.#end();
  }

  #end(): void {
    clearTimeout(this.#unprimed);
    this.#isDone = true;
    this.#owner.finished(this.id);
  }
}

const MAX_UNDELIVERED = 1000;
const MAX_SESSION_STREAMS = 16;

/** The stream of GET: what belongs to no request. Each message goes to the newest of at most 16 connections only. */
export class SessionStream implements Channel {
  readonly id: string;
  /** The scopes that it takes to listen: those of what the session has subscribed to. */
  scopes: readonly string[] = [];
  readonly #owner: StreamOwner;
  readonly #key: StreamKey;
  #streams: EventStream[] = [];
  #undelivered: StreamEvent[] = [];
  #count = 0;

  constructor(id: string, owner: StreamOwner) {
    this.id = id;
    this.#owner = owner;
    this.#key = { session: owner.id, stream: id };
  }

  /** Whether a client is connected. */
  get isOpen(): boolean {
    return this.#streams.some(({ isOpen }) => isOpen);
  }

  /** How many events there were. */
  get count(): number {
    return this.#count;
  }

  send(text: string): void {
    const newest = this.#streams.findLast(({ isOpen }) => isOpen);
    const event = this.#record(text);
    if (newest !== undefined) return newest.send(text, eventId(this.id, event.number));
    this.#undelivered.push(event);
    if (this.#undelivered.length > MAX_UNDELIVERED) this.#undelivered.shift();
  }

  /** From now on it takes these scopes to listen. Connections of callers that lack one end. */
  require(scopes: readonly string[]): void {
    if (scopes.every((scope) => this.scopes.includes(scope))) return;
    this.scopes = [...new Set([...this.scopes, ...scopes])];
    for (const stream of this.#streams) if (!hasScopes(stream.caller, scopes)) stream.end();
  }

  /** Adds a connection. It gets the messages that no connection has received. */
  connect(exchange: Exchange): void {
    const stream = this.#add(exchange);
    // If a new id came before older events, a client that loses the connection in between would skip the rest.
    if (this.#undelivered.length === 0 && this.#owner.canPrime)
      stream.prime(eventId(this.id, this.#record('').number));
    resend(stream, this.id, this.#undelivered);
    this.#undelivered = [];
  }

  /** Adds a connection that continues after an event. */
  resume(exchange: Exchange, after: number): void {
    const events = this.#owner.settings.replay.read(this.#key, after);
    // They are in the buffer too, unless it was full.
    const others = this.#undelivered.filter(({ number }) => number > after);
    this.#undelivered = [];
    resend(this.#add(exchange), this.id, events ?? others);
  }

  /** Ends every connection. */
  close(): void {
    for (const stream of this.#streams) stream.end();
  }

  #add(exchange: Exchange): EventStream {
    const stream = openStream(exchange, this.#owner);
    this.#streams = [...this.#streams.filter(({ isOpen }) => isOpen), stream];
    // The client has probably lost the oldest connection already.
    if (this.#streams.length > MAX_SESSION_STREAMS) this.#streams.shift()?.end();
    return stream;
  }

  #record(text: string): StreamEvent {
    const event = { number: ++this.#count, text, isLast: false, scopes: this.scopes };
    const { replay, sessionIdleMs } = this.#owner.settings;
    replay.append(this.#key, event, sessionIdleMs);
    return event;
  }
}
