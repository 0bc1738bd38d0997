// Sessions: what Mcp-Session-Id names (basic/transports, "Session Management", 2025-03-26 to 2025-11-25).
import type { Conversation } from '../../../conversation/conversation.ts';
import { isSameCaller, type Caller, type Channel } from '../../../jsonrpc/channel.ts';
import { unref } from '../../../stores/expiry.ts';
import type { Exchange, Headers } from '../edge/exchange.ts';
import { HttpSession, type SessionHome } from './http-session.ts';
import type { ReplayHome } from './replay.ts';

/** How sessions behave. */
export interface SessionSettings extends ReplayHome {
  readonly maxSessions: number;
  /** Milliseconds without a request or an open stream after which a session ends. */
  readonly idleMs: number;
  readonly keepAliveMs: number;
  readonly corsHeaders: (exchange: Exchange) => Headers;
}

const LONGEST_SWEEP_MS = 60_000;

/** The sessions of one endpoint. They live in this process and end with it. */
export class Sessions {
  readonly #settings: SessionSettings;
  readonly #home: SessionHome;
  readonly #live = new Map<string, HttpSession>();
  #sweeper: ReturnType<typeof setInterval> | undefined;

  constructor(open: (channel: Channel) => Conversation, settings: SessionSettings) {
    this.#settings = settings;
    this.#home = {
      ...settings,
      open,
      failed: (session) => this.end(session, 'The session was not initialized'),
    };
  }

  /** A new session, or undefined when there are too many that are in use. */
  create(caller: Caller | undefined): HttpSession | undefined {
    const { maxSessions } = this.#settings;
    if (this.#live.size >= maxSessions) this.#endIdle();
    if (this.#live.size >= maxSessions) return undefined;
    const session = new HttpSession(this.#home, crypto.randomUUID(), caller);
    this.#live.set(session.id, session);
    this.#sweeper ??= this.#startSweeper();
    return session;
  }

  /** The session with this id, if it is the caller's. */
  find(id: string, caller: Caller | undefined): HttpSession | undefined {
    const session = this.#live.get(id);
    if (session === undefined || this.#endIfIdle(session)) return undefined;
    if (!isSameCaller(session.caller, caller)) return undefined;
    session.lastUsed = performance.now();
    session.caller = caller;
    return session;
  }

  /** Ends a session. */
  end(session: HttpSession, reason: string): void {
    this.#live.delete(session.id);
    session.close(reason);
    if (this.#live.size > 0) return;
    clearInterval(this.#sweeper);
    this.#sweeper = undefined;
  }

  /** Answers what runs, for at most `drainMs`, and ends all sessions. */
  async close(drainMs: number): Promise<void> {
    const sessions = [...this.#live.values()];
    await Promise.all(sessions.map((session) => session.conversation.peer.drain(drainMs)));
    for (const session of sessions) this.end(session, 'The server is shutting down');
    await Promise.all(sessions.map((session) => session.log.flushed()));
  }

  #startSweeper(): ReturnType<typeof setInterval> {
    const timer = setInterval(() => this.#endIdle(), Math.min(this.#settings.idleMs / 2, LONGEST_SWEEP_MS));
    unref(timer);
    return timer;
  }

  #endIdle(): void {
    for (const session of this.#live.values()) this.#endIfIdle(session);
  }

  #endIfIdle(session: HttpSession): boolean {
    const now = performance.now();
    if (session.isInUse) session.lastUsed = now;
    if (session.lastUsed >= now - this.#settings.idleMs) return false;
    this.end(session, 'The session was idle for too long');
    return true;
  }
}
