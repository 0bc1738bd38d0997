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
 *  └──────────── standAlone(revision) ────────────▲
 * ```
 */
export class Session {
  readonly #handle: ClientSession;
  #state: SessionState = 'new';
  #handshake: Partial<Handshake> = {};
  #logRank: number = logLevelRank('info');
  #roots: Promise<readonly Root[]> | undefined;
  #isAlone = false;
  #cursorSalt: string | undefined;
  #isOver = false;
  readonly #listeners: (() => void)[] = [];

  /**
   * `id` is what the transport calls it (`Mcp-Session-Id`); undefined where a connection is the session. `log` sends a
   * message that belongs to no request.
   */
  constructor(id: string | undefined, log: ClientSession['log']) {
    this.#handle = Object.freeze({ id, log, onClose: (listener: () => void) => this.#onClose(listener) });
  }

  /** What authors get of it; undefined where each request stands alone, and nothing of one is there for the next. */
  get handle(): ClientSession | undefined {
    return this.#isAlone ? undefined : this.#handle;
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

  /** Each request stands alone (HTTP without sessions): nothing is remembered, and nothing told between requests. */
  get standsAlone(): boolean {
    return this.#isAlone;
  }

  /** Makes cursors of this session useless in another one. Made on first use: loading `crypto` takes 5 ms. */
  get cursorSalt(): string {
    return (this.#cursorSalt ??= crypto.randomUUID());
  }

  /** Takes what `initialize` settled. */
  begin(handshake: Handshake): void {
    this.#handshake = handshake;
    this.#state = 'initializing';
  }

  /** The client has finished the handshake. Without effect before `initialize`. */
  markReady(): void {
    if (this.#state === 'initializing') this.#state = 'ready';
  }

  /**
   * Each request stands alone. Only the revision is known, unless the request is the handshake itself; cursors are good
   * for every request, and no log messages are sent.
   */
  standAlone(revision: LegacyRevision | undefined): void {
    this.#isAlone = true;
    this.#logRank = Infinity;
    this.#cursorSalt = '';
    if (revision === undefined) return;
    this.#handshake = { revision };
    this.#state = 'ready';
  }

  /** The session is over: whoever keeps something for it lets it go. What they throw goes to `failed`. */
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

// What a server of the revisions with sessions does not offer a client that it does not remember.
const NEED_SESSION: ReadonlySet<ServerFeature | undefined> = new Set<ServerFeature>([
  'resources.subscribe',
  'logging',
]);

/**
 * What can be promised to a client whose requests stand alone: no notification is sent between them, and a log level
 * is not remembered (basic/lifecycle, "Capability Negotiation").
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
 * Makes sure that a method is of use where each request stands alone.
 *
 * @throws {RpcError} −32601 when it is not.
 */
export function requireStandalone(session: Session | undefined, method: string, row: MethodRow): void {
  if (session?.standsAlone === true && NEED_SESSION.has(row.capability))
    throw methodNotFound(method, 'it needs a session, and this server keeps none');
}
