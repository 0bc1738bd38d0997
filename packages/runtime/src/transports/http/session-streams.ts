// The streams of a session: one per POST, and one for what belongs to no request. All can be resumed (up to 2025-11-25).
import type { Caller } from '../../jsonrpc/caller.ts';
import type { Answer, Channel } from '../../jsonrpc/channel.ts';
import { hasScopes } from '../../protocol/scopes.ts';
import type { Awaitable } from '../../stores/awaitable.ts';
import type { StoredEvent } from '../../stores/replay-store.ts';
import { DelayQueue } from './delay-queue.ts';
import type { Exchange, Headers } from './exchange.ts';
import { accepts, JSON_TYPE } from './headers.ts';
import { eventId, type ReplayLog } from './replay.ts';
import { headOf } from './scopes.ts';
import { EventStream } from './sse.ts';

/** What all streams of one session share: the session. */
export interface StreamOwner {
  readonly log: ReplayLog;
  readonly keepAliveMs: number;
  /** Milliseconds that events of a stream live which is not complete. */
  readonly idleMs: number;
  /** Whether a POST without a message for a while gets a stream that can be resumed. */
  readonly canPrime: boolean;
  /** Headers of every response. */
  headers(exchange: Exchange): Headers;
  /** Saves what a request changed, before its answer is sent. Undefined when nothing has to be waited for. */
  save(): Promise<void> | undefined;
  /** The answer of a request was sent or stored, or will never come. */
  finished(stream: RequestStream): void;
}

/** Milliseconds that an answer is kept for a client that lost the connection. */
const ANSWER_TTL_MS = 60_000;

/** Begins an event stream on a connection. */
export function openStream(exchange: Exchange, owner: StreamOwner): EventStream {
  return new EventStream(exchange, owner.headers(exchange), owner.keepAliveMs);
}

/** Sends events of a stream again. One without text only gave the client an id. */
export function resend(stream: EventStream, name: string, events: readonly StoredEvent[]): void {
  for (const { number, text } of events) if (text !== '') stream.send(text, eventId(name, number));
}

