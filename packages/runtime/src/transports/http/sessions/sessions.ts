// Sessions: what Mcp-Session-Id names (basic/transports, "Session Management", 2025-03-26 to 2025-11-25).
import { isSameCaller, type Caller } from '../../../jsonrpc/channel.ts';
import { unref } from '../../../stores/expiry.ts';
import type { Exchange } from '../edge/exchange.ts';
import { clientOf, sessionToEnd } from '../entry/client-limits.ts';
import type { HttpSettings } from '../settings.ts';
import { HttpSession } from './http-session.ts';

const LONGEST_SWEEP_MS = 60_000;

/** The sessions of one endpoint. They live in this process and end with it. */
export class Sessions {
  readonly #settings: HttpSettings;
  readonly #live = new Map<string, HttpSession>();
  #sweeper: ReturnType<typeof setInterval> | undefined;

  constructor(settings: HttpSettings) {
    this.#settings = settings;
  }

  /**
   * A new session.
   *
   * @throws {HttpRefusal} 503 when there are too many.
   */
  create(exchange: Exchange): HttpSession {
    this.#makeRoom(exchange);
    const session = new HttpSession(exchange, this.#settings, (failed) =>
      this.end(failed, 'The session was not initialized'),
    );
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
  }

  #makeRoom(exchange: Exchange): void {
    const { maxSessions } = this.#settings;
    if (this.#live.size >= maxSessions) this.#endIdle();
    if (this.#live.size < maxSessions) return;
    const greedy = sessionToEnd([...this.#live.values()], clientOf(exchange));
    this.end(greedy, 'The session makes room for another client');
  }

  #startSweeper(): ReturnType<typeof setInterval> {
    const pauseMs = Math.min(this.#settings.sessionIdleMs / 2, LONGEST_SWEEP_MS);
    const timer = setInterval(() => this.#endIdle(), pauseMs);
    unref(timer);
    return timer;
  }

  #endIdle(): void {
    for (const session of this.#live.values()) this.#endIfIdle(session);
  }

  #endIfIdle(session: HttpSession): boolean {
    const now = performance.now();
    if (session.isInUse) session.lastUsed = now;
    if (session.lastUsed >= now - this.#settings.sessionIdleMs) return false;
    this.end(session, 'The session was idle for too long');
    return true;
  }
}
