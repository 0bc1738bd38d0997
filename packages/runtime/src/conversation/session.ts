// Session: what is known about the client of one stateful conversation, from `initialize` on.
import type { ClientSession } from '../define/context.ts';
import type { LegacyRevision } from '../protocol/revisions.ts';
import { logLevelRank, type ClientCapabilities, type Implementation, type Root } from '../protocol/types.ts';

/** Where a conversation stands: before `initialize`, between it and `notifications/initialized`, after. */
export type SessionState = 'new' | 'initializing' | 'ready';

/** The state of one stateful conversation (basic/lifecycle, up to 2025-11-25). Stateless requests never see it. */
export class Session implements ClientSession {
  /** What the transport calls it (`Mcp-Session-Id`); undefined where a connection is the session. */
  readonly id: string | undefined;
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
  /** Each request stands alone (HTTP without sessions): nothing is remembered, and nothing told between requests. */
  standsAlone = false;
  #cursorSalt: string | undefined;

  constructor(id?: string) {
    this.id = id;
  }

  /** Makes cursors of this session useless in another one. Made on first use: loading `crypto` takes 5 ms. */
  get cursorSalt(): string {
    return (this.#cursorSalt ??= crypto.randomUUID());
  }

  set cursorSalt(salt: string) {
    this.#cursorSalt = salt;
  }

  /**
   * Each request stands alone. Only the revision is known, unless the request is the handshake itself; cursors are good
   * for every request, and no log messages are sent.
   */
  standAlone(revision: LegacyRevision | undefined): void {
    this.standsAlone = true;
    this.logRank = Infinity;
    this.#cursorSalt = '';
    if (revision === undefined) return;
    this.revision = revision;
    this.state = 'ready';
  }

  /** Says that the client has finished the handshake. Without effect before `initialize`. */
  markReady(): void {
    if (this.state === 'initializing') this.state = 'ready';
  }
}
