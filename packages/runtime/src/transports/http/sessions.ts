// Sessions: what Mcp-Session-Id names (basic/transports, "Session Management", 2025-03-26 to 2025-11-25).
import type { Conversation } from '../../core/conversation.ts';
import type { Channel } from '../../jsonrpc/channel.ts';
import type { Exchange, Headers } from './exchange.ts';
import { ReplayLog, type ReplayLimits } from './replay.ts';
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

// Only this revision knows empty events and coming back for an answer.
const POLLING_REVISION = '2025-11-25';
const PRIME_AFTER_MS = 100;

/** One session. */
export class HttpSession {
  readonly id: string = crypto.randomUUID();
  readonly conversation: Conversation;
  readonly log: ReplayLog;
  readonly stream: SessionStream;
  lastUsed = performance.now();
  readonly #settings: StreamSettings;
  readonly #requests = new Map<string, RequestStream>();
  #lastStream = 0;

  constructor(open: (channel: Channel) => Conversation, settings: SessionSettings) {
    this.log = new ReplayLog(settings.replay);
    this.#settings = {
      log: this.log,
      keepAliveMs: settings.keepAliveMs,
      primeAfterMs: () =>
        this.conversation.session.revision === POLLING_REVISION ? PRIME_AFTER_MS : undefined,
      headers: (exchange) => ({ 'mcp-session-id': this.id, ...settings.corsHeaders(exchange) }),
    };
    this.stream = new SessionStream(this.#settings);
    this.conversation = open(this.stream);
  }

  /** Whether a request is running. */
  get isBusy(): boolean {
    return this.#requests.size > 0;
  }

  /** Answers a body with requests. */
  accept(value: unknown, exchange: Exchange): void {
    const id = `r${++this.#lastStream}`;
    const stream = new RequestStream(id, exchange, this.#settings, () => this.#forgetLater(id));
    this.#requests.set(id, stream);
    this.conversation.peer.accept(value, stream);
  }

  /** Goes on after an event. False when the session does not know it. */
  resume(lastEventId: string, exchange: Exchange): boolean {
    const id = this.log.streamOf(lastEventId);
    if (id === undefined) return false;
    const missed = this.log.after(lastEventId);
    if (id === this.stream.id) {
      this.stream.connect(exchange, missed);
      return true;
    }
    const request = this.#requests.get(id);
    request?.resume(exchange, missed);
    return request !== undefined;
  }

  /** Ends the session: aborts what runs, ends the streams. */
  close(reason: string): void {
    this.conversation.peer.close(reason);
    this.stream.close();
    for (const request of this.#requests.values()) request.drop();
  }

  // The answer stays for a client that lost the connection and comes back for it.
  #forgetLater(id: string): void {
    setTimeout(() => {
      this.#requests.delete(id);
      this.log.delete(id);
    }, ANSWER_TTL_MS);
  }
}

const ANSWER_TTL_MS = 60_000;

/** The sessions of one endpoint. */
export class Sessions {
  readonly #open: (channel: Channel) => Conversation;
  readonly #settings: SessionSettings;
  readonly #sessions = new Map<string, HttpSession>();

  constructor(open: (channel: Channel) => Conversation, settings: SessionSettings) {
    this.#open = open;
    this.#settings = settings;
  }

  /** A new session, or undefined when there are too many busy ones. */
  create(): HttpSession | undefined {
    this.#endIdle();
    if (this.#sessions.size >= this.#settings.maxSessions) return undefined;
    const session = new HttpSession(this.#open, this.#settings);
    this.#sessions.set(session.id, session);
    return session;
  }

  /** The session with this id. */
  get(id: string): HttpSession | undefined {
    const session = this.#sessions.get(id);
    if (session !== undefined) session.lastUsed = performance.now();
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

  #endIdle(): void {
    const oldest = performance.now() - this.#settings.idleMs;
    for (const session of this.#sessions.values()) {
      if (session.lastUsed < oldest && !session.isBusy)
        this.end(session, 'The session was idle for too long');
    }
  }
}
