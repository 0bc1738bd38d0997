// SessionStore: where sessions live that outlast their process or are served by several.
import type { ClientCapabilities, Implementation, LogLevel } from '../protocol/types.ts';
import type { Awaitable } from './awaitable.ts';
import { ExpiringMap } from './expiry.ts';

/** A session without its process: plain data that JSON can carry. */
export interface StoredSession {
  readonly id: string;
  /** From 1, one more with every change. */
  readonly version: number;
  /** The revision that `initialize` settled. */
  readonly revision: string;
  readonly state: 'initializing' | 'ready';
  readonly clientInfo: Implementation;
  readonly capabilities: ClientCapabilities;
  /** The least severe log level that is sent. */
  readonly logLevel: LogLevel;
  /** URIs of `resources/subscribe`. */
  readonly subscriptions: readonly string[];
  /** Scopes that it takes to open its GET stream, because of what it has subscribed to. */
  readonly scopes: readonly string[];
  /** Who opened it; undefined where nobody is asked who he is. */
  readonly caller?: { readonly subject: string; readonly issuer: string };
  /** The process that has the GET stream, or had it last. It keeps what comes while nobody is connected. */
  readonly holder: string;
}

/**
 * Keeps sessions (basic/transports, "Session Management", 2025-03-26 to 2025-11-25). A method may answer at once or with
 * a promise. One that throws or rejects makes the request fail with 503. Who reads the store can take over sessions:
 * protect it like passwords. `storeCases` of `@mcp/runtime/testing/stores` tests an implementation.
 */
export interface SessionStore {
  /** The session, or undefined when there is none or its time is over. */
  get(id: string): Awaitable<StoredSession | undefined>;
  /**
   * Adds a session of version 1, or puts version n in the place of version n − 1. It lives for `ttlMs` from now. False,
   * without a change, when the store has another version or none: of two processes that change a session at the same
   * time one gets false, and a session that was ended never comes back.
   */
  set(session: StoredSession, ttlMs: number): Awaitable<boolean>;
  /** Lets a session live for `ttlMs` from now. False when there is none; it must not come back. */
  touch(id: string, ttlMs: number): Awaitable<boolean>;
  /** Ends a session. */
  delete(id: string): Awaitable<void>;
}

/** Keeps sessions in this process: for several endpoints in one process, and for tests. */
export class MemorySessionStore implements SessionStore {
  readonly #sessions = new ExpiringMap<StoredSession>();

  get(id: string): StoredSession | undefined {
    return this.#sessions.get(id);
  }

  set(session: StoredSession, ttlMs: number): boolean {
    if ((this.#sessions.get(session.id)?.version ?? 0) !== session.version - 1) return false;
    this.#sessions.set(session.id, session, ttlMs);
    return true;
  }

  touch(id: string, ttlMs: number): boolean {
    const session = this.#sessions.get(id);
    if (session === undefined) return false;
    this.#sessions.set(id, session, ttlMs);
    return true;
  }

  delete(id: string): void {
    this.#sessions.delete(id);
  }
}
