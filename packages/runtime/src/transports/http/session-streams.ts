// The streams of a session: one per POST, and one for what belongs to no request. All can be resumed (up to 2025-11-25).
import type { Caller } from '../../jsonrpc/caller.ts';
import type { Answer, Channel } from '../../jsonrpc/channel.ts';
import { hasScopes } from '../../protocol/scopes.ts';
import { DelayQueue } from './delay-queue.ts';
import type { Exchange, Headers } from './exchange.ts';
import { accepts, JSON_TYPE } from './headers.ts';
import type { ReplayLog, StoredEvent } from './replay.ts';
import { headOf } from './scopes.ts';
import { EventStream } from './sse.ts';

/** What all streams of one session share. */
export interface StreamSettings {
  readonly log: ReplayLog;
  readonly keepAliveMs: number;
  /** Whether a POST without a message for a while gets a stream that can be resumed. */
  readonly canPrime: () => boolean;
  /** Headers of every response. */
  readonly headers: (exchange: Exchange) => Headers;
}

/** The stream of one POST with requests. Without anything before the answer it is one JSON body. */
export class RequestStream implements Channel {
  readonly id: string;
  readonly caller: Caller | undefined;
  /** The scopes that its requests needed, and that it takes to come back for its events. */
  readonly scopes: readonly string[];
  readonly #settings: StreamSettings;
  readonly #onEnd: () => void;
  #exchange: Exchange | undefined;
  #stream: EventStream | undefined;
  #isEventStream = false;
  #isDone = false;

  /** `onEnd` is called once, when the answer is sent or stored. */
  constructor(id: string, exchange: Exchange, settings: StreamSettings, onEnd: () => void) {
    this.id = id;
    this.caller = exchange.caller;
    this.scopes = exchange.scopes;
    this.#exchange = exchange;
    this.#settings = settings;
    this.#onEnd = onEnd;
    exchange.onAbort(() => {
      if (this.#exchange === exchange) this.#exchange = undefined;
    });
    if (settings.canPrime()) quiet.add(this);
  }

  /** Whether the answer was sent or stored. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** Whether there were events, so that a client may come back for them. */
  get isEventStream(): boolean {
    return this.#isEventStream;
  }

  send(text: string, answer?: Answer): void {
    if (this.#isDone) return;
    if (answer !== undefined && !this.#isEventStream && this.#exchange !== undefined) {
      const { status, headers } = headOf(this.#exchange, answer, false);
      if (status !== 200 || accepts(this.#exchange.header('accept'), 'application/json')) {
        const all = { ...JSON_TYPE, ...this.#settings.headers(this.#exchange), ...headers };
        this.#exchange.respond(status, all, text);
        return this.#end();
      }
    }
    const id = this.#settings.log.append(this.id, text);
    this.#open();
    this.#stream?.send(text, id);
    if (answer !== undefined) this.drop();
  }

  drop(): void {
    if (this.#isDone) return;
    this.#open();
    this.#stream?.end();
    this.#end();
  }

  /** Goes on with the stream on another connection, after the events that were missed. The newest connection wins. */
  resume(exchange: Exchange, missed: readonly StoredEvent[]): void {
    this.#stream?.end();
    this.#exchange = exchange;
    this.#isEventStream = true;
    this.#stream = new EventStream(exchange, this.#settings.headers(exchange), this.#settings.keepAliveMs);
    for (const { id, text } of missed) this.#stream.send(text, id);
    if (this.#isDone) this.#stream.end();
  }

  disconnect(retryMs: number): void {
    // Earlier revisions know no empty events: the client would have nothing to come back with.
    if (this.#isDone || !this.#settings.canPrime()) return;
    this.prime();
    this.#stream?.retry(retryMs);
    this.#exchange = undefined;
  }

  /** Makes it an event stream that the client can come back to, before there is any message (2025-11-25). */
  prime(): void {
    quiet.delete(this);
    if (this.#isDone || this.#isEventStream || !this.#settings.canPrime()) return;
    this.#open();
    this.#stream?.prime(this.#settings.log.nextId(this.id));
  }

  #open(): void {
    quiet.delete(this);
    this.#isEventStream = true;
    if (this.#stream !== undefined || this.#exchange === undefined) return;
    this.#stream = new EventStream(
      this.#exchange,
      this.#settings.headers(this.#exchange),
      this.#settings.keepAliveMs,
    );
  }

  #end(): void {
    quiet.delete(this);
    this.#isDone = true;
    this.#onEnd();
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
  readonly #settings: StreamSettings;
  /** The scopes that it takes to listen: those of what the session has subscribed to. */
  readonly scopes = new Set<string>();
  #streams: EventStream[] = [];
  #undelivered: StoredEvent[] = [];

  constructor(id: string, settings: StreamSettings) {
    this.id = id;
    this.#settings = settings;
  }

  send(text: string): void {
    const event = { id: this.#settings.log.append(this.id, text), text };
    this.#streams = this.#streams.filter(({ isOpen }) => isOpen);
    const newest = this.#streams.at(-1);
    if (newest !== undefined) return newest.send(event.text, event.id);
    this.#undelivered.push(event);
    if (this.#undelivered.length > MAX_UNDELIVERED) this.#undelivered.shift();
  }

  /** From now on it takes these scopes to listen. Connections of callers that lack one end. */
  require(scopes: readonly string[]): void {
    for (const scope of scopes) this.scopes.add(scope);
    for (const stream of this.#streams) if (!hasScopes(stream.caller, scopes)) stream.end();
  }

  /** Adds a connection. It first gets what it missed, or what nobody got. */
  connect(exchange: Exchange, missed: readonly StoredEvent[] | undefined): void {
    const stream = new EventStream(exchange, this.#settings.headers(exchange), this.#settings.keepAliveMs);
    this.#streams = [...this.#streams.filter(({ isOpen }) => isOpen), stream];
    // The oldest is likely to be a connection that the client has lost already.
    if (this.#streams.length > MAX_SESSION_STREAMS) this.#streams.shift()?.end();
    const events = missed ?? this.#undelivered;
    // A new id before older events would make a client that loses the connection between them skip the rest.
    if (events.length === 0 && this.#settings.canPrime()) stream.prime(this.#settings.log.nextId(this.id));
    for (const { id, text } of events) stream.send(text, id);
    this.#undelivered = [];
  }

  /** Ends every connection. */
  close(): void {
    for (const stream of this.#streams) stream.end();
  }
}
