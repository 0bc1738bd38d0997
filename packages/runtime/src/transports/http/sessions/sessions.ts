// Sessions: what Mcp-Session-Id names (basic/transports, "Session Management", 2025-03-26 to 2025-11-25).
import type { Conversation } from '../../../conversation/conversation.ts';
import { isSameCaller, type Caller, type Channel } from '../../../jsonrpc/channel.ts';
import type { Awaitable } from '../../../stores/awaitable.ts';
import type { Bus } from '../../../stores/bus.ts';
import { unref } from '../../../stores/expiry.ts';
import type { ReplayStore } from '../../../stores/replay-store.ts';
import type { SessionStore } from '../../../stores/session-store.ts';
import type { Exchange, Headers } from '../edge/exchange.ts';
import { HttpRefusal } from '../entry/refusal.ts';
import { HttpSession, type SessionHome } from './http-session.ts';
import { SessionSharing } from './session-sharing.ts';
import { Guarded } from './store-guard.ts';

/** How sessions behave. */
export interface SessionSettings {
  readonly maxSessions: number;
  /** Milliseconds without a request or an open stream after which a session ends. */
  readonly idleMs: number;
  readonly keepAliveMs: number;
  readonly replay: ReplayStore;
  /** Where sessions are kept that several processes serve; undefined when they live in this process only. */
  readonly store: SessionStore | undefined;
  readonly bus: Bus | undefined;
  /** Tells the operator of stores that fail. */
  readonly report: (message: string, error?: unknown) => void;
  readonly corsHeaders: (exchange: Exchange) => Headers;
}

const LONGEST_SWEEP_MS = 60_000;

const IDLE = 'The session was idle for too long';

/** The sessions of one endpoint. */
export class Sessions {
  readonly #settings: SessionSettings;
  readonly #home: SessionHome;
  readonly #sharing: SessionSharing | undefined;
  readonly #live = new Map<string, HttpSession>();
  #sweeper: ReturnType<typeof setInterval> | undefined;

  constructor(open: (channel: Channel) => Conversation, settings: SessionSettings) {
    const { store, bus, keepAliveMs, idleMs, replay, corsHeaders, report } = settings;
    const guarded = new Guarded(report);
    this.#settings = settings;
    this.#sharing =
      store &&
      new SessionSharing(
        { store, bus, guarded, idleMs },
        (id) => this.#live.get(id),
        (session, reason) => {
          this.#drop(session, reason);
        },
      );
    this.#home = {
      keepAliveMs,
      idleMs,
      replay,
      guarded,
      open,
      corsHeaders,
      save: (session) => this.#sharing?.save(session),
      failed: (session) => this.#drop(session, 'The session was not initialized'),
    };
  }

  /** A new session, or undefined when there are too many that are in use. */
  create(caller: Caller | undefined): HttpSession | undefined {
    return this.#add(crypto.randomUUID(), caller);
  }

  /** The session with this id, if it is the caller's. Throws or rejects with a refusal when the store fails. */
  find(id: string, caller: Caller | undefined): Awaitable<HttpSession | undefined> {
    if (this.#sharing !== undefined) return this.#findShared(this.#sharing, id, caller);
    const session = this.#live.get(id);
    if (session === undefined || this.#endIfIdle(session)) return undefined;
    if (!isSameCaller(session.caller, caller)) return undefined;
    session.lastUsed = performance.now();
    session.caller = caller;
    return session;
  }

  /** Gives other processes what a client sent, which may answer or cancel what runs there. */
  forward(session: HttpSession, body: unknown): void {
    this.#sharing?.forward(session, body);
  }

  /** Ends a session, in all processes. */
  end(session: HttpSession, reason: string): Awaitable<void> {
    this.#drop(session, reason);
    session.log.clear();
    return this.#sharing?.end(session);
  }

  /** Answers what runs, for at most `drainMs`, and ends all sessions here. Those in a store go on elsewhere. */
  async close(drainMs: number): Promise<void> {
    const sessions = [...this.#live.values()];
    await Promise.all(sessions.map((session) => session.conversation.peer.drain(drainMs)));
    for (const session of sessions) this.#drop(session, 'The server is shutting down');
    await Promise.all(sessions.map(async (session) => session.log.flushed()));
    this.#sharing?.close();
  }

  async #findShared(
    sharing: SessionSharing,
    id: string,
    caller: Caller | undefined,
  ): Promise<HttpSession | undefined> {
    const stored = await sharing.load(id);
    const live = this.#live.get(id);
    if (stored === undefined) {
      if (live?.saved !== undefined) this.#drop(live, 'The session has ended');
      return undefined;
    }
    if (!isSameCaller(stored.caller, caller)) return undefined;
    const session = live ?? this.#add(id, caller);
    if (session === undefined) throw new HttpRefusal(503, 'there are too many sessions; try again later');
    session.lastUsed = performance.now();
    session.caller = caller;
    await sharing.refresh(session, stored);
    sharing.touch(session);
    return session;
  }

  #add(id: string, caller: Caller | undefined): HttpSession | undefined {
    if (this.#live.size >= this.#settings.maxSessions) this.#makeRoom();
    if (this.#live.size >= this.#settings.maxSessions) return undefined;
    const session = new HttpSession(this.#home, id, caller, this.#sharing?.nameCopy());
    this.#live.set(id, session);
    this.#sweeper ??= this.#startSweeper();
    return session;
  }

  // A session that is in a store can come back at any time, so the one that is unused for longest may go.
  #makeRoom(): void {
    if (this.#sharing === undefined) {
      for (const session of this.#live.values()) this.#endIfIdle(session);
      return;
    }
    let oldest: HttpSession | undefined;
    for (const session of this.#live.values())
      if (!session.isInUse && session.lastUsed < (oldest?.lastUsed ?? Infinity)) oldest = session;
    if (oldest !== undefined) this.#drop(oldest, 'The session makes room for others');
  }

  #startSweeper(): ReturnType<typeof setInterval> {
    const sweep = (): void => {
      for (const session of this.#live.values()) {
        if (!this.#endIfIdle(session) && session.isInUse) this.#sharing?.touch(session);
      }
    };
    const timer = setInterval(sweep, Math.min(this.#settings.idleMs / 2, LONGEST_SWEEP_MS));
    unref(timer);
    return timer;
  }

  #endIfIdle(session: HttpSession): boolean {
    const now = performance.now();
    if (session.isInUse) session.lastUsed = now;
    if (session.lastUsed >= now - this.#settings.idleMs) return false;
    this.#drop(session, IDLE);
    // In a store it has a time to live of its own: it may be in use in another process.
    if (this.#sharing === undefined) session.log.clear();
    return true;
  }

  #drop(session: HttpSession, reason: string): void {
    if (this.#live.get(session.id) === session) this.#live.delete(session.id);
    session.close(reason);
    if (this.#live.size > 0) return;
    clearInterval(this.#sweeper);
    this.#sweeper = undefined;
  }
}
