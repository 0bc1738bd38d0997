// Session: what is known about the client of one stateful conversation, from `initialize` on.
import type { ClientSession } from '../define/context.ts';
import { isObject, type JsonObject } from '../jsonrpc/json.ts';
import { NoAnswerError } from '../jsonrpc/outbox.ts';
import { methodNotFound } from '../protocol/errors.ts';
import type { MethodRow, ServerFeature } from '../protocol/methods.ts';
import type { LegacyRevision } from '../protocol/revisions.ts';
import { logLevelRank, type ClientCapabilities, type Implementation, type Root } from '../protocol/types.ts';

/** Where a conversation stands: before `initialize`, between it and `notifications/initialized`, after. */
export type SessionState = 'new' | 'initializing' | 'ready';

/** What `initialize` settles. */
export interface Handshake {
  readonly revision: LegacyRevision;
  readonly clientInfo: Implementation;
  readonly capabilities: ClientCapabilities;
}

/**
 * The state of one stateful conversation (basic/lifecycle, up to 2025-11-25). Stateless requests never see it. It
 * changes by its methods only.
 *
 * ```
 * new ── begin ──▶ initializing ── markReady ──▶ ready
 *  └────────── makeSessionless(revision) ─────────▲
 * ```
 */
export class Session {
  readonly #handle: ClientSession;
  #state: SessionState = 'new';
  #handshake: Partial<Handshake> = {};
  #logRank: number = logLevelRank('info');
  #roots: Promise<readonly Root[]> | undefined;
  #isSessionless = false;
  #cursorSalt: string | undefined;
  #isOver = false;
  readonly #listeners: (() => void)[] = [];

  /**
   * `id` is its `Mcp-Session-Id`, or undefined where a connection is the session. `log` sends a message that belongs to
   * no request.
   */
  constructor(id: string | undefined, log: ClientSession['log']) {
    this.#handle = Object.freeze({ id, log, onClose: (listener: () => void) => this.#onClose(listener) });
  }

  /** The session as authors see it; undefined without sessions. */
  get handle(): ClientSession | undefined {
    return this.#isSessionless ? undefined : this.#handle;
  }

  get state(): SessionState {
    return this.#state;
  }

  get revision(): LegacyRevision | undefined {
    return this.#handshake.revision;
  }

  get clientInfo(): Implementation | undefined {
    return this.#handshake.clientInfo;
  }

  get capabilities(): ClientCapabilities {
    return this.#handshake.capabilities ?? {};
  }

  /** Rank of the least severe log level that is sent. */
  get logRank(): number {
    return this.#logRank;
  }

  /** HTTP without sessions: each request is independent, and nothing is sent between requests. */
  get isSessionless(): boolean {
    return this.#isSessionless;
  }

  /** Makes cursors of this session useless in another one. Made on first use: loading `crypto` takes 5 ms. */
  get cursorSalt(): string {
    return (this.#cursorSalt ??= crypto.randomUUID());
  }

  /** Stores the result of `initialize`. */
  begin(handshake: Handshake): void {
    this.#handshake = handshake;
    this.#state = 'initializing';
  }

  /** Marks the handshake as finished. Does nothing before `initialize`. */
  markReady(): void {
    if (this.#state === 'initializing') this.#state = 'ready';
  }

  /**
   * Makes each request independent. Only the revision is known, unless the request is the handshake itself. Cursors are
   * valid for every request, and no log messages are sent.
   */
  makeSessionless(revision: LegacyRevision | undefined): void {
    this.#isSessionless = true;
    this.#logRank = Infinity;
    this.#cursorSalt = '';
    if (revision === undefined) return;
    this.#handshake = { revision };
    this.#state = 'ready';
  }

  /** Ends the session and calls its listeners. Their errors go to `failed`. */
  end(failed: (error: unknown) => void): void {
    this.#isOver = true;
    for (const listener of this.#listeners.splice(0)) {
      try {
        listener();
      } catch (error) {
        failed(error);
      }
    }
  }

  #onClose(listener: () => void): void {
    if (this.#isOver) listener();
    else this.#listeners.push(listener);
  }

  setLogRank(rank: number): void {
    this.#logRank = rank;
  }

  /**
   * The client's roots: fetched once, and again after they changed or the client answered with an error. When it did
   * not answer at all, no later call waits for it: each gets the same error until the client says that its roots
   * changed.
   */
  rootsFrom(fetch: () => Promise<readonly Root[]>): Promise<readonly Root[]> {
    if (this.#roots !== undefined) return this.#roots;
    const fetched = fetch();
    this.#roots = fetched;
    fetched.catch((error: unknown) => {
      const isSilent = error instanceof Error && error.cause instanceof NoAnswerError;
      if (this.#roots === fetched && !isSilent) this.#roots = undefined;
    });
    return fetched;
  }

  /** Forgets the roots. False when none were known. */
  forgetRoots(): boolean {
    const wereKnown = this.#roots !== undefined;
    this.#roots = undefined;
    return wereKnown;
  }
}

// Capabilities and methods that need a session.
const NEED_SESSION: ReadonlySet<ServerFeature | undefined> = new Set<ServerFeature>([
  'resources.subscribe',
  'logging',
]);

/**
 * Returns the capabilities for a client without a session: no notification is sent between its requests, and no log
 * level is stored (basic/lifecycle, "Capability Negotiation").
 */
export function standaloneCapabilities(capabilities: JsonObject): JsonObject {
  const { logging: _logging, ...promised } = capabilities;
  for (const name of ['tools', 'resources', 'prompts']) {
    const capability = capabilities[name];
    if (!isObject(capability)) continue;
    const { listChanged: _changes, subscribe: _updates, ...rest } = capability;
    promised[name] = rest;
  }
  return promised;
}

/**
 * Checks that a method works without a session.
 *
 * @throws {RpcError} −32601 when it is not.
 */
export function requireStandalone(session: Session | undefined, method: string, row: MethodRow): void {
  if (session?.isSessionless === true && NEED_SESSION.has(row.capability))
    throw methodNotFound(method, 'it needs a session, and this server keeps none');
}
