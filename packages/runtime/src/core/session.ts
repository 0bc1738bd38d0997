// Session: what is known about the client of one stateful conversation, from `initialize` on.
import type { LegacyRevision } from '../protocol/revisions.ts';
import { logLevelRank, type ClientCapabilities, type Implementation, type Root } from '../protocol/types.ts';

/** Where a conversation stands: before `initialize`, between it and `notifications/initialized`, after. */
export type SessionState = 'new' | 'initializing' | 'ready';

/** The state of one stateful conversation. Stateless requests never see it. */
export class Session {
  state: SessionState = 'new';
  readonly #waiting: (() => void)[] = [];
  revision: LegacyRevision | undefined;
  clientInfo: Implementation | undefined;
  capabilities: ClientCapabilities = {};
  /** Rank of the least severe log level that is sent. */
  logRank: number = logLevelRank('info');
  /** The client's roots, or the question for them; undefined when they must be asked for. */
  roots: Promise<readonly Root[]> | undefined;
  /** Says that the client is ready for questions. Without effect before `initialize`. */
  markReady(): void {
    if (this.state !== 'initializing') return;
    this.state = 'ready';
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Resolves when the client is ready for questions (basic/lifecycle, "Initialization"); rejects on abort. */
  async ready(signal: AbortSignal): Promise<void> {
    if (this.state === 'ready') return;
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push(resolve);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  }

  #cursorSalt: string | undefined;

  /** Makes cursors of this session useless in another one. Made on first use: loading `crypto` takes 5 ms. */
  get cursorSalt(): string {
    return (this.#cursorSalt ??= crypto.randomUUID());
  }
}