/** The stream of one POST with requests. Without anything before the answer it is one JSON body. */
export class RequestStream implements Channel {
  readonly id: string;
  readonly caller: Caller | undefined;
  /** The scopes that its requests needed, and that it takes to come back for its events. */
  readonly scopes: readonly string[];
  readonly #owner: StreamOwner;
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
    this.scopes = exchange.scopes;
    this.#exchange = exchange;
    this.#owner = owner;
    exchange.onAbort(() => {
      if (this.#exchange === exchange) this.#exchange = undefined;
    });
    this.#canPrime = owner.canPrime && accepts(exchange.header('accept'), 'text/event-stream');
    if (this.#canPrime) quiet.add(this);
  }

  /** How many events there were. */
  get count(): number {
    return this.#count;
  }

  send(text: string, answer?: Answer): void {
    const saved = answer === undefined ? undefined : this.#owner.save();
    if (saved === undefined) this.#send(text, answer);
    else void saved.then(() => this.#send(text, answer));
  }

  // A cancelled request has no answer that a client could come back for.
  drop(): void {
    if (this.#isDone) return;
    if (this.#isEventStream) this.#owner.log.delete(this.id);
    this.#finish();
  }

  /** Goes on with the stream on another connection, after what was missed. The newest connection wins. */
  resume(exchange: Exchange, after: number): void {
    const missed = this.#owner.log.read(this.id, after);
    this.#stream?.end();
    this.#exchange = exchange;
    this.#isEventStream = true;
    this.#stream = openStream(exchange, this.#owner);
    deliver(this.#stream, this.id, missed);
  }

  disconnect(retryMs: number): void {
    // Earlier revisions know no empty events: the client would have nothing to come back with.
    if (this.#isDone || !this.#canPrime) return;
    this.prime();
    this.#stream?.retry(retryMs);
    this.#exchange = undefined;
  }

  #send(text: string, answer: Answer | undefined): void {
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

  #keep(text: string, isLast: boolean): string {
    const number = ++this.#count;
    const ttlMs = isLast ? ANSWER_TTL_MS : this.#owner.idleMs;
    const { scopes } = this;
    this.#owner.log.append(this.id, { number, text, isLast, scopes }, ttlMs);
    return eventId(this.id, number);
  }

  /** Makes it an event stream that the client can come back to, before there is any message (2025-11-25). */
  prime(): void {
    quiet.delete(this);
    if (this.#isDone || this.#isEventStream || !this.#canPrime) return;
    this.#open();
    this.#stream?.prime(this.#keep('', false));
  }

  #open(): void {
    quiet.delete(this);
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
    quiet.delete(this);
    this.#isDone = true;
    this.#owner.finished(this);
  }
}

const PRIME_AFTER_MS = 100;

// The POSTs that had no message so far.
const quiet = new DelayQueue<RequestStream>(PRIME_AFTER_MS, (stream) => stream.prime());

const MAX_UNDELIVERED = 1000;
const MAX_SESSION_STREAMS = 16;

/** The stream of GET: what belongs to no request. Each message goes to the newest of at most 16 connections only. */
export class SessionStream implements Channel {
  readonly id: string;
  /** Whether what comes without a connection waits here for one; false while another process has the stream. */
  keeps = true;
  /** The scopes that it takes to listen: those of what the session has subscribed to. */
  scopes: readonly string[] = [];
  readonly #owner: StreamOwner;
  #streams: EventStream[] = [];
  #undelivered: StoredEvent[] = [];
  #count = 0;

  constructor(id: string, owner: StreamOwner) {
    this.id = id;
    this.#owner = owner;
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
    if (newest === undefined && !this.keeps) return;
    const event = this.#keep(text);
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

  /** Adds a connection, which gets what nobody got. */
  connect(exchange: Exchange): void {
    const stream = this.#add(exchange);
    // A new id before older events would make a client that loses the connection between them skip the rest.
    if (this.#undelivered.length === 0 && this.#owner.canPrime)
      stream.prime(eventId(this.id, this.#keep('').number));
    this.#giveUndelivered(stream);
  }

  /** Adds a connection that goes on after an event. */
  resume(exchange: Exchange, after: number): void {
    const missed = this.#owner.log.read(this.id, after);
    const undelivered = this.#undelivered.filter(({ number }) => number > after);
    this.#undelivered = [];
    const stream = this.#add(exchange);
    // They are in the store too, unless it has lost them.
    deliver(stream, this.id, missed, undelivered);
  }

  /** Adds a connection that gets events of the stream of another process first. */
  takeOver(exchange: Exchange, name: string, missed: readonly StoredEvent[]): void {
    const stream = this.#add(exchange);
    resend(stream, name, missed);
    this.#giveUndelivered(stream);
  }

  /** Another process has the stream now. */
  give(): void {
    this.keeps = false;
    this.#undelivered = [];
  }

  /** Ends every connection. */
  close(): void {
    for (const stream of this.#streams) stream.end();
  }

  #add(exchange: Exchange): EventStream {
    const stream = openStream(exchange, this.#owner);
    this.#streams = [...this.#streams.filter(({ isOpen }) => isOpen), stream];
    // The oldest is likely to be a connection that the client has lost already.
    if (this.#streams.length > MAX_SESSION_STREAMS) this.#streams.shift()?.end();
    return stream;
  }

  #giveUndelivered(stream: EventStream): void {
    resend(stream, this.id, this.#undelivered);
    this.#undelivered = [];
  }

  #keep(text: string): StoredEvent {
    const event = { number: ++this.#count, text, isLast: false, scopes: this.scopes };
    this.#owner.log.append(this.id, event, this.#owner.idleMs);
    return event;
  }
}

type Missed = Awaitable<readonly StoredEvent[] | undefined>;

// What is sent before the store has answered comes after its events.
function deliver(
  stream: EventStream,
  name: string,
  missed: Missed,
  others: readonly StoredEvent[] = [],
): void {
  if (!(missed instanceof Promise)) return resend(stream, name, missed ?? others);
  const release = stream.hold();
  const send = (events: readonly StoredEvent[] | undefined): void =>
    release(() => resend(stream, name, events ?? others));
  missed.then(send, () => send(undefined));
}
