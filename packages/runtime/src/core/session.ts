// Session: what is known about the client of one stateful conversation, from `initialize` on.
import type { LegacyRevision } from '../protocol/revisions.ts';
import { logLevelRank, type ClientCapabilities, type Implementation, type Root } from '../protocol/types.ts';

/** Where a conversation stands: before `initialize`, between it and `notifications/initialized`, after. */
export type SessionState = 'new' | 'initializing' | 'ready';

/** The state of one stateful conversation (basic/lifecycle, up to 2025-11-25). Stateless requests never see it. */
export class Session {
  state: SessionState = 'new';
  revision: LegacyRevision | undefined;
  clientInfo: Implementation | undefined;
  capabilities: ClientCapabilities = {};
  /** Rank of the least severe log level that is sent. */
  logRank: number = logLevelRank('info');
  /** The client's roots, or the question for them; undefined when they must be asked for. */
  roots: Promise<readonly Root[]> | undefined;
  /** URIs whose changes the client is told (server/resources); made with the first. */
  subscriptions: Set<string> | undefined;
  #cursorSalt: string | undefined;

  /** Makes cursors of this session useless in another one. Made on first use: loading `crypto` takes 5 ms. */
  get cursorSalt(): string {
    return (this.#cursorSalt ??= crypto.randomUUID());
  }

  set cursorSalt(salt: string) {
    this.#cursorSalt = salt;
  }

  /**
   * Stands in for the handshake where each request stands alone (HTTP without sessions): only the revision is known, and
   * cursors are good for every request.
   */
  assume(revision: LegacyRevision): void {
    this.revision = revision;
    this.state = 'ready';
    this.#cursorSalt = '';
  }

  /** Says that the client has finished the handshake. Without effect before `initialize`. */
  markReady(): void {
    if (this.state === 'initializing') this.state = 'ready';
  }
}
