// Sessions: what Mcp-Session-Id names (basic/transports, "Session Management", 2025-03-26 to 2025-11-25).
import type { Conversation } from '../../core/conversation.ts';
import { isSameCaller, type Caller } from '../../jsonrpc/caller.ts';
import type { Channel } from '../../jsonrpc/channel.ts';
import { isObject } from '../../jsonrpc/message.ts';
import { can } from '../../protocol/abilities.ts';
import type { Exchange, Headers } from './exchange.ts';
import { ReplayLog, type ReplayLimits, type StoredEvent } from './replay.ts';
import { demandScopes } from './scopes.ts';
import { RequestStream, SessionStream, type StreamSettings } from './session-streams.ts';

/** How sessions behave. */
export interface SessionSettings {
  readonly maxSessions: number;
  /** Milliseconds without a request after which a session ends. */
  readonly idleMs: number;
  readonly keepAliveMs: number;
  readonly replay: ReplayLimits;
  readonly corsHeaders: (exchange: Exchange) => Headers;
}

/** One session. */
export class HttpSession {
  readonly id: string = crypto.randomUUID();
  /** Who opened it. Nobody else may use it. */
  readonly caller: Caller | undefined;
  readonly conversation: Conversation;
  readonly log: ReplayLog;
  readonly stream: SessionStream;
  lastUsed = performance.now();
  readonly #settings: StreamSettings;
  readonly #requests = new Map<string, RequestStream>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #lastStream = 0;

  constructor(
    open: (channel: Channel) => Conversation,
    settings: SessionSettings,
    caller: Caller | undefined,
  ) {
    this.caller = caller;
    this.log = new ReplayLog(settings.replay);
    this.#settings = {
      log: this.log,
      keepAliveMs: settings.keepAliveMs,
      canPrime: () => {
        const { revision } = this.conversation.session;
        return revision !== undefined && can(revision, 'polling');
      },
      headers: (exchange) => this.#headers(settings.corsHeaders(exchange)),
    };
    this.stream = new SessionStream(this.#streamId('get'), this.#settings);
    this.conversation = open(this.stream);
  }

  /** Whether a request is running. */
  get isBusy(): boolean {
    return [...this.#requests.values()].some(({ isDone }) => !isDone);
  }

  /** Answers a body with requests. */
  accept(value: unknown, exchange: Exchange): void {
    const id = this.#streamId(++this.#lastStream);
    if (subscribes(value)) this.stream.require(exchange.scopes);
    const stream = new RequestStream(id, exchange, this.#settings, () => this.#forget(stream));
    this.#requests.set(id, stream);
    this.conversation.peer.accept(value, stream);
  }

  /** Goes on after an event. False when the session does not know it. Throws when the caller lacks scopes. */
  resume(lastEventId: string, exchange: Exchange): boolean {
    const id = this.log.streamOf(lastEventId);
    if (id === undefined) return false;
    const missed = this.log.after(lastEventId);
    if (id === this.stream.id) {
      this.connect(exchange, missed);
      return true;
    }
    const request = this.#requests.get(id);
    demandScopes(exchange, request?.scopes ?? []);
    request?.resume(exchange, missed);
    return request !== undefined;
  }

  /** Opens the stream of the session. Throws when the caller lacks scopes. */
  connect(exchange: Exchange, missed?: readonly StoredEvent[]): void {
    demandScopes(exchange, [...this.stream.scopes]);
    this.stream.connect(exchange, missed);
  }

  /** Ends the session: aborts what runs, ends the streams. */
  close(reason: string): void {
    this.conversation.peer.close(reason);
    this.stream.close();
    for (const request of this.#requests.values()) request.drop();
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  // Before `initialize` succeeds there is no session to name.
  #headers(cors: Headers): Headers {
    return this.conversation.session.state === 'new' ? cors : { 'mcp-session-id': this.id, ...cors };
  }

  // Events stay for a client that lost the connection and comes back for the answer. One JSON body is just sent.
  #forget({ id, isEventStream }: RequestStream): void {
    if (isEventStream)
      this.#timers.set(
        id,
        setTimeout(() => this.#delete(id), ANSWER_TTL_MS),
      );
    else this.#requests.delete(id);
  }

  #delete(stream: string): void {
    this.#requests.delete(stream);
    this.#timers.delete(stream);
    this.log.delete(stream);
  }

  // The part of the session's id keeps event ids of one session from being ids of another.
  #streamId(name: string | number): string {
    return `${this.id.slice(0, 8)}-${name}`;
  }
}

const ANSWER_TTL_MS = 60_000;
const LOOK_EVERY_MS = 1000;

function subscribes(value: unknown): boolean {
  return Array.isArray(value) ? value.some(isSubscribe) : isSubscribe(value);
}

function isSubscribe(message: unknown): boolean {
  return isObject(message) && message['method'] === 'resources/subscribe';
}

/** The sessions of one endpoint. */
export class Sessions {
  readonly #open: (channel: Channel) => Conversation;
  readonly #settings: SessionSettings;
  readonly #sessions = new Map<string, HttpSession>();
  #lookedAt = 0;

  constructor(open: (channel: Channel) => Conversation, settings: SessionSettings) {
    this.#open = open;
    this.#settings = settings;
  }

  /** A new session, or undefined when there are too many busy ones. */
  create(caller: Caller | undefined): HttpSession | undefined {
    this.#endIdle();
    if (this.#sessions.size >= this.#settings.maxSessions) return undefined;
    const session = new HttpSession(this.#open, this.#settings, caller);
    this.#sessions.set(session.id, session);
    return session;
  }

  /** The session with this id, if it is the caller's. */
  get(id: string, caller: Caller | undefined): HttpSession | undefined {
    const session = this.#sessions.get(id);
    if (session === undefined || this.#endIfIdle(session)) return undefined;
    if (!isSameCaller(session.caller, caller)) return undefined;
    session.lastUsed = performance.now();
    return session;
  }

  /** Ends a session. */
  end(session: HttpSession, reason: string): void {
    this.#sessions.delete(session.id);
    session.close(reason);
  }

  /** Answers what runs, for at most `drainMs`, and ends all sessions. */
  async close(drainMs: number): Promise<void> {
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(sessions.map((session) => session.conversation.peer.drain(drainMs)));
    for (const session of sessions) session.close('The server is shutting down');
  }

  // Looking at all sessions for each new one would make opening many of them slow.
  #endIdle(): void {
    const now = performance.now();
    if (now - this.#lookedAt < LOOK_EVERY_MS && this.#sessions.size < this.#settings.maxSessions) return;
    this.#lookedAt = now;
    for (const session of this.#sessions.values()) this.#endIfIdle(session);
  }

  #endIfIdle(session: HttpSession): boolean {
    const isIdle = session.lastUsed < performance.now() - this.#settings.idleMs && !session.isBusy;
    if (isIdle) this.end(session, 'The session was idle for too long');
    return isIdle;
  }
}
