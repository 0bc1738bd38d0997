// The stream of a session for what belongs to no request: GET (up to 2025-11-25). It can be resumed.
import type { Channel } from '../../../jsonrpc/channel.ts';
import { hasScopes } from '../../../protocol/scopes.ts';
import type { Exchange } from '../edge/exchange.ts';
import type { EventStream } from '../sse.ts';
import { eventId, type StreamEvent, type StreamKey } from './replay.ts';
import { openStream, resend, type StreamOwner } from './stream.ts';

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

  /** Adds a connection. It gets the messages that no connection has received. */
  connect(exchange: Exchange): void {
    const stream = this.#add(exchange);
    // A new id before older events would make a client that loses the connection between them skip the rest.
    if (this.#undelivered.length === 0 && this.#owner.canPrime)
      stream.prime(eventId(this.id, this.#keep('').number));
    resend(stream, this.id, this.#undelivered);
    this.#undelivered = [];
  }

  /** Adds a connection that goes on after an event. */
  resume(exchange: Exchange, after: number): void {
    const events = this.#owner.settings.replay.read(this.#key, after);
    // They are in the buffer too, unless it had no room for them.
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
    // The oldest is likely to be a connection that the client has lost already.
    if (this.#streams.length > MAX_SESSION_STREAMS) this.#streams.shift()?.end();
    return stream;
  }

  #keep(text: string): StreamEvent {
    const event = { number: ++this.#count, text, isLast: false, scopes: this.scopes };
    const { replay, sessionIdleMs } = this.#owner.settings;
    replay.append(this.#key, event, sessionIdleMs);
    return event;
  }
}
