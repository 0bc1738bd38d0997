// HttpSession: one session in this process: its conversation, its streams, what it was saved as.
import { readMessages } from '../../../jsonrpc/message.ts';
import type { Conversation } from '../../../conversation/conversation.ts';
import type { Caller, Channel } from '../../../jsonrpc/channel.ts';
import { can } from '../../../protocol/revisions.ts';
import type { Awaitable } from '../../../stores/awaitable.ts';
import type { ReplayStore, StoredEvent } from '../../../stores/replay-store.ts';
import type { StoredSession } from '../../../stores/session-store.ts';
import { subscribes } from '../body.ts';
import type { Exchange, Headers } from '../edge/exchange.ts';
import { demandScopes } from '../entry/scopes.ts';
import { takeWhenReady } from '../pressure.ts';
import { readEventId, ReplayLog, type EventPlace } from './replay.ts';
import { RequestStream } from './request-stream.ts';
import { SessionStream } from './session-stream.ts';
import type { Guarded } from './store-guard.ts';
import { openStream, resend, type StreamOwner } from './stream.ts';

/** What a session needs of its endpoint. */
export interface SessionHome {
  readonly keepAliveMs: number;
  readonly idleMs: number;
  readonly replay: ReplayStore;
  readonly guarded: Guarded;
  open(channel: Channel): Conversation;
  corsHeaders(exchange: Exchange): Headers;
  /** Saves what a request changed, if sessions are shared. */
  save(session: HttpSession): Promise<void> | undefined;
  /** A session whose `initialize` failed. */
  failed(session: HttpSession): void;
}

const POLL_MS = 1000;

const GET = '-get';

/** One session, or the copy of one in this process. */
export class HttpSession implements StreamOwner {
  readonly id: string;
  /** Who uses it, with the newest credentials: always the same subject. */
  caller: Caller | undefined;
  readonly conversation: Conversation;
  readonly log: ReplayLog;
  readonly stream: SessionStream;
  /** Names this copy where sessions are shared: what it numbers is unique in all processes, and after a revival. */
  readonly copy: string | undefined;
  /** What the store has of it, as far as is known here. */
  saved: StoredSession | undefined;
  lastUsed: number = performance.now();
  /** When the store was told that it is used. */
  lastTouched: number = this.lastUsed;
  readonly #home: SessionHome;
  readonly #requests = new Map<string, RequestStream>();
  #lastStream = 0;
  #isClosed = false;

  constructor(home: SessionHome, id: string, caller: Caller | undefined, copy: string | undefined) {
    this.id = id;
    this.caller = caller;
    this.copy = copy;
    this.#home = home;
    this.log = new ReplayLog(home.replay, id, home.guarded);
    this.stream = new SessionStream(this.#streamName(GET), this);
    this.conversation = home.open(this.stream);
    if (copy === undefined) return;
    this.conversation.peer.idPrefix = `${copy}-`;
    this.conversation.session.cursorSalt = id;
  }

  get keepAliveMs(): number {
    return this.#home.keepAliveMs;
  }

  get idleMs(): number {
    return this.#home.idleMs;
  }

  get canPrime(): boolean {
    const { revision } = this.conversation.session;
    return revision !== undefined && can(revision, 'polling');
  }

  /** Whether a request runs or a client listens. */
  get isInUse(): boolean {
    return this.#requests.size > 0 || this.stream.isOpen;
  }

  /** Answers a body with requests. */
  accept(value: unknown, exchange: Exchange): void | Promise<void> {
    if (subscribes(value)) this.stream.require(exchange.scopes);
    const stream = new RequestStream(this.#streamName(`-${++this.#lastStream}`), exchange, this);
    this.#requests.set(stream.id, stream);
    const { peer } = this.conversation;
    return takeWhenReady(value, peer, () => peer.accept(readMessages(value), stream));
  }

  /** Opens the stream of the session. Throws when the caller lacks scopes. */
  listen(exchange: Exchange): void {
    demandScopes(exchange, this.stream.scopes);
    this.stream.connect(exchange);
    this.#hold();
  }

  /** Goes on after an event. False when the session does not know it. Throws or rejects when the caller lacks scopes. */
  resume(lastEventId: string, exchange: Exchange): Awaitable<boolean> {
    const place = readEventId(lastEventId);
    if (place === undefined) return false;
    const { stream, number } = place;
    const live = stream === this.stream.id ? this.stream : this.#requests.get(stream);
    if (live !== undefined) {
      if (number > live.count) return false;
      demandScopes(exchange, live.scopes);
      live.resume(exchange, number);
      if (live === this.stream) this.#hold();
      return true;
    }
    // With the event itself, which may be the last one.
    const events = this.log.read(stream, number - 1);
    return events instanceof Promise
      ? events.then((read) => this.#replay(place, read, exchange))
      : this.#replay(place, events, exchange);
  }

  headers(exchange: Exchange): Headers {
    const cors = this.#home.corsHeaders(exchange);
    // Before `initialize` succeeds there is no session to name.
    return this.conversation.session.state === 'new' ? cors : { 'mcp-session-id': this.id, ...cors };
  }

  save(): Promise<void> | undefined {
    return this.#isClosed ? undefined : this.#home.save(this);
  }

  finished(id: string): void {
    this.#requests.delete(id);
    if (this.conversation.session.state === 'new' && !this.#isClosed) this.#home.failed(this);
  }

  /** Ends the session here: aborts what runs, ends the streams. */
  close(reason: string): void {
    this.#isClosed = true;
    this.conversation.peer.close(reason);
    this.stream.close();
    for (const request of this.#requests.values()) request.drop();
  }

  // A stream that is complete, or that is another process's.
  #replay(place: EventPlace, events: readonly StoredEvent[] | undefined, exchange: Exchange): boolean {
    if (events === undefined) return false;
    for (const { scopes } of events) demandScopes(exchange, scopes);
    const missed = events.filter(({ number }) => number > place.number);
    if (place.stream.endsWith(GET)) {
      demandScopes(exchange, this.stream.scopes);
      this.stream.takeOver(exchange, place.stream, missed);
      this.#hold();
      return true;
    }
    const goesOnElsewhere = events.at(-1)?.isLast !== true;
    // A request of this process that is over has its answer there, or the store has lost it.
    if (goesOnElsewhere && this.#isOwn(place.stream)) return false;
    const stream = openStream(exchange, this);
    resend(stream, place.stream, missed);
    if (goesOnElsewhere && this.canPrime) stream.retry(POLL_MS);
    else stream.end();
    return true;
  }

  // What comes while nobody is connected waits where the stream was last.
  #hold(): void {
    if (this.stream.keeps) return;
    this.stream.keeps = true;
    void this.save();
  }

  #isOwn(stream: string): boolean {
    return this.copy === undefined || stream.startsWith(this.#streamName('-'));
  }

  // The part of the session's id keeps event ids of one session from being ids of another.
  #streamName(name: string): string {
    const part = this.id.slice(0, 8);
    return this.copy === undefined ? part + name : `${part}-${this.copy}${name}`;
  }
}
